/** Inserts many rows at a time on PostgreSQL: one statement, whatever their number, with an array for each column. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import {
  addedOnConflict,
  type AddRows,
  agreeing,
  type Cell,
  companionsAfter,
  idsOf,
  type InsertNew,
  type InsertPairs,
  type InsertRows,
  type InsertTarget,
  list,
  namesOf,
  onceReturningId,
  textOfStatement,
} from "./InsertRows.js"
import { rowsOf } from "./Queries.js"

const columnIn = (cells: ReadonlyArray<Cell>, width: number, column: number): ReadonlyArray<Cell> =>
  Array.from({ length: cells.length / width }, (_, row) => cells[row * width + column] ?? null)

/** A row of arrays, one for each column, as the parameters from a number on. */
const arraysFrom = (first: number, { columns }: InsertTarget): string => {
  const types = { text: "text[]", integer: "bigint[]" }
  return columns.map(({ type }, index) => `$${first + index}::${types[type]}`).join(",")
}

const pgInsertText = (sql: SqlClient, target: InsertTarget): Fragment => {
  const names = list(sql, namesOf(target))
  return sql`insert into ${sql(target.table)} (${names}) select v.*
      from unnest(${sql.literal(arraysFrom(1, target))}) as v(${names})
      ${agreeing(sql, target, (name) => sql`v.${sql(name)}`)} ${onceReturningId(sql, target)}`
}

const pgArrays = (cells: ReadonlyArray<Cell>, { columns }: InsertTarget): ReadonlyArray<ReadonlyArray<Cell>> =>
  columns.map((_, column) => columnIn(cells, columns.length, column))

/** Rows of which some may be there. */
export const pgInsertRows =
  (sql: SqlClient) =>
  (target: InsertTarget): InsertRows => {
    const text = textOfStatement(sql`${pgInsertText(sql, target)}`)
    return (cells) =>
      Effect.map(rowsOf(sql.unsafe<Row>(text, pgArrays(cells, target))), (inserted) => new Set(idsOf(inserted)))
  }

/** Rows with new keys. */
export const pgInsertNew =
  (sql: SqlClient) =>
  (target: InsertTarget): InsertNew => {
    const names = list(sql, namesOf(target))
    const text = textOfStatement(sql`insert into ${sql(target.table)} (${names}) select v.*
      from unnest(${sql.literal(arraysFrom(1, target))}) as v(${names})`)
    return (cells) => Effect.asVoid(rowsOf(sql.unsafe<Row>(text, pgArrays(cells, target))))
  }

/** Rows that are added to those that are there. */
export const pgAddRows =
  (sql: SqlClient) =>
  (target: InsertTarget, added: ReadonlyArray<string>): AddRows => {
    const names = list(sql, namesOf(target))
    const text = textOfStatement(sql`insert into ${sql(target.table)} (${names})
      select v.* from unnest(${sql.literal(arraysFrom(1, target))}) as v(${names})
      ${addedOnConflict(sql, target, added)}`)
    return (cells) => Effect.asVoid(rowsOf(sql.unsafe<Row>(text, pgArrays(cells, target))))
  }

/**
 * Rows and their companions in one statement, so that a transaction has no more round trips than without companions. Where most rows
 * are there already, companions for all of them would cost more than a second statement.
 */
export const pgInsertPairs =
  (sql: SqlClient) =>
  (target: InsertTarget, companion: InsertTarget): InsertPairs => {
    const names = list(sql, namesOf(companion))
    const arrays = sql.literal(arraysFrom(1 + target.columns.length, companion))
    const text = textOfStatement(sql`with inserted as (${pgInsertText(sql, target)}),
      companions as (insert into ${sql(companion.table)} (${names})
        select c.* from unnest(${arrays}) as c(${names}) where c.id in (select id from inserted))
      select id from inserted`)
    const apart = companionsAfter(pgInsertRows(sql)(target), pgInsertRows(sql)(companion))
    return (cells, companions) => {
      if (companions.expected === null) return apart(cells, companions)
      const values = [...pgArrays(cells, target), ...pgArrays(companions.of(companions.expected), companion)]
      return Effect.map(rowsOf(sql.unsafe<Row>(text, values)), (inserted) => new Set(idsOf(inserted)))
    }
  }
