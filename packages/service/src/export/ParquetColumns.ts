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

/**
 * The columns that records are in the order of: a reader skips groups by their least and greatest value. Those of other
 * columns would say little, and every group's are kept until the file ends.
 */
const inOrder: ReadonlySet<ColumnName> = new Set(["id", "givenAt", "createdAt"])

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
    statistics: inOrder.has(name),
  }))
