/** Inserts many rows at a time, each at most once, in as few statements as each engine allows. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { discardRows } from "./Queries.js"
import { textOf } from "./Columns.js"

/** A bound value; integers as decimal text, because the drivers bind numbers as doubles. */
export type Cell = string | null

/** How many characters the cells have. */
export const charactersIn = (cells: ReadonlyArray<Cell>): number => {
  let characters = 0
  for (const cell of cells) characters += cell === null ? 0 : cell.length
  return characters
}

/** A column of the insert. */
export interface InsertColumn {
  readonly name: string
  readonly type: "text" | "integer"
}

/** A table to insert into. */
export interface InsertTarget {
  readonly table: string
  readonly columns: ReadonlyArray<InsertColumn>
  /** The primary key, which includes `id`; no table has another unique key. */
  readonly key: ReadonlyArray<string>
  /** Inserts a row only where this table has a row with equal values in these pairs of columns. */
  readonly within?: {
    readonly table: string
    readonly columns: Arr.NonEmptyReadonlyArray<readonly [theirs: string, ours: string]>
  }
}

/**
 * Inserts rows with distinct keys, and returns the ids of the inserted ones. A row whose key exists, before or
 * by another transaction meanwhile, is not an error; anything else is.
 *
 * @param cells - the rows one after another, with one cell for every column
 * @param held - values of the first column of `within` whose rows this transaction has made: they are there, and stay
 */
export type InsertRows = (
  cells: ReadonlyArray<Cell>,
  held?: ReadonlySet<string>,
) => Effect.Effect<ReadonlySet<string>, SqlError>

/** The companion rows of rows that are inserted. */
export interface Companions {
  /** Gives the cells of the companion rows of the rows with these ids, one row after the other. */
  readonly of: (ids: ReadonlySet<string>) => ReadonlyArray<Cell>
  /** The ids of all rows, if most of them are expected to be inserted; otherwise null. */
  readonly expected: ReadonlySet<string> | null
}

/**
 * Inserts rows like {@link InsertRows}, and for each inserted row the companion row with the same `id`, if it has one.
 * Companion rows have new keys, and are made for the rows that are inserted.
 */
export type InsertPairs = (
  cells: ReadonlyArray<Cell>,
  companions: Companions,
  held?: ReadonlySet<string>,
) => Effect.Effect<ReadonlySet<string>, SqlError>

/**
 * Inserts rows with distinct keys; where a key has a row, the given columns are added to that row's.
 *
 * @param cells - the rows one after another, with one cell for every column
 */
export type AddRows = (cells: ReadonlyArray<Cell>) => Effect.Effect<void, SqlError>

/** The statements are built once: building and compiling a thousand parameters costs more than running them. */
export const textOfStatement = (statement: Statement<Row>): string => statement.compile(true)[0]

/** Names, quoted and separated by commas. */
export const list = (sql: SqlClient, names: ReadonlyArray<string>): Fragment =>
  sql.csv(names.map((name) => sql`${sql(name)}`))

/** Leaves a row whose key is there as it is, and returns the ids of the others. */
export const onceReturningId = (sql: SqlClient, { key }: InsertTarget): Fragment =>
  sql`on conflict (${list(sql, key)}) do nothing returning ${sql("id")}`

export const namesOf = ({ columns }: InsertTarget): ReadonlyArray<string> => columns.map(({ name }) => name)

/** The ids of rows. */
export const idsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => rows.map((row) => textOf(row["id"]))

/** The rows `v` with an id that have a match in the other table, where there is another table. */
export const agreeing = (sql: SqlClient, { within }: InsertTarget, ours: (name: string) => Fragment): Fragment => {
  if (within === undefined) return sql`where ${ours("id")} is not null`
  const pairs = within.columns.map(([theirs, our]) => sql`held.${sql(theirs)} = ${ours(our)}`)
  // A cross join makes SQLite look each row up in the other table; otherwise it might scan that table.
  return sql`cross join ${sql(within.table)} held where ${sql.join(" and ", false)(pairs)}`
}

/** Powers of two and those between: most numbers of rows take two statements, and each size is one text to prepare. */
export const sizes: readonly [number, ...ReadonlyArray<number>] = [128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1]

/** Splits a number of rows into as few such sizes as possible. */
export const piecesOf = (count: number): ReadonlyArray<{ readonly from: number; readonly size: number }> => {
  const pieces = []
  let from = 0
  for (const size of sizes) {
    for (; count - from >= size; from += size) pieces.push({ from, size })
  }
  return pieces
}

/** The rows of such a width. */
export const rowsIn = (cells: ReadonlyArray<Cell>, width: number): ReadonlyArray<ReadonlyArray<Cell>> =>
  Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width))

/** Runs the statements of an insert; mostly there is one. */
export const inTurn = <A, B>(pieces: ReadonlyArray<A>, run: (piece: A) => Effect.Effect<B, SqlError>) => {
  const [only, ...others] = pieces
  return only !== undefined && others.length === 0
    ? Effect.map(run(only), (outcome) => [outcome])
    : Effect.forEach(pieces, run)
}

/** Inserts rows with distinct keys; one whose key is there is left as it is. */
export type InsertMissing = (cells: ReadonlyArray<Cell>) => Effect.Effect<void, SqlError>

/** The same insert for who does not ask which rows were there. */
export const withoutIds =
  (insert: InsertRows): InsertMissing =>
  (cells) =>
    Effect.asVoid(insert(cells))

/** Inserts rows with new keys: one that is there already is an error. */
export type InsertNew = (cells: ReadonlyArray<Cell>) => Effect.Effect<void, SqlError>

/** Inserts rows in batches. Their keys are new, unless the ending says what happens to others. */
export const insertBatches = (
  sql: SqlClient,
  { columns, table }: InsertTarget,
  ending: Fragment = sql.literal(""),
): InsertNew => {
  const names = columns.map(({ name }) => name)
  const row = `(${names.map(() => "?").join(",")})`
  const makeText = (size: number) =>
    textOfStatement(sql`insert into ${sql(table)} (${list(sql, names)})
      values ${sql.literal(Array.from({ length: size }, () => row).join(","))} ${ending}`)
  const texts = new Map(sizes.map((size) => [size, makeText(size)]))
  return (cells) =>
    Effect.asVoid(
      inTurn(piecesOf(cells.length / names.length), ({ from, size }) =>
        discardRows(
          sql.unsafe<Row>(
            texts.get(size) ?? makeText(size),
            cells.slice(from * names.length, (from + size) * names.length),
          ),
        ),
      ),
    )
}

/** SQLite and MySQL: many rows in a statement, since it need not report which of them existed. */
export const insertNew = (sql: SqlClient, target: InsertTarget): InsertNew => insertBatches(sql, target)

/** Adds columns to those of the row whose key is there. */
export const addedOnConflict = (sql: SqlClient, { key, table }: InsertTarget, added: ReadonlyArray<string>): Fragment =>
  sql`on conflict (${list(sql, key)}) do update set ${sql.csv(
    added.map((name) => sql`${sql(name)} = ${sql(table)}.${sql(name)} + excluded.${sql(name)}`),
  )}`

/** Companions of the inserted rows, in a statement after theirs. */
export const companionsAfter =
  (
    insert: InsertRows,
    insertCompanions: (cells: ReadonlyArray<Cell>) => Effect.Effect<unknown, SqlError>,
  ): InsertPairs =>
  (cells, { of }, held) =>
    Effect.flatMap(insert(cells, held), (ids) =>
      ids.size === 0 ? Effect.succeed(ids) : Effect.as(insertCompanions(of(ids)), ids),
    )

/** SQLite and MySQL: the companions of the inserted rows, in separate statements. */
export const insertPairsAfter =
  (sql: SqlClient, insertRows: (target: InsertTarget) => InsertRows) =>
  (target: InsertTarget, companion: InsertTarget): InsertPairs =>
    companionsAfter(insertRows(target), insertBatches(sql, companion))
