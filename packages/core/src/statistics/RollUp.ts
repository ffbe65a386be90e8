/**
 * Adds contributions up to rows: for each group one of each day, of each month, and of all time.
 *
 * Rows of months let few rows answer for a year. Those of all time say which groups there are, so that their number is
 * limited whatever visitors send.
 *
 * @module
 */
import { addCounts, type Counts } from "./Counts.js"
import type { Contribution } from "./Contribution.js"
import { monthOf } from "./Day.js"
import { type Group, mostGroups, restPart } from "./Dimension.js"

/** How much time a row is about. */
export type RowUnit = "day" | "month" | "ever"

/** The counts of a group over some time. */
export interface RollUpRow extends Group {
  readonly unit: RowUnit
  /** The first day, since 1970; 0 for all time. */
  readonly start: number
  readonly counts: Counts
}

/** The groups that have rows, by dimension. */
export type KnownGroups = ReadonlyMap<Group["dimension"], ReadonlySet<string>>

/** A group's own part of a key. */
const nameOf = ({ part, value }: Group): string => JSON.stringify([value, part])

const isEmpty = ({ part, value }: Group): boolean => value === "" && part === ""

/**
 * The groups of rows of all time.
 *
 * @example
 * ```ts
 * import { knownGroups } from "@consent-service/core/statistics"
 *
 * knownGroups([{ dimension: "country", value: "DE", part: "" }]).get("country")?.size // 1
 * ```
 */
export const knownGroups = (groups: Iterable<Group>): KnownGroups => {
  const known = new Map<Group["dimension"], Set<string>>()
  for (const group of groups) {
    const names = known.get(group.dimension) ?? new Set()
    known.set(group.dimension, names.add(nameOf(group)))
  }
  return known
}

/**
 * Whether all groups of contributions are known, so that nothing has to be read to add them.
 *
 * @example
 * ```ts
 * import { areKnown, knownGroups } from "@consent-service/core/statistics"
 *
 * areKnown([], knownGroups([])) // true
 * ```
 */
export const areKnown = (contributions: ReadonlyArray<Contribution>, known: KnownGroups): boolean =>
  contributions.every(({ groups }) =>
    groups.every((group) => isEmpty(group) || known.get(group.dimension)?.has(nameOf(group)) === true),
  )

/** Puts a group that there is no room for into the rest of its dimension. */
const makeBounded = (known: KnownGroups) => {
  const added = new Map<Group["dimension"], Set<string>>()
  return (group: Group): Group => {
    if (isEmpty(group)) return group
    const before = known.get(group.dimension)
    const name = nameOf(group)
    if (before?.has(name) === true) return group
    const later = added.get(group.dimension) ?? new Set()
    if (!later.has(name) && (before?.size ?? 0) + later.size >= mostGroups)
      return { ...group, value: "", part: restPart }
    added.set(group.dimension, later.add(name))
    return group
  }
}

type Rows = Map<string, RollUpRow>

const addRow = (rows: Rows, row: RollUpRow): void => {
  const key = JSON.stringify([row.unit, row.start, row.dimension, row.value, row.part])
  const before = rows.get(key)
  rows.set(key, before === undefined ? row : { ...row, counts: addCounts(before.counts, row.counts) })
}

/**
 * The rows that contributions add up to: each key once.
 *
 * @param known - the groups that have rows already
 *
 * @example
 * ```ts
 * import { contributionOf, knownGroups, rollUp } from "@consent-service/core/statistics"
 *
 * // Six groups, of a day, a month, and all time.
 * const record = { givenAt: 0, consentAction: null, preferences: null, experiment: null, policy: null }
 * rollUp([contributionOf(record)], knownGroups([])).length // 18
 * ```
 */
export const rollUp = (contributions: ReadonlyArray<Contribution>, known: KnownGroups): ReadonlyArray<RollUpRow> => {
  const bounded = makeBounded(known)
  const days: Rows = new Map()
  for (const { counts, day, groups } of contributions) {
    for (const group of groups) addRow(days, { ...bounded(group), unit: "day", start: day, counts })
  }
  const [months, ever]: [Rows, Rows] = [new Map(), new Map()]
  for (const row of days.values()) {
    addRow(months, { ...row, unit: "month", start: monthOf(row.start) })
    addRow(ever, { ...row, unit: "ever", start: 0 })
  }
  return [...days.values(), ...months.values(), ...ever.values()]
}
