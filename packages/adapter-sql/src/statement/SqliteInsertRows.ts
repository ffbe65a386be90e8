/** Inserts many rows at a time on SQLite: statements of several rows, prepared once a size. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import {
  addedOnConflict,
  type AddRows,
  agreeing,
  type Cell,
  idsOf,
  insertBatches,
  type InsertMissing,
  type InsertRows,
  type InsertTarget,
  inTurn,
  list,
  namesOf,
  onceReturningId,
  sizes,
  textOfStatement,
} from "./InsertRows.js"
import { rowsOf } from "./Queries.js"

/** The cells of as few statements as possible, each filled up to such a size with rows that have no values. */
const filled = (cells: ReadonlyArray<Cell>, width: number): ReadonlyArray<ReadonlyArray<Cell>> => {
  const [most] = sizes
  return Arr.chunksOf(cells, most * width).map((rows) => {
    const size = sizes.findLast((each) => each * width >= rows.length) ?? most
    return [...rows, ...Array.from({ length: size * width - rows.length }, () => null)]
  })
}

/**
 * Rows of which some may be there. `or fail`, because a statement that can abort on its own has
 * to journal all it overwrites, at the cost of a write; a failure here rolls the whole transaction back.
 */
export const sqliteInsertRows =
  (sql: SqlClient) =>
  (target: InsertTarget): InsertRows => {
    const names = namesOf(target)
    const placeholders = `(${names.map(() => "?").join(",")})`
    const column = (name: string) => sql.literal(`v.column${names.indexOf(name) + 1}`)
    // Not `v.*`: a connection does not keep statements prepared whose columns a migration may change.
    const columns = sql.literal(names.map((_, index) => `v.column${index + 1}`).join(","))
    const makeText = (size: number) =>
      textOfStatement(sql`insert or fail into ${sql(target.table)} (${list(sql, names)}) select ${columns}
        from (values ${sql.literal(Array.from({ length: size }, () => placeholders).join(","))}) v
        ${agreeing(sql, target, column)} ${onceReturningId(sql, target)}`)
    const texts = new Map(sizes.map((size) => [size, makeText(size)]))
    const insert = (cells: ReadonlyArray<Cell>) => {
      const size = cells.length / names.length
      return Effect.map(rowsOf(sql.unsafe<Row>(texts.get(size) ?? makeText(size), cells)), idsOf)
    }
    return (cells) => Effect.map(inTurn(filled(cells, names.length), insert), (ids) => new Set(ids.flat()))
  }

/** The same for who does not ask which rows were there. */
export const sqliteInsertMissing =
  (sql: SqlClient) =>
  (target: InsertTarget): InsertMissing =>
    insertBatches(sql, target, sql`on conflict (${list(sql, target.key)}) do nothing`)

/** Rows that are added to those that are there. */
export const sqliteAddRows =
  (sql: SqlClient) =>
  (target: InsertTarget, added: ReadonlyArray<string>): AddRows =>
    insertBatches(sql, target, addedOnConflict(sql, target, added))
