// @ts-check
// Stryker's configuration for one area, which `npm run mutation` names in the environment.
import { fileURLToPath } from "node:url"
import { areas } from "./areas.mjs"

const name = process.env["CONSENT_MUTATION_AREA"] ?? ""
const area = areas[name]
if (area === undefined) throw new Error(`CONSENT_MUTATION_AREA must name an area, not "${name}"`)

// Stryker's own option would divide a pattern at its commas.
const files = process.env["CONSENT_MUTATION_FILES"] ?? ""

// What only other engines run is never reached on SQLite.
const ofOtherEngines = "!**/{Citus,Mysql,Pg,Values}*.ts"

const runner = import.meta.resolve("@stryker-mutator/vitest-runner")

export default {
  plugins: [fileURLToPath(runner)],
  testRunner: "vitest",
  vitest: { configFile: "scripts/mutation/vitest.config.mjs", related: false },
  coverageAnalysis: "perTest",
  mutate: [
    ...(files === "" ? area.mutate : files.split(" ")),
    "!**/*.test.ts",
    "!**/testing/**",
    "!**/index.ts",
    ofOtherEngines,
  ],
  ignoreStatic: process.env["CONSENT_MUTATION_STATIC"] !== "1",
  concurrency: 1,
  incremental: true,
  incrementalFile: `.stryker/${name}.incremental.json`,
  tempDirName: ".stryker/sandboxes",
  // What no test of an area reads; a copy of the rest is what is mutated.
  ignorePatterns: ["**/dist", ".stryker", "docs/site", "release", "**/.tsbuild", "**/bundles", "**/viewer"],
  reporters: ["clear-text", "progress-append-only", "json", "html"],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true, reportMutants: false },
  jsonReporter: { fileName: `.stryker/${name}.json` },
  htmlReporter: { fileName: `.stryker/${name}.html` },
  thresholds: { high: area.goal, low: area.goal, break: null },
  timeoutMS: 10_000,
  disableTypeChecks: false,
  checkers: [],
}
