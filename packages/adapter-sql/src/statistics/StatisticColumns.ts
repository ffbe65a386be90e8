/** The columns of the counts. */
import {
  type CountName,
  countNames,
  type Counts,
  type Dimension,
  type RollUpRow,
} from "@consent-service/core/statistics"
import type { Row } from "@effect/sql/SqlConnection"
import { integer as readInteger } from "../statement/Columns.js"
import { type Columns, integer, text } from "../statement/StoredColumns.js"

const columnOf = (name: CountName): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A column for each count, in the order of the counts. */
export const countColumns: ReadonlyArray<string> = countNames.map(columnOf)

/** The counts in a row. */
export const countsIn = (row: Row): Counts => {
  const count = (name: CountName) => readInteger(row[columnOf(name)])
  return {
    records: count("records"),
    accepted: count("accepted"),
    refused: count("refused"),
    customized: count("customized"),
    experienceGranted: count("experienceGranted"),
    experienceRefused: count("experienceRefused"),
    functionalityGranted: count("functionalityGranted"),
    functionalityRefused: count("functionalityRefused"),
    marketingGranted: count("marketingGranted"),
    marketingRefused: count("marketingRefused"),
    measurementGranted: count("measurementGranted"),
    measurementRefused: count("measurementRefused"),
    shown: count("shown"),
  }
}

/** The key of the counts, in the order of its columns. */
export const statisticKey = ["tenant", "unit", "dimension", "start", "value", "part"]

export const statisticColumns = (tenant: string): Columns<RollUpRow> => [
  text("tenant", () => tenant),
  text("unit", ({ unit }) => unit),
  text("dimension", ({ dimension }) => dimension),
  integer("start", ({ start }) => start),
  text("value", ({ value }) => value),
  text("part", ({ part }) => part),
  ...countNames.map((name) => integer<RollUpRow>(columnOf(name), ({ counts }) => counts[name])),
]

/** Groups by the dimensions of this version; rows of others are left alone. */
export const dimensionIn = (known: ReadonlyArray<Dimension>, name: string): Dimension | null =>
  known.find((one) => one === name) ?? null
