/**
 * Inserts many rows at a time on a cluster of PostgreSQL servers. A list of values is sent to the node of the rows' shard, where
 * a query over arrays, or a join, would be run on the coordinator and its rows be sent on.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { textOf } from "./Columns.js"
import {
  type AddRows,
  addedOnConflict,
  type Cell,
  companionsAfter,
  type InsertNew,
  type InsertPairs,
  type InsertRows,
  type InsertTarget,
  list,
  namesOf,
  onceReturningId,
  rowsIn,
  textOfStatement,
} from "./InsertRows.js"
import { listsOf, mostListed, rowsOf } from "./Queries.js"

type RunRows = (cells: ReadonlyArray<Cell>) => Effect.Effect<ReadonlyArray<Row>, SqlError>

/** As many placeholders as a number of rows has cells. */
const placeholders = (rows: number, width: number): string =>
  Array.from(
    { length: rows },
    (_, row) => `(${Array.from({ length: width }, (__, column) => `$${row * width + column + 1}`).join(",")})`,
  ).join(",")

/** Runs inserts of values with an ending. Each number of rows has one text, which is made once: the driver prepares none. */
const insertValues = (sql: SqlClient, target: InsertTarget, ending: Fragment): RunRows => {
  const names = namesOf(target)
  const texts = new Map<number, string>()
  const textFor = (rows: number): string => {
    const known = texts.get(rows)
    if (known !== undefined) return known
    const text = textOfStatement(sql`insert into ${sql(target.table)} (${list(sql, names)})
      values ${sql.literal(placeholders(rows, names.length))} ${ending}`)
    texts.set(rows, text)
    return text
  }
  const insert = (cells: ReadonlyArray<Cell>) => rowsOf(sql.unsafe<Row>(textFor(cells.length / names.length), cells))
  return (cells) =>
    Effect.map(Effect.forEach(Arr.chunksOf(cells, mostListed * names.length), insert), (rows) => rows.flat())
}

/** The rows of which the other table has the row that they must be within. */
const makeKeepWithin = (sql: SqlClient, { columns, within }: InsertTarget) => {
  if (within === undefined) return (cells: ReadonlyArray<Cell>) => Effect.succeed(cells)
  const names = columns.map(({ name }) => name)
  const [[theirId, ourId], ...others] = within.columns
  const idOf = (row: ReadonlyArray<Cell>): string => row[names.indexOf(ourId)] ?? ""
  // The rows of an insert agree in all columns but the first: they are of one tenant.
  const select = (ids: ReadonlyArray<string>, row: ReadonlyArray<Cell>) => {
    const equal = others.map(([theirs, ours]) => sql`${sql(theirs)} = ${row[names.indexOf(ours)] ?? null}`)
    return rowsOf(sql`select ${sql(theirId)} as id from ${sql(within.table)}
      where ${sql.join(" and ", false)([sql.in(theirId, ids), ...equal])}`)
  }
  return (cells: ReadonlyArray<Cell>, held?: ReadonlySet<string>): Effect.Effect<ReadonlyArray<Cell>, SqlError> => {
    const rows = rowsIn(cells, columns.length)
    const [first] = rows
    const unsure = rows.map(idOf).filter((id) => held?.has(id) !== true)
    if (first === undefined || unsure.length === 0) return Effect.succeed(cells)
    return Effect.map(
      Effect.forEach(listsOf(unsure), (ids) => select(ids, first)),
      (found) => {
        const known = new Set(found.flat().map((row) => textOf(row["id"])))
        return rows.filter((row) => held?.has(idOf(row)) === true || known.has(idOf(row))).flat()
      },
    )
  }
}

/** Values, after a query for those that may lack what they must be within. */
export const valuesInsertRows =
  (sql: SqlClient) =>
  (target: InsertTarget): InsertRows => {
    const insert = insertValues(sql, target, onceReturningId(sql, target))
    const keepWithin = makeKeepWithin(sql, target)
    const none: ReadonlySet<string> = new Set()
    return (cells, held) =>
      Effect.flatMap(keepWithin(cells, held), (kept) =>
        kept.length === 0
          ? Effect.succeed(none)
          : Effect.map(insert(kept), (rows) => new Set(rows.map((row) => textOf(row["id"])))),
      )
  }

/** Values of rows with new keys. */
export const valuesInsertNew =
  (sql: SqlClient) =>
  (target: InsertTarget): InsertNew => {
    const insert = insertValues(sql, target, sql.literal(""))
    return (cells) => Effect.asVoid(insert(cells))
  }

/** Values, added to those that are there. */
export const valuesAddRows =
  (sql: SqlClient) =>
  (target: InsertTarget, added: ReadonlyArray<string>): AddRows => {
    const insert = insertValues(sql, target, addedOnConflict(sql, target, added))
    return (cells) => Effect.asVoid(insert(cells))
  }

/** The companions of the inserted rows, in a second statement. */
export const valuesInsertPairs =
  (sql: SqlClient) =>
  (target: InsertTarget, companion: InsertTarget): InsertPairs =>
    companionsAfter(valuesInsertRows(sql)(target), valuesInsertNew(sql)(companion))
