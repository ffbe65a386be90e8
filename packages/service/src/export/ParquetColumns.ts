/**
 * The columns of a Parquet file, in the order of those of CSV.
 *
 * @module
 */
import { csvColumns, type RecordItem } from "@consent-service/core/records"
import type { BasicType, ColumnSource } from "hyparquet-writer"

type ColumnName = (typeof csvColumns)[number]

/** What a value is; texts are not named. */
const types: Readonly<Partial<Record<ColumnName, BasicType>>> = {
  givenAt: "TIMESTAMP",
  createdAt: "TIMESTAMP",
  validUntil: "TIMESTAMP",
  preferences: "JSON",
  choice: "JSON",
  vendorChoice: "JSON",
  metadata: "JSON",
  timeToDecisionMs: "DOUBLE",
}

const typeOf = (name: ColumnName): BasicType => types[name] ?? "STRING"

type Cell = RecordItem[ColumnName] | Date

const cellOf = (item: RecordItem, name: ColumnName): Cell => {
  const value = item[name]
  return typeof value === "string" && typeOf(name) === "TIMESTAMP" ? new Date(value) : value
}

/** Records as columns. */
export const columnsOf = (items: ReadonlyArray<RecordItem>): Array<ColumnSource> =>
  csvColumns.map((name) => ({
    name,
    type: typeOf(name),
    data: items.map((item) => cellOf(item, name)),
    offsetIndex: false,
  }))
