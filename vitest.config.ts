import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "examples/*/src/**/*.test.ts",
      "scripts/**/*.test.ts",
      "torture/src/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**", "**/.tsbuild/**"],
    // The one place that finds or starts database servers; see scripts/engines.
    globalSetup: ["scripts/engines/src/GlobalSetup.ts"],
    // Storage tests wait for real servers, and a machine busy with two of them can be slow.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Processes, not threads: better-sqlite3 is a native module. Two, for two cores.
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    // The first keeps the second from hanging on some errors.
    reporters: ["./scripts/stack-guard.mjs", "default"],
    // A forgotten `.only` would let the other tests go unnoticed.
    allowOnly: false,
  },
})
