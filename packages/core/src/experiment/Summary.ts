/**
 * The decisions of visitors under each arm of a banner experiment.
 *
 * @module
 */
import type { DecisionCount } from "./DecisionCount.js"
import { compareCodeUnits } from "../schema/Order.js"

/** Every action that a summary distinguishes, in the order of the wire. */
export const summaryActions = ["accept_all", "custom", "opt_out", "reject_all", "unknown"] as const
/** An action of a summary; `unknown` for records that name none of the others. */
export type SummaryAction = (typeof summaryActions)[number]

/** One arm: how many visitors decided, what, where, and how fast. */
export interface ArmSummary {
  readonly arm: string
  /** The number of records of all actions. */
  readonly choices: number
  /** Every action is present, with 0 for unused ones. */
  readonly byAction: Readonly<Record<SummaryAction, number>>
  /** Only surfaces that were used; records that name none are under `unknown`. */
  readonly bySurface: Readonly<Record<string, number>>
  /** Over the records with a time, in milliseconds; the mean of the two middle ones when they are even. */
  readonly medianTimeToDecisionMs: number | null
}

type Counts = ReadonlyArray<DecisionCount>

const sum = (counts: Counts): number => counts.reduce((total, { count }) => total + count, 0)

const actionOf = ({ action }: DecisionCount): SummaryAction => summaryActions.find((one) => one === action) ?? "unknown"

const countActions = (counts: Counts): ArmSummary["byAction"] => {
  const byAction = { accept_all: 0, custom: 0, opt_out: 0, reject_all: 0, unknown: 0 }
  for (const one of counts) byAction[actionOf(one)] += one.count
  return byAction
}

/** A map first: a surface may have any name, and `__proto__` would be lost in an object. */
const countSurfaces = (counts: Counts): ArmSummary["bySurface"] => {
  const bySurface = new Map<string, number>()
  for (const { count, surface } of counts) {
    const name = surface ?? "unknown"
    bySurface.set(name, (bySurface.get(name) ?? 0) + count)
  }
  return Object.fromEntries(Array.from(bySurface).sort(([a], [b]) => compareCodeUnits(a, b)))
}

interface Timed {
  readonly time: number
  readonly count: number
}

/** The value at an index of the expanded list, with each value repeated by its count. */
const valueAt = (ordered: ReadonlyArray<Timed>, place: number): number => {
  let before = 0
  for (const { count, time } of ordered) {
    before += count
    if (place < before) return time
  }
  return 0
}

const medianTime = (counts: Counts): number | null => {
  const timed = counts.flatMap(
    ({ count, timeToDecisionMs }): ReadonlyArray<Timed> =>
      timeToDecisionMs === null ? [] : [{ time: timeToDecisionMs, count }],
  )
  if (timed.length === 0) return null
  const ordered = timed.sort((a, b) => a.time - b.time)
  const total = ordered.reduce((all, { count }) => all + count, 0)
  return (valueAt(ordered, Math.floor((total - 1) / 2)) + valueAt(ordered, Math.floor(total / 2))) / 2
}

/**
 * The arms of an experiment, ordered by code unit, with their counts and median times.
 *
 * @example
 * ```ts
 * import { summarize } from "@consent-service/core/experiment"
 *
 * const [arm] = summarize([
 *   { arm: "A", action: "accept_all", surface: "banner", timeToDecisionMs: 900, count: 2 },
 *   { arm: "A", action: "reject_all", surface: "banner", timeToDecisionMs: 2_100, count: 2 },
 * ])
 * arm?.choices // 4
 * arm?.medianTimeToDecisionMs // 1_500
 * ```
 */
export const summarize = (counts: Counts): ReadonlyArray<ArmSummary> => {
  const arms = new Map<string, Array<DecisionCount>>()
  for (const one of counts) {
    const arm = arms.get(one.arm)
    if (arm === undefined) arms.set(one.arm, [one])
    else arm.push(one)
  }
  return Array.from(arms)
    .sort(([a], [b]) => compareCodeUnits(a, b))
    .map(([arm, of]) => ({
      arm,
      choices: sum(of),
      byAction: countActions(of),
      bySurface: countSurfaces(of),
      medianTimeToDecisionMs: medianTime(of),
    }))
}
