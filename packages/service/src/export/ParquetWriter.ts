/**
 * Writes records as Apache Parquet. Needs the package `hyparquet-writer`.
 *
 * @module
 */
import { packageVersion } from "@consent-service/adapter-http/Version"
import { type RecordItem, recordItem } from "@consent-service/core/records"
import * as Effect from "effect/Effect"
import { fileWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer"
import { columnsOf } from "./ParquetColumns.js"
import type { OpenWriter } from "./RecordWriter.js"

/** The most rows of a group, and about how many characters are in one: what is kept until it is written. */
const [mostRows, mostCharacters] = [1_500, 2_000_000]

/** About how long the texts of a record are: those that callers can make long are measured. */
const charactersIn = ({ metadata, tcString, vendorChoice }: RecordItem): number =>
  1_000 + (tcString?.length ?? 0) + JSON.stringify([metadata, vendorChoice]).length

/** Opens a file whose groups of rows are written one after another. */
export const openParquet: OpenWriter = async (path) => {
  const parquet = new ParquetWriter({
    writer: fileWriter(path),
    schema: schemaFromColumnData({ columnData: columnsOf([]) }),
    createdBy: `consent-service ${packageVersion}`,
  })
  let [rows, characters]: [Array<RecordItem>, number] = [[], 0]
  const writeGroup = async (): Promise<void> => {
    if (rows.length === 0) return
    await parquet.write({ columnData: columnsOf(rows), rowGroupSize: rows.length })
    ;[rows, characters] = [[], 0]
  }
  return {
    add: (records) =>
      Effect.promise(async () => {
        for (const record of records) {
          const item = recordItem(record)
          rows.push(item)
          characters += charactersIn(item)
          if (rows.length >= mostRows || characters >= mostCharacters) await writeGroup()
        }
        return records.length
      }),
    end: async () => {
      await writeGroup()
      await parquet.finish()
      return null
    },
    close: () => Promise.resolve(),
  }
}
