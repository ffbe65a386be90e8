// @ts-check
// The table at the end of `npm run torture`, from what the suites appended to one file, a line of JSON each. Pure.

/**
 * @typedef {object} Result
 * @property {string} suite
 * @property {number} runs
 * @property {number} faults
 * @property {number} acknowledged
 * @property {number} lost
 * @property {number} altered
 * @property {number} doubled
 * @property {string} [skipped] why the suite did not run
 */

/** @import { Report } from "./summary.mjs" */

const numbers = /** @type {const} */ (["runs", "faults", "acknowledged", "lost", "altered", "doubled"])

/** @param {string} text @returns {ReadonlyArray<Result>} suites that ran several times are added up */
export const readResults = (text) => {
  /** @type {Map<string, Result>} */
  const bySuite = new Map()
  for (const line of text.split("\n").filter((one) => one !== "")) {
    /** @type {Result} */
    const result = JSON.parse(line)
    const before = bySuite.get(result.suite)
    const sums = numbers.map((name) => [name, result[name] + (before?.[name] ?? 0)])
    bySuite.set(result.suite, { ...result, ...Object.fromEntries(sums) })
  }
  return [...bySuite.values()]
}

/** @param {ReadonlyArray<Result>} results */
export const losses = (results) =>
  results.reduce((sum, { altered, doubled, lost }) => sum + lost + altered + doubled, 0)

const nothing = { runs: 0, faults: 0, acknowledged: 0, lost: 0, altered: 0, doubled: 0 }

/** As `describeWith` and `describeEngines` have it. */
const reasonInName = / (?:\(skipped: (.*)\)|skipped: (.*))$/

/**
 * A row for each suite of the folder torture that was skipped, with the reason that its name has.
 *
 * @param {Report} report
 * @returns {ReadonlyArray<Result>}
 */
export const skippedSuites = ({ testResults }) => {
  const names = testResults
    .filter(({ name }) => name.includes("/torture/"))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "skipped" || status === "pending")
    .flatMap(({ ancestorTitles, fullName }) => {
      // What is skipped as a whole has the reason in the title around its tests.
      const at = ancestorTitles.findIndex((title) => reasonInName.test(title))
      const name = at < 0 ? fullName : ancestorTitles.slice(0, at + 1).join(" ")
      return reasonInName.test(name) ? [name] : []
    })
  return [...new Set(names)].map((name) => {
    const [, inBrackets, behind] = reasonInName.exec(name) ?? []
    return { ...nothing, suite: name.replace(reasonInName, ""), skipped: inBrackets ?? behind ?? "" }
  })
}

/** @param {ReadonlyArray<Result>} results */
export const resultsTable = (results) => {
  const sorted = results.toSorted((one, other) => one.suite.localeCompare(other.suite))
  const heading = ["suite", ...numbers]
  const rows = sorted.map((row) =>
    row.skipped === undefined
      ? [row.suite, ...numbers.map((name) => String(row[name]))]
      : [row.suite, `skipped: ${row.skipped}`],
  )
  const measured = [heading, ...rows.filter(({ length }) => length === heading.length)]
  const widths = heading.map((_, column) => Math.max(...measured.map((row) => row[column]?.length ?? 0)))
  const suiteWidth = Math.max(...[heading, ...rows].map(([suite = ""]) => suite.length))
  const line = (/** @type {ReadonlyArray<string>} */ [suite = "", ...cells]) =>
    [suite.padEnd(suiteWidth), ...cells.map((text, at) => text.padStart(widths[at + 1] ?? 0))].join("  ")
  return [heading, ...rows].map(line).join("\n")
}
