// @ts-check
// Cases and their verdicts. A group is a file in cases/: it exports `title`, `cases(place)`, and `independent` where its cases may
// run concurrently.
import { performance } from "node:perf_hooks"

/**
 * @typedef {{ readonly name: string, readonly run: () => Promise<string | void> }} Case what `run` gives is printed with the verdict
 * @typedef {{ readonly title: string, readonly independent?: boolean, readonly cases: (place: import("./place.mjs").Place) => ReadonlyArray<Case> }} Group
 * @typedef {{ readonly group: string, readonly name: string, readonly problem: string | null, readonly note: string, readonly skipped: boolean, readonly seconds: number }} Verdict
 */

/** A failed case: one message with what was expected and what was found. */
export class Wrong extends Error {}

/** Something this machine lacks: in CI the case fails, elsewhere it is skipped. */
export class Unavailable extends Wrong {}

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

/** Runs a case to its verdict; it never rejects. @param {string} group @param {Case} one @param {boolean} ci @returns {Promise<Verdict>} */
const judged = async (group, one, ci) => {
  const since = performance.now()
  const verdict = (/** @type {string | null} */ problem, skipped = false, note = "") => ({
    group,
    name: one.name,
    problem,
    note,
    skipped,
    seconds: (performance.now() - since) / 1000,
  })
  try {
    const note = await one.run()
    return verdict(null, false, note ?? "")
  } catch (error) {
    return verdict(problemOf(error), error instanceof Unavailable && !ci)
  }
}

/** @param {Verdict} verdict */
export const verdictLine = ({ group, name, note, problem, seconds, skipped }) => {
  const mark = problem === null ? "ok     " : skipped ? "skipped" : "FAILED "
  const why = problem === null ? "" : `\n${problem.replace(/^/gm, "          ")}`
  return `${mark} ${group}: ${name} (${seconds.toFixed(1)} s)${note === "" ? "" : `: ${note}`}${why}`
}

/** @param {ReadonlyArray<Verdict>} verdicts */
export const countsOf = (verdicts) => {
  const count = (/** @type {(verdict: Verdict) => boolean} */ keep) => verdicts.filter(keep).length
  return {
    passed: count(({ problem }) => problem === null),
    failed: count(({ problem, skipped }) => problem !== null && !skipped),
    skipped: count(({ skipped }) => skipped),
  }
}

/**
 * Runs the cases in two lanes: those of a group one after the other, unless the group calls them independent.
 *
 * @param {ReadonlyArray<Group>} groups
 * @param {import("./place.mjs").Place} place
 * @param {{ readonly ci: boolean, readonly report: (verdict: Verdict) => void }} options
 */
export const runGroups = async (groups, place, { ci, report }) => {
  /** @type {Array<Verdict>} */
  const verdicts = []
  const tasks = groups.flatMap(({ cases, independent, title }) => {
    const all = cases(place).map((one) => ({ title, one }))
    return independent === true ? all.map((one) => [one]) : [all]
  })
  const lane = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      for (const { one, title } of task) {
        const verdict = await judged(title, one, ci)
        verdicts.push(verdict)
        report(verdict)
      }
    }
  }
  await Promise.all([lane(), lane()])
  return verdicts
}
