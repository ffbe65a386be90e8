import { defineConfig } from "vitest/config"

const built = ["**/node_modules/**", "**/dist/**", "**/.tsbuild/**"]

/**
 * Tests that leave nothing behind in their process and need no database server: a file of theirs needs no process of its
 * own, which costs more than a second.
 */
const light = [
  "packages/{core,browser,adapter-http,adapter-gvl,adapter-cache}/src/**/*.test.ts",
  "packages/client/src/**/!(Service*).test.ts",
]

/** What is built runs as it is: nothing in there is for vitest to transform, which would take longer than the tests. */
const server = { deps: { external: [/\/(packages\/[^/]+|scripts\/engines)\/dist\//] } }

export default defineConfig({
  test: {
    // Processes, not threads: better-sqlite3 is a native module. Two, for two cores.
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    // The first keeps the second from hanging on some errors.
    reporters: ["./scripts/stack-guard.mjs", "default"],
    // A forgotten `.only` would let the other tests go unnoticed.
    allowOnly: false,
    projects: [
      {
        test: {
          name: "light",
          include: light,
          exclude: built,
          server,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: "forks",
          poolOptions: { forks: { isolate: false } },
        },
      },
      {
        test: {
          name: "all",
          include: [
            "packages/*/src/**/*.test.ts",
            "examples/*/src/**/*.test.ts",
            "scripts/**/*.test.ts",
            "torture/src/**/*.test.ts",
            "e2e/src/**/*.test.ts",
          ],
          exclude: [...built, ...light],
          server,
          // The one place that finds or starts database servers; see scripts/engines.
          globalSetup: ["scripts/engines/src/GlobalSetup.ts"],
          // Storage tests wait for real servers, and a machine busy with two of them can be slow.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: "forks",
        },
      },
    ],
  },
})
