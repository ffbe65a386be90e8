/**
 * Inserts many rows at a time on MySQL, each at most once. No statement of MySQL reports which of its rows existed, but one
 * that succeeds has inserted all of them. Rows are tried together, and one by one where one of them existed.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import {
  type AddRows,
  type Cell,
  charactersIn,
  insertBatches,
  type InsertRows,
  type InsertTarget,
  list,
  namesOf,
  piecesOf,
  rowsIn,
  textOfStatement,
} from "./InsertRows.js"

type Cells = ReadonlyArray<Cell>
type Rows = ReadonlyArray<Cells>

/** How this engine inserts, and what it answers about a key that is there. */
export interface KeyedInserts {
  /** Runs the insert of one row; false if its key is there. */
  readonly insertOnce: (insert: Statement<Row>) => Effect.Effect<boolean, SqlError>
  /** Whether an insert failed because of a key that is there. */
  readonly isDuplicate: (error: SqlError) => boolean
}

/** At most 4 MB as UTF-8: a quarter of the message that MariaDB takes by default, which is less than MySQL 8 does. */
const mostCharacters = 1_000_000

/** Inserts one row; false if its key is there, or if there is no row that it must be within. */
const insertOne = (sql: SqlClient, target: InsertTarget, insertOnce: KeyedInserts["insertOnce"]) => {
  const { table, within } = target
  const names = namesOf(target)
  const placeholders = sql.literal(names.map(() => "?").join(","))
  const conditions = within?.columns.map(([theirs]) => sql`${sql(theirs)} = ${sql.literal("?")}`) ?? []
  const into = sql`insert into ${sql(table)} (${list(sql, names)})`
  const text = textOfStatement(
    within === undefined
      ? sql`${into} values (${placeholders})`
      : sql`${into} select ${placeholders} from ${sql(within.table)} where ${sql.join(" and ", false)(conditions)}`,
  )
  const agreed = within?.columns.map(([_, ours]) => names.indexOf(ours)) ?? []
  return (row: Cells) => insertOnce(sql.unsafe<Row>(text, [...row, ...agreed.map((index) => row[index] ?? null)]))
}

/** New rows together, and one by one those that may be there already, or may lack what they must be within. */
export const mysqlInsertRows =
  (sql: SqlClient, { insertOnce, isDuplicate }: KeyedInserts) =>
  (target: InsertTarget): InsertRows => {
    const { columns, within } = target
    const names = namesOf(target)
    const idIndex = names.indexOf("id")
    const idOf = (row: Cells): string => row[idIndex] ?? ""
    const heldBy = within === undefined ? null : names.indexOf(within.columns[0][1])
    const one = insertOne(sql, target, insertOnce)
    const insertAll = insertBatches(sql, target)
    const alone = (row: Cells) => Effect.map(one(row), (isInserted) => (isInserted ? [idOf(row)] : []))
    // Not `Effect.filter`: it begins with the last row, but locks must be taken in the order of the rows.
    const oneByOne = (rows: Rows) => Effect.map(Effect.forEach(rows, alone), (ids) => ids.flat())
    // One statement, so that a failure has inserted none of them.
    const together = (rows: Rows) => Effect.as(insertAll(rows.flat()), rows.map(idOf))
    const piece = (rows: Rows) =>
      rows.length === 1 || charactersIn(rows.flat()) > mostCharacters
        ? oneByOne(rows)
        : Effect.catchIf(together(rows), isDuplicate, () => oneByOne(rows))
    const inPieces = (rows: Rows) => {
      const pieces = piecesOf(rows.length).map(({ from, size }) => rows.slice(from, from + size))
      return Effect.map(Effect.forEach(pieces, piece), (ids) => ids.flat())
    }
    return (cells, held) => {
      const [others, sure] = Arr.partition(
        rowsIn(cells, columns.length),
        (row) => heldBy === null || held?.has(row[heldBy] ?? "") === true,
      )
      // No other transaction can have locked what is within rows that this one has made, so these may go first.
      return Effect.zipWith(inPieces(sure), oneByOne(others), (ids, more) => new Set([...ids, ...more]))
    }
  }

/** Rows that are added to those that are there. No table has a key but its primary one. */
export const mysqlAddRows =
  (sql: SqlClient) =>
  (target: InsertTarget, added: ReadonlyArray<string>): AddRows =>
    insertBatches(
      sql,
      target,
      sql`on duplicate key update ${sql.csv(
        added.map((name) => sql`${sql(name)} = ${sql(name)} + values(${sql(name)})`),
      )}`,
    )
