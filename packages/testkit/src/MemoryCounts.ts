/**
 * The counts that a log in memory keeps.
 *
 * @module
 */
import type { EntryKind } from "@consent-service/core/evidence"
import type { StoredRecord } from "@consent-service/core/ports"
import {
  addCounts,
  type Contribution,
  contributionOf,
  knownGroups,
  noCounts,
  type RollUpRow,
  rollUp,
} from "@consent-service/core/statistics"

/** The counts of one tenant. */
export interface MemoryCounts {
  /** How many entries of the tree are counted. */
  counted: number
  readonly rows: Map<string, RollUpRow>
  /** Lists of prompts by their ids; null once they were added. */
  readonly prompts: Map<string, ReadonlyArray<Contribution> | null>
}

/** Finds a stored record by its id. */
export type FindStored = (id: string) => StoredRecord | undefined

/** An entry, as far as it says whether a record is to be counted. */
export interface CountableEntry {
  readonly kind: EntryKind
  readonly id: string | null
}

const keyOf = ({ dimension, part, start, unit, value }: RollUpRow): string =>
  JSON.stringify([unit, dimension, start, value, part])

const add = ({ rows }: MemoryCounts, contributions: ReadonlyArray<Contribution>): void => {
  const known = knownGroups(Array.from(rows.values()).filter(({ unit }) => unit === "ever"))
  for (const row of rollUp(contributions, known)) {
    const before = rows.get(keyOf(row))
    rows.set(keyOf(row), before === undefined ? row : { ...row, counts: addCounts(before.counts, row.counts) })
  }
}

/**
 * No counts.
 *
 * @example
 * ```ts
 * import { noMemoryCounts } from "@consent-service/testkit/MemoryStatistics"
 *
 * noMemoryCounts().counted // 0
 * ```
 */
export const noMemoryCounts = (): MemoryCounts => ({ counted: 0, rows: new Map(), prompts: new Map() })

/**
 * Counts the records of entries up to a position of the tree.
 *
 * @example
 * ```ts
 * import { countEntries, noMemoryCounts } from "@consent-service/testkit/MemoryStatistics"
 *
 * countEntries(noMemoryCounts(), 1, [{ kind: 0, id: "log_opened" }], () => undefined)
 * ```
 */
export const countEntries = (
  counts: MemoryCounts,
  position: number,
  entries: ReadonlyArray<CountableEntry>,
  stored: FindStored,
): void => {
  const ofRecords = entries.flatMap(({ id, kind }) => (id !== null && (kind === 1 || kind === 8) ? [id] : []))
  const found = ofRecords.map(stored).filter((record) => record !== undefined)
  add(
    counts,
    found.map(({ facts, policy }) => contributionOf({ ...facts, policy })),
  )
  counts.counted = position
}

/**
 * Adds the prompts that wait.
 *
 * @example
 * ```ts
 * import { countPrompts, noMemoryCounts } from "@consent-service/testkit/MemoryStatistics"
 *
 * countPrompts(noMemoryCounts())
 * ```
 */
export const countPrompts = (counts: MemoryCounts): void => {
  for (const [id, waiting] of counts.prompts) {
    if (waiting === null) continue
    const shownOnly = ({ counts: { shown }, ...rest }: Contribution) => ({ ...rest, counts: { ...noCounts, shown } })
    add(counts, waiting.map(shownOnly))
    counts.prompts.set(id, null)
  }
}

/**
 * Forgets what was counted of records, for a log that begins anew.
 *
 * @example
 * ```ts
 * import { noMemoryCounts, resetRecordCounts } from "@consent-service/testkit/MemoryStatistics"
 *
 * resetRecordCounts(noMemoryCounts())
 * ```
 */
export const resetRecordCounts = (counts: MemoryCounts): void => {
  counts.counted = 0
  for (const [key, row] of counts.rows) {
    counts.rows.set(key, { ...row, counts: { ...noCounts, shown: row.counts.shown } })
  }
}
