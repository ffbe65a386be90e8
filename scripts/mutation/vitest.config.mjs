// @ts-check
// The tests of one area, all in one thread. Packages are read as sources, not as built, because sources are mutated.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { areas } from "./areas.mjs"
import { keepWorkers } from "./keep-workers.mjs"
import { QuickFirst } from "./quick-first.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const area = areas[process.env["CONSENT_MUTATION_AREA"] ?? ""]
if (area === undefined) throw new Error("CONSENT_MUTATION_AREA names no area")

/** @param {string} folder of a package @returns {ReadonlyArray<{ find: RegExp, replacement: string }>} its entries, as sources */
const sourcesOf = (folder) => {
  const file = join(folder, "package.json")
  if (!existsSync(file)) return []
  const { name, exports = {} } = JSON.parse(readFileSync(file, "utf8"))
  return Object.entries(exports).flatMap(([entry, target]) => {
    const source = join(
      folder,
      String(target.default ?? target)
        .replace("/dist/", "/src/")
        .replace(/\.js$/, ".ts"),
    )
    const [before, after] = `${name}${entry.slice(1)}`.split("*")
    if (after !== undefined)
      return [{ find: new RegExp(`^${before}(.+)${after}$`), replacement: source.replaceAll("*", "$1") }]
    return existsSync(source) ? [{ find: new RegExp(`^${before}$`), replacement: source }] : []
  })
}

const folders = [...readdirSync(join(root, "packages")).map((name) => `packages/${name}`), "scripts/engines"]

await keepWorkers()

const skipped = { skipped: "mutants are tested on SQLite" }

export default defineConfig({
  root,
  resolve: { alias: folders.flatMap((folder) => sourcesOf(join(root, folder))) },
  test: {
    include: [...area.tests],
    exclude: ["**/node_modules/**", "**/dist/**"],
    setupFiles: [join(root, "scripts/mutation/Setup.ts"), join(root, "scripts/restore-vitest.mjs")],
    // Random choices of tests are the same for each mutant, and no mutant is active on SQLite's thread that writes.
    env: { CONSENT_TORTURE_SEED: "20261122", CONSENT_TEST_SQLITE_THREAD: "0" },
    sequence: { sequencer: QuickFirst },
    pool: "threads",
    poolOptions: { threads: { isolate: false, minThreads: 1, maxThreads: 1 } },
    provide: { engines: { postgres: skipped, mysql: skipped }, engineRun: "mutation" },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
