/**
 * Explores the schedules of a protocol over its real code: all that deviate from the usual one at up to so many points,
 * then random ones.
 *
 * ```ts
 * const { violation, schedules } = await explore(protocol, { deviations: 2, random: 1_000, seed: testSeed })
 * ```
 */
import { type Decide, type Protocol, openRunner, type Run, type Settles, type Step, type Violation } from "./Run.js"

export type { Check, Promised, Properties, Protocol } from "./Run.js"
export type { Way, World } from "./World.js"

/** How far to explore. */
export interface Bounds {
  /** At how many points a schedule may deviate from the usual one: all such schedules are run. */
  readonly deviations: number
  /** How many of them are run at most. */
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
  /** Whether all with so few deviations were. */
  readonly isComplete: boolean
  /** The first one; null where every property held. */
  readonly violation: Counterexample | null
}

const isDeviation = ({ taken }: { readonly taken: number }): boolean => taken > 0

/** The choices of the next schedule in depth-first order; null after the last. */
const nextChoices = (steps: ReadonlyArray<Step>, deviations: number): ReadonlyArray<number> | null => {
  let used = steps.filter(isDeviation).length
  for (const [at, step] of Array.from(steps.entries()).reverse()) {
    if (isDeviation(step)) used -= 1
    if (step.taken + 1 < step.ways && used < deviations) {
      return [...steps.slice(0, at).map(({ taken }) => taken), step.taken + 1]
    }
  }
  return null
}

const following =
  (choices: ReadonlyArray<number>): Decide =>
  (at, ways) => {
    const choice = choices[at] ?? 0
    return choice < ways ? choice : 0
  }

/** Mulberry32: numbers from 0 to below 1, the same ones for a seed. */
const randomOf = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Takes the usual way about as often as not: nothing but deviations would interrupt and fail everything early. */
const deciding = (seed: number): Decide => {
  const random = randomOf(seed)
  const usual = random()
  return (_, ways) => (random() < usual ? 0 : Math.floor(random() * ways))
}

type RunIt = (decide: Decide) => Promise<Run>

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

interface Progress extends Omit<Exploration, "violation"> {
  /** The first schedule that violates a property. */
  readonly found: Run | null
}

const exploreAll = async (run: RunIt, deviations: number, most: number): Promise<Progress> => {
  let schedules = 0
  let choices: ReadonlyArray<number> | null = []
  while (choices !== null && schedules < most) {
    const one: Run = await run(following(choices))
    schedules += 1
    if (one.violation !== null) return { schedules, isComplete: false, found: one }
    choices = nextChoices(one.steps, deviations)
  }
  return { schedules, isComplete: choices === null, found: null }
}

/** Random schedules with more deviations than those that were all run. */
const exploreRandomly = async (run: RunIt, { deviations, random, seed }: Bounds): Promise<Progress> => {
  const seen = new Set<string>()
  for (let at = 0; at < random; at += 1) {
    const one = await run(deciding(seed + at))
    if (one.steps.filter(isDeviation).length > deviations) seen.add(choicesOf(one).join(" "))
    if (one.violation !== null) return { schedules: seen.size, isComplete: false, found: one }
  }
  return { schedules: seen.size, isComplete: true, found: null }
}

const exploreWith = async (run: RunIt, bounds: Bounds): Promise<Exploration> => {
  const all = await exploreAll(run, bounds.deviations, bounds.most ?? Number.POSITIVE_INFINITY)
  const random = all.found === null ? await exploreRandomly(run, bounds) : null
  const found = all.found ?? random?.found ?? null
  return {
    schedules: all.schedules + (random?.schedules ?? 0),
    isComplete: all.isComplete,
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
