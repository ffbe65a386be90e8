/**
 * Explores the schedules of a protocol over its real code: all that deviate from the usual one at up to so many points,
 * then random ones.
 *
 * ```ts
 * const { violation, schedules } = await explore(protocol, { deviations: 2, random: 1_000, seed: testSeed })
 * ```
 */
import { exploreLevels, following, type Level, type RunIt } from "./Levels.js"
import { fractionsFrom } from "../Random.js"
import { type Decide, openRunner, type Protocol, type Run, type Settles, type Violation } from "./Run.js"

export type { Level } from "./Levels.js"
export type { Check, Promised, Properties, Protocol } from "./Run.js"
export type { Way, World } from "./World.js"

/** How far to explore. */
export interface Bounds {
  /** At how many points a schedule may deviate from the usual one: all such schedules are run, those with fewer first. */
  readonly deviations: number
  /** How many of them are run at most; what runs is then spread over all points, and drawn from the seed. */
  readonly most?: number
  /** How many random schedules follow. */
  readonly random: number
  readonly seed: number
  /** What settles between the steps: promises, or Node's streams. Nothing by default: fibers need neither. */
  readonly settles?: Settles
}

/** A violated property, and the shortest schedule that was found for it. */
export interface Counterexample extends Violation {
  readonly schedule: ReadonlyArray<string>
}

/** What an exploration came to. */
export interface Exploration {
  /** How many different schedules were run. */
  readonly schedules: number
  /** How many of them have no deviation, one, and so on. */
  readonly levels: ReadonlyArray<Level>
  /** Every schedule with up to so many deviations was run: infinite, when none has more. */
  readonly complete: number
  /** How many random ones with more deviations were run. */
  readonly random: number
  /** The first one; null where every property held. */
  readonly violation: Counterexample | null
}

const isDeviation = ({ taken }: { readonly taken: number }): boolean => taken > 0

/** Takes the usual way about as often as not: nothing but deviations would interrupt and fail everything early. */
const deciding = (seed: number): Decide => {
  const random = fractionsFrom(seed)
  const usual = random()
  return (_, ways) => (random() < usual ? 0 : Math.floor(random() * ways))
}

const choicesOf = ({ steps }: Run): ReadonlyArray<number> => steps.map(({ taken }) => taken)

/** Takes the usual way wherever the same property is violated all the same. */
const shrunk = async (run: RunIt, found: Run): Promise<Run> => {
  let shortest = found
  for (let at = found.steps.length - 1; at >= 0; at -= 1) {
    const choices = choicesOf(shortest)
    if ((choices[at] ?? 0) === 0) continue
    const tried = await run(following(choices.with(at, 0)))
    const isShorter = tried.steps.length <= shortest.steps.length
    if (tried.violation?.property === found.violation?.property && isShorter) shortest = tried
  }
  return shortest
}

const counterexample = ({ steps, violation }: Run): Counterexample | null =>
  violation === null ? null : { ...violation, schedule: steps.map(({ label }) => label) }

/** Random schedules with more deviations than those that were run by their number. */
const exploreRandomly = async (run: RunIt, { deviations, random, seed }: Bounds) => {
  const seen = new Set<string>()
  for (let at = 0; at < random; at += 1) {
    const one = await run(deciding(seed + at))
    if (one.steps.filter(isDeviation).length > deviations) seen.add(choicesOf(one).join(" "))
    if (one.violation !== null) return { schedules: seen.size, found: one }
  }
  return { schedules: seen.size, found: null }
}

const exploreWith = async (run: RunIt, bounds: Bounds): Promise<Exploration> => {
  const { complete, found: first, levels } = await exploreLevels(run, { most: Number.POSITIVE_INFINITY, ...bounds })
  const random = first === null ? await exploreRandomly(run, bounds) : { schedules: 0, found: null }
  const found = first ?? random.found
  return {
    schedules: levels.reduce((sum, { ran }) => sum + ran, random.schedules),
    levels,
    complete,
    random: random.schedules,
    violation: found === null ? null : counterexample(await shrunk(run, found)),
  }
}

/** Explores the schedules of a protocol until one violates a property. */
export const explore = async (protocol: Protocol, bounds: Bounds): Promise<Exploration> => {
  const { close, run } = openRunner(protocol, bounds.settles ?? null)
  try {
    return await exploreWith(run, bounds)
  } finally {
    close()
  }
}

/** A counterexample as text: the property, what is wrong, and the steps to it. */
export const counterexampleText = ({ problem, property, schedule }: Counterexample): string =>
  [`"${property}" is violated: ${problem}`, ...schedule.map((label, at) => `${at + 1}. ${label}`)].join("\n")

/** How far an exploration has come, as text. */
export const explorationText = ({ complete, levels, random, schedules }: Exploration): string => {
  const partial = levels.filter(({ deviations }) => deviations > complete)
  const all = Number.isFinite(complete)
    ? `all with up to ${complete} deviation${complete === 1 ? "" : "s"}`
    : "all that there are"
  const some = partial.map(({ deviations, of, ran }) => `${ran} of ${of} with ${deviations}`)
  return `${schedules} schedules: ${[all, ...some, `${random} random`].join(", ")}`
}
