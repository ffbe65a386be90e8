/**
 * Writes the records of a query to a file, a page after another.
 *
 * @module
 */
import type { Records, StoreError } from "@consent-service/core/ports"
import { fitsFilter, type ListQuery, readInOrder, type RecordPage } from "@consent-service/core/records"
import * as Effect from "effect/Effect"
import type { RecordWriter, WriterPorts } from "./RecordWriter.js"

/** How many records are read together. */
const pageSize = 250

/** How far a file is. */
export interface Written {
  /** How many records of the span were looked at. */
  readonly looked: number
  /** How many of them fit the filter. */
  readonly fitting: number
  /** How many of those are in the file. */
  readonly written: number
}

/**
 * Writes records.
 *
 * @param onPage - receives how far it is, after each page
 * @returns how many; fails with `StoreError` when a store does
 */
export const writeRecords = (
  { filter, limit: _, ...span }: ListQuery,
  writer: RecordWriter,
  onPage: (so: Written) => void,
): Effect.Effect<Written, StoreError, Records | WriterPorts> =>
  Effect.gen(function* () {
    let [after, so]: [string | null, Written] = [span.after, { looked: 0, fitting: 0, written: 0 }]
    while (true) {
      const page: RecordPage = yield* readInOrder({ ...span, after }, pageSize)
      if (page.next === null) return so
      const fitting = page.records.filter((record) => fitsFilter(filter, record))
      const written = yield* writer.add(fitting)
      so = {
        looked: so.looked + page.records.length,
        fitting: so.fitting + fitting.length,
        written: so.written + written,
      }
      onPage(so)
      after = page.next
    }
  })
