/**
 * Reads records in the order of their ids, which begin with the times of the acts: a range of the table's own key is a
 * span of time, and no further index is needed.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type IdRange, timedIdRanges } from "../digest/TimedIdRanges.js"
import { Records, type StoredRecord } from "../ports/Records.js"
import type { StoreError } from "../ports/StoreError.js"
import { compareCodeUnits } from "../schema/Order.js"

/** Of which records: those of a span of time, behind a record. Times are those of the acts, in epoch milliseconds. */
export interface RecordSpan {
  readonly from: number | null
  /** Not included. */
  readonly before: number | null
  /** The id of the last record that was seen; null from the beginning. */
  readonly after: string | null
}

/** The first text behind an id: no id has a character before it. */
const behind = (id: string): string => `${id}!`

/** The ranges of a span that are left. */
const rangesOf = ({ after, before, from }: RecordSpan): ReadonlyArray<IdRange> => {
  const ranges = timedIdRanges("cns", from, before)
  if (after === null) return ranges
  return ranges.flatMap((range) => {
    if (compareCodeUnits(range.to, after) <= 0) return []
    return [compareCodeUnits(range.from, after) > 0 ? range : { ...range, from: behind(after) }]
  })
}

const isWithin = ({ before, from }: RecordSpan, { facts: { givenAt } }: StoredRecord): boolean =>
  (from === null || givenAt >= from) && (before === null || givenAt < before)

/** Some records of a span. */
export interface RecordPage {
  readonly records: ReadonlyArray<StoredRecord>
  /** The id of the last record that was looked at; null when nothing is left. */
  readonly next: string | null
}

/**
 * The next records of a span.
 *
 * @param limit - how many are looked at
 * @returns fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { readInOrder } from "@consent-service/core/records"
 *
 * const first = readInOrder({ from: Date.UTC(2026, 0, 1), before: null, after: null }, 100)
 * ```
 */
export const readInOrder: (span: RecordSpan, limit: number) => Effect.Effect<RecordPage, StoreError, Records> =
  // One generator function for all pages: see `vendorFold`.
  Effect.fnUntraced(function* (span: RecordSpan, limit: number) {
    const { read } = yield* Records
    for (const range of rangesOf(span)) {
      const found = yield* read(range, limit)
      const last = found.at(-1)
      if (last === undefined) continue
      return { records: found.filter((record) => isWithin(span, record)), next: last.facts.id }
    }
    return { records: [], next: null }
  })
