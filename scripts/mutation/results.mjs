// @ts-check
// What a run of Stryker found, from its report in JSON.

/**
 * @typedef {{ readonly status: string, readonly statusReason?: string, readonly mutatorName: string, readonly replacement?: string, readonly location: { readonly start: { readonly line: number } } }} Mutant
 * @typedef {{ readonly files: Readonly<Record<string, { readonly mutants: ReadonlyArray<Mutant> }>> }} Report
 * @typedef {{ readonly file: string, readonly line: number, readonly mutator: string, readonly replacement: string, readonly isReached: boolean }} Survivor
 * @typedef {{ readonly noticed: number, readonly excused: number, readonly score: number, readonly survivors: ReadonlyArray<Survivor> }} Result
 */

const noticed = ["Killed", "Timeout"]
const unnoticed = ["Survived", "NoCoverage"]

/**
 * The score and the survivors. Mutants that a comment excuses, and those that are not valid code, do not count.
 *
 * @param {Report} report
 * @returns {Result}
 */
export const resultOf = ({ files }) => {
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })))
  const count = (/** @type {ReadonlyArray<string>} */ statuses) =>
    all.filter(({ status }) => statuses.includes(status)).length
  const survivors = all
    .filter(({ status }) => unnoticed.includes(status))
    .map(({ file, location, mutatorName, replacement = "", status }) => ({
      file,
      line: location.start.line,
      mutator: mutatorName,
      replacement: replacement.replaceAll(/\s+/g, " ").slice(0, 100),
      isReached: status === "Survived",
    }))
  const counted = count(noticed) + survivors.length
  return {
    noticed: count(noticed),
    // Stryker ignores mutants of code that runs when it is loaded as well, and gives its reason.
    excused: all.filter(({ status, statusReason = "" }) => status === "Ignored" && !/static/i.test(statusReason))
      .length,
    // Rounded down, so that 94.99 is not 95.
    score: counted === 0 ? 100 : Math.floor((count(noticed) / counted) * 1_000) / 10,
    survivors,
  }
}

/** @param {Result} result @returns {string} a line for each survivor, sorted by place */
export const survivorLines = ({ survivors }) =>
  survivors
    .toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
    .map(
      ({ file, isReached, line, mutator, replacement }) =>
        `${file}:${line} ${mutator}${isReached ? "" : " (no test reaches it)"} ${replacement}\n`,
    )
    .join("")

/** @param {ReadonlyArray<Result & { readonly name: string, readonly goal: number }>} results @returns {string} a table in Markdown */
export const scoreTable = (results) =>
  [
    "| Area | Score | Goal | Noticed | Survived | Excused |",
    "| ---- | ----- | ---- | ------- | -------- | ------- |",
    ...results.map(
      (one) =>
        `| ${one.name} | ${one.score.toFixed(1)} % | ${one.goal} % | ${one.noticed} | ${one.survivors.length} | ${one.excused} |`,
    ),
    "",
  ].join("\n")
