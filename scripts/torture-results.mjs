// @ts-check
// The table at the end of `npm run torture`, from what the suites appended to one file, a line of JSON each. Pure.

/** @typedef {{ readonly suite: string, readonly runs: number, readonly faults: number, readonly acknowledged: number, readonly lost: number, readonly altered: number, readonly doubled: number }} Result */

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

/** @param {ReadonlyArray<Result>} results */
export const resultsTable = (results) => {
  const sorted = results.toSorted((one, other) => one.suite.localeCompare(other.suite))
  const rows = [["suite", ...numbers], ...sorted.map((row) => [row.suite, ...numbers.map((name) => String(row[name]))])]
  const widths = ["suite", ...numbers].map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const cell = (/** @type {string} */ text, /** @type {number} */ column) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join("  ")).join("\n")
}
