/**
 * What differs between the database engines, as one record of capabilities: everything else is written once.
 *
 * @module
 */
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import type * as Effect from "effect/Effect"
import type { MigrationLocked, UnexpectedAnswer } from "./internal/Guard.js"
import type { InsertRows, InsertTarget } from "./internal/InsertRows.js"

/** How an engine declares the columns all tables are made of. */
export interface ColumnTypes {
  /** An identifier of up to 255 characters, equal only to itself: no case folding, no padding, no normalisation. */
  readonly key: Fragment
  /** Text of any length, JSON included: the engines' JSON types reorder keys and refuse what cannot be read. */
  readonly text: Fragment
  /** A whole number up to 2^53, among them instants as epoch milliseconds. */
  readonly integer: Fragment
}

/** Whether a part of the schema is there. */
export interface Catalog {
  readonly hasTable: (table: string) => Effect.Effect<boolean, SqlError>
  readonly hasColumn: (table: string, column: string) => Effect.Effect<boolean, SqlError>
  readonly hasIndex: (table: string, index: string) => Effect.Effect<boolean, SqlError>
}

/** An engine's ways. */
export interface Dialect {
  readonly types: ColumnTypes
  /** What follows the column list of a new table. */
  readonly tableOptions: Fragment
  /** What follows the columns of an index that is asked for rows with that column only: others need not cost anything. */
  readonly whereHas: (column: string) => Fragment
  /** A text column, equal only to itself: as a column is compared, spaces at its end may not count. */
  readonly exact: (column: string) => Fragment
  readonly catalog: Catalog

  /**
   * Makes sure that the connection keeps what it acknowledges, and as it was sent; run before the first statement that
   * matters. Fails when the database cannot be made to.
   */
  readonly prepare: Effect.Effect<void, SqlError | UnexpectedAnswer>

  /** How many transactions of one process get on beside each other. */
  readonly transactionsAtOnce: number

  /** Runs an effect in one transaction. */
  readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>

  /**
   * Runs an insert of one row at most and tells whether it inserted. A row with that key, there already or inserted by
   * another transaction meanwhile, is no error; anything else is.
   *
   * @param key - the primary key's columns, in parentheses; no table has another unique key
   */
  readonly insertOnce: (insert: Statement<Row>, key: Fragment) => Effect.Effect<boolean, SqlError>

  /** Makes ready to insert many rows at once, as `insertOnce` does one. Of use in a transaction only. */
  readonly insertRows: (target: InsertTarget) => InsertRows

  /**
   * Runs a step of a migration while no other process can, in a transaction where the engine's schema changes can be
   * rolled back. Fails with `MigrationLocked`, at once, while another process does.
   *
   * @param scope - tells the sets of tables of one database apart that may be migrated at the same time
   */
  readonly exclusively: (
    scope: string,
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError | MigrationLocked, R>
}
