/**
 * Lists records, a page after another.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { Records, StoredRecord } from "../ports/Records.js"
import type { StoreError } from "../ports/StoreError.js"
import { fitsFilter, type ListQuery } from "./ListQuery.js"
import { type RecordPage, readInOrder } from "./ReadInOrder.js"

/** How many records are looked at for one page: where a filter fits few, a page has fewer than were asked for. */
const mostLooked = 2_000

/** How many of them are read together: other requests have their turn in between. */
const readTogether = 250

/**
 * The next page of a list.
 *
 * @returns fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { type ListQuery, listRecords } from "@consent-service/core/records"
 *
 * const page = (query: ListQuery) => listRecords(query)
 * ```
 */
export const listRecords: (query: ListQuery) => Effect.Effect<RecordPage, StoreError, Records> = Effect.fnUntraced(
  function* ({ filter, limit, ...span }: ListQuery) {
    const found: Array<StoredRecord> = []
    let [after, looked] = [span.after, 0]
    // What was not looked at for this page is the beginning of the next one.
    let size = limit
    while (looked < mostLooked) {
      const page: RecordPage = yield* readInOrder({ ...span, after }, size)
      if (page.next === null) return { records: found, next: null }
      const fitting = page.records.filter((record) => fitsFilter(filter, record))
      found.push(...fitting.slice(0, limit - found.length))
      looked += size
      const last = found[limit - 1]
      if (last !== undefined) return { records: found, next: last.facts.id }
      after = page.next
      size = readTogether
    }
    return { records: found, next: after }
  },
)
