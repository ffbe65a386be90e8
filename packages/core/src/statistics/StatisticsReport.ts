/**
 * The counts of some days by group, as they are answered.
 *
 * @module
 */
import type { OptionalCategory } from "../policy/Category.js"
import { compareCodeUnits } from "../schema/Order.js"
import { addCounts, type Counts, noCounts } from "./Counts.js"
import { dayText } from "./Day.js"
import { type Dimension, restPart } from "./Dimension.js"
import type { StatisticsQuery } from "./StatisticsQuery.js"

/** The counts of one group, as stored. */
export interface GroupCounts {
  /** Since 1970; 0 in other dimensions than `day`. */
  readonly day: number
  readonly value: string
  readonly part: string
  readonly counts: Counts
}

/** What is not counted yet. */
export interface CountingState {
  /** Entries of the evidence log that are not counted yet: they wait, or are being caught up with. */
  readonly pending: number
  /** Whether all records from before the log are in it. */
  readonly backfilled: boolean
}

/** How often a category was granted, and refused. */
export interface CategoryRate {
  readonly granted: number
  readonly refused: number
  /** Of those who granted or refused it, to four digits; null when no record did. */
  readonly rate: number | null
}

/** The numbers of a group, or of all. */
export interface StatisticsNumbers {
  readonly records: number
  readonly accepted: number
  readonly refused: number
  readonly customized: number
  /** Prompts that were due; null where none are counted. */
  readonly shown: number | null
  /** Prompts without an answer; null where no prompts are counted. */
  readonly ignored: number | null
  readonly categories: Readonly<Record<OptionalCategory, CategoryRate>>
}

/** One group. */
export interface StatisticsGroup extends StatisticsNumbers {
  /**
   * The day, country, rule, action or language; of an experiment `<id>=<arm>`, each URI-encoded. Null for what has none,
   * and for the rest.
   */
  readonly group: string | null
  /** Whether it is all the groups that a dimension has no more room for. */
  readonly rest: boolean
}

/** Counts of some days by group. */
export interface StatisticsReport extends CountingState {
  /** The first day: `2026-11-01`. */
  readonly from: string
  /** The last day. */
  readonly to: string
  readonly groupBy: Dimension
  /** Days in their order, other groups by their records, the most first. Groups without any count are left out. */
  readonly groups: ReadonlyArray<StatisticsGroup>
  readonly total: StatisticsNumbers
}

const rateOf = (granted: number, refused: number): CategoryRate => {
  const all = granted + refused
  return { granted, refused, rate: all === 0 ? null : Math.round((granted / all) * 10_000) / 10_000 }
}

const categoriesOf = (counts: Counts): StatisticsNumbers["categories"] => {
  const of = (category: OptionalCategory) => rateOf(counts[`${category}Granted`], counts[`${category}Refused`])
  return {
    experience: of("experience"),
    functionality: of("functionality"),
    marketing: of("marketing"),
    measurement: of("measurement"),
  }
}

const numbersOf = (counts: Counts, areShown: boolean): StatisticsNumbers => {
  const { accepted, customized, records, refused, shown } = counts
  const ignored = Math.max(0, shown - accepted - refused - customized)
  return {
    records,
    accepted,
    refused,
    customized,
    shown: areShown ? shown : null,
    ignored: areShown ? ignored : null,
    categories: categoriesOf(counts),
  }
}

const labelOf = (groupBy: Dimension, { day, part, value }: GroupCounts): string | null => {
  if (groupBy === "day") return dayText(day)
  if (value === "") return null
  return groupBy === "experiment" ? `${encodeURIComponent(value)}=${encodeURIComponent(part)}` : value
}

const isRest = ({ part, value }: GroupCounts): boolean => value === "" && part === restPart

const inOrder =
  (groupBy: Dimension) =>
  (one: GroupCounts, other: GroupCounts): number => {
    if (groupBy === "day") return one.day - other.day
    const byRest = Number(isRest(one)) - Number(isRest(other))
    const bySize = other.counts.records - one.counts.records || other.counts.shown - one.counts.shown
    return byRest || bySize || compareCodeUnits(one.value, other.value) || compareCodeUnits(one.part, other.part)
  }

const isCounted = ({ counts }: GroupCounts): boolean => counts.records > 0 || counts.shown > 0

/**
 * The report of the groups that a query finds.
 *
 * @example
 * ```ts
 * import { noCounts, statisticsReport } from "@consent-service/core/statistics"
 *
 * const groups = [{ day: 0, value: "DE", part: "", counts: { ...noCounts, records: 3, accepted: 3 } }]
 * const state = { pending: 0, backfilled: true }
 * statisticsReport({ from: 0, to: 29, groupBy: "country" }, groups, state).groups[0]?.group // "DE"
 * ```
 */
export const statisticsReport = (
  { from, groupBy, to }: StatisticsQuery,
  groups: ReadonlyArray<GroupCounts>,
  state: CountingState,
): StatisticsReport => {
  const sum = groups.reduce((all, { counts }) => addCounts(all, counts), noCounts)
  const areShown = sum.shown > 0
  return {
    from: dayText(from),
    to: dayText(to),
    groupBy,
    groups: groups
      .filter(isCounted)
      .sort(inOrder(groupBy))
      .map((group) => ({
        group: labelOf(groupBy, group),
        rest: isRest(group),
        ...numbersOf(group.counts, areShown),
      })),
    total: numbersOf(sum, areShown),
    ...state,
  }
}
