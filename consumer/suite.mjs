// @ts-check
// Cases and their verdicts. A group is a file in cases/: it exports `title` and `cases(place)`.

/**
 * @typedef {{ readonly name: string, readonly run: () => Promise<void> }} Case
 * @typedef {{ readonly title: string, readonly cases: (place: import("./place.mjs").Place) => ReadonlyArray<Case> }} Group
 * @typedef {{ readonly group: string, readonly name: string, readonly problem: string | null, readonly seconds: number }} Verdict
 */

/** What a case found wrong: one message, which says what was expected and what came. */
export class Wrong extends Error {}

/** @param {boolean} holds @param {string} message */
export const must = (holds, message) => {
  if (!holds) throw new Wrong(message)
}

/** @param {string} text @param {string} part @param {string} where */
export const mustInclude = (text, part, where) =>
  must(text.includes(part), `${where}: expected ${JSON.stringify(part)} in:\n${text.trim().slice(-2000)}`)

/** @param {unknown} error */
const problemOf = (error) => {
  if (error instanceof Wrong) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Runs a case to its verdict; it never rejects. @param {string} group @param {Case} one @returns {Promise<Verdict>} */
const judged = async (group, one) => {
  const since = performance.now()
  const verdict = (/** @type {string | null} */ problem) => ({
    group,
    name: one.name,
    problem,
    seconds: (performance.now() - since) / 1000,
  })
  try {
    await one.run()
    return verdict(null)
  } catch (error) {
    return verdict(problemOf(error))
  }
}

/** @param {Verdict} verdict */
export const verdictLine = ({ group, name, problem, seconds }) =>
  `${problem === null ? "ok    " : "FAILED"} ${group}: ${name} (${seconds.toFixed(1)} s)${problem === null ? "" : `\n${problem.replace(/^/gm, "         ")}`}`

/**
 * Runs the cases of the groups one after the other.
 *
 * @param {ReadonlyArray<Group>} groups
 * @param {import("./place.mjs").Place} place
 * @param {(verdict: Verdict) => void} report
 */
export const runGroups = async (groups, place, report) => {
  /** @type {Array<Verdict>} */
  const verdicts = []
  for (const group of groups) {
    for (const one of group.cases(place)) {
      const verdict = await judged(group.title, one)
      verdicts.push(verdict)
      report(verdict)
    }
  }
  return verdicts
}
