/**
 * Explores schedules by how many of their steps deviate from the usual one: all with one deviation, then all with two, and
 * so on. Depth first, a bound would leave the deviations at the end of the schedules only.
 *
 * A level that is too large takes half of what may still be run, so that some with more deviations run as well. What runs of
 * it is spread: of as many equal parts of all its schedules, in the order of their deviations, one each is drawn.
 */
import { fractionsFrom } from "../Random.js"
import type { Decide, Run } from "./Run.js"

export type RunIt = (decide: Decide) => Promise<Run>

/** The schedules with one number of deviations. */
export interface Level {
  readonly deviations: number
  readonly ran: number
  /** How many there are. Where not all with one deviation fewer were run, how many begin like those that were. */
  readonly of: number
}

/** How many schedules to run, at up to how many deviations. */
export interface LevelBounds {
  readonly deviations: number
  readonly most: number
  readonly seed: number
}

/** The outcome of an exploration by levels. */
export interface Explored {
  /** Those with none, with one, and so on. */
  readonly levels: ReadonlyArray<Level>
  /** Every schedule with up to so many deviations was run: infinite, when none has more. */
  readonly complete: number
  /** The first schedule that violates a property. */
  readonly found: Run | null
}

/** A schedule that has run. Others are like it up to a later step, deviate there, and take the usual way from then on. */
interface Parent {
  /** What it took, up to its last deviation. */
  readonly taken: ReadonlyArray<number>
  /** How many ways there were at each step after that. */
  readonly ways: ReadonlyArray<number>
}

/** Takes these choices, and the usual way from then on. */
export const following =
  (choices: ReadonlyArray<number>): Decide =>
  (at, ways) => {
    const choice = choices[at] ?? 0
    return choice < ways ? choice : 0
  }

const parentOf = (choices: ReadonlyArray<number>, { steps }: Run): Parent => ({
  taken: choices,
  ways: steps.slice(choices.length).map(({ ways }) => ways),
})

const countOf = ({ ways }: Parent): number => ways.reduce((sum, count) => sum + count - 1, 0)

/** The nth of the schedules that deviate from a parent at one more step. */
const deviating = ({ taken, ways }: Parent, nth: number): ReadonlyArray<number> => {
  let [at, left] = [0, nth]
  for (let others = (ways[at] ?? 1) - 1; left >= others; others = (ways[at] ?? 1) - 1) {
    left -= others
    at += 1
  }
  return [...taken, ...Array.from({ length: at }, () => 0), left + 1]
}

/** So many of all numbers below a bound, in their order: one from each of as many equal parts. */
export const spread = (all: number, count: number, random: () => number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, part) => {
    const [from, to] = [Math.floor((part * all) / count), Math.floor(((part + 1) * all) / count)]
    return from + Math.floor(random() * (to - from))
  })

/** The choices of the schedules that have these numbers among all that deviate from the parents. */
const chosen = function* (parents: ReadonlyArray<Parent>, numbers: ReadonlyArray<number>) {
  let [first, at] = [0, 0]
  for (const parent of parents) {
    const end = first + countOf(parent)
    for (let number = numbers[at]; number !== undefined && number < end; number = numbers[at]) {
      yield deviating(parent, number - first)
      at += 1
    }
    first = end
  }
}

interface RanLevel {
  readonly ran: ReadonlyArray<Parent>
  readonly found: Run | null
}

const runLevel = async (run: RunIt, choicesOfAll: Iterable<ReadonlyArray<number>>): Promise<RanLevel> => {
  const ran: Array<Parent> = []
  for (const choices of choicesOfAll) {
    const one = await run(following(choices))
    ran.push(parentOf(choices, one))
    if (one.violation !== null) return { ran, found: one }
  }
  return { ran, found: null }
}

/** How many schedules of a level run. */
const shareOf = (all: number, left: number, isLast: boolean): number =>
  all <= left ? all : isLast ? left : Math.ceil(left / 2)

/** Runs the usual schedule, and those that deviate from it at ever more points, until one violates a property. */
export const exploreLevels = async (run: RunIt, { deviations, most, seed }: LevelBounds): Promise<Explored> => {
  const random = fractionsFrom(seed)
  let { found, ran: parents } = await runLevel(run, [[]])
  const levels: Array<Level> = [{ deviations: 0, ran: 1, of: 1 }]
  let complete = found === null ? 0 : -1
  for (let at = 1, left = most - 1; found === null && at <= deviations && left > 0; at += 1) {
    const all = parents.reduce((sum, parent) => sum + countOf(parent), 0)
    if (all === 0 && complete === at - 1) complete = Number.POSITIVE_INFINITY
    if (all === 0) break
    const numbers = spread(all, shareOf(all, left, at === deviations), random)
    const level: RanLevel = await runLevel(run, chosen(parents, numbers))
    found = level.found
    parents = level.ran
    left -= parents.length
    levels.push({ deviations: at, ran: parents.length, of: all })
    if (found === null && parents.length === all && complete === at - 1) complete = at
  }
  return { levels, complete, found }
}
