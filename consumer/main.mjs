// @ts-check
// `npm run consumer`: the public packages as a user gets them, packed from a clean copy and installed outside the workspace.
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { closingLine } from "../scripts/summary.mjs"
import { explain, forwardSignalsToSteps, install, isCI, requireNode, StepFailed } from "../scripts/workspace.mjs"
import { openPlace } from "./place.mjs"
import { countsOf, runGroups, verdictLine } from "./suite.mjs"

const groupNames = readdirSync(fileURLToPath(new URL("cases", import.meta.url)))
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.replace(/\.mjs$/, ""))
  .sort()

const usage = `Usage: npm run consumer [-- [--full] [--only GROUP] [--keep] [--from FOLDER]]

Packs every public package from a clean copy of the checkout, installs the tarballs with npm into projects outside the
workspace, and checks what a user does with them. The last line is "N passed, M failed", with ", K skipped" when this
machine lacks what a case needs; with CI=true such a case fails. \`npm test\` runs the short form.

Options:
  --full        also what takes long: more module resolutions, and hosts whose packages come from npm's registry
  --only GROUP  only this group: ${groupNames.join(", ")}
  --keep        leaves the projects where they are, and prints where
  --from FOLDER a folder that --keep has left: its tarballs are taken, and nothing is packed
  -h, --help    print this and exit

Environment:
  CONSENT_TEST_POSTGRES_URL   the PostgreSQL server to use (default: postgres://postgres@127.0.0.1:5432)
`

/** @param {ReadonlyArray<string>} args */
const parse = (args) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      full: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      only: { type: "string" },
      from: { type: "string" },
    },
  })
  if (values.only !== undefined && !groupNames.includes(values.only)) {
    throw new StepFailed(`--only takes one of ${groupNames.join(", ")}`)
  }
  return values
}

/**
 * Runs the suite.
 *
 * @param {object} options
 * @param {boolean} options.full
 * @param {boolean} options.keep
 * @param {string | undefined} [options.only]
 * @param {string | undefined} [options.from]
 * @param {boolean} [options.built] packs this checkout as it is built, rather than a clean copy of it
 * @param {(verdict: import("./suite.mjs").Verdict) => void} report
 */
export const runConsumer = async ({ built = false, from, full, keep, only }, report) => {
  const names = only === undefined ? groupNames : [only]
  const groups = await Promise.all(names.map((name) => import(`./cases/${name}.mjs`)))
  const place = await openPlace({ built, from, full, keep: keep || from !== undefined })
  try {
    return await runGroups(groups, place, { ci: isCI(process.env), report })
  } finally {
    await place.close()
  }
}

/** @param {ReadonlyArray<string>} argv */
const main = async (argv) => {
  requireNode()
  const { help, ...options } = parse(argv)
  if (help) {
    process.stdout.write(usage)
    return 0
  }
  forwardSignalsToSteps()
  await install()
  const counts = countsOf(await runConsumer(options, (verdict) => console.log(verdictLine(verdict))))
  console.log(`\n${closingLine(counts)}`)
  return counts.failed > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(`npm run consumer: ${explain(error)}`)
    process.exitCode = 2
  }
}
