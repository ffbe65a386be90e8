/**
 * Writes records as text, each on a line of its own.
 *
 * @module
 */
import { csvHeader, csvLine, recordItem } from "@consent-service/core/records"
import type { StoredRecord, StoreError } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import { open } from "node:fs/promises"
import type { OpenWriter, WriterPorts } from "./RecordWriter.js"

/** How records become text. */
export interface TextFormat {
  readonly header: string
  /** Null for a record that the format has no place for. */
  readonly line: (record: StoredRecord) => Effect.Effect<string | null, StoreError, WriterPorts>
  readonly footer: string
  /** Why the file cannot be used, once it is complete; null when it can. */
  readonly problem: () => string | null
}

/** Opens files of a format. @param make - the format anew for each file: it may count */
export const textWriter =
  (make: () => TextFormat): OpenWriter =>
  async (path) => {
    const { footer, header, line, problem } = make()
    const file = await open(path, "a")
    await file.appendFile(header)
    return {
      add: (records) =>
        Effect.gen(function* () {
          const lines = (yield* Effect.forEach(records, line)).filter((text) => text !== null)
          yield* Effect.promise(() => file.appendFile(lines.join("")))
          return lines.length
        }),
      end: async () => {
        await file.appendFile(footer)
        return problem()
      },
      close: () => file.close(),
    }
  }

const plain = (header: string, line: (record: StoredRecord) => string): (() => TextFormat) => {
  const format: TextFormat = {
    header,
    line: (record) => Effect.sync(() => line(record)),
    footer: "",
    problem: () => null,
  }
  return () => format
}

/** RFC 4180, safe to open in a spreadsheet. */
export const openCsv: OpenWriter = textWriter(plain(csvHeader, (record) => csvLine(recordItem(record))))

/** A JSON object a line. */
export const openNdjson: OpenWriter = textWriter(plain("", (record) => `${JSON.stringify(recordItem(record))}\n`))
