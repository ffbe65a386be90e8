/**
 * What differs between the database engines, as one record of capabilities: everything else is written once.
 *
 * @module
 */
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import type * as Effect from "effect/Effect"
import type { MigrationLocked, UnexpectedAnswer } from "../statement/Guard.js"
import type { InsertPairs, InsertRows, InsertTarget } from "../statement/InsertRows.js"
import type { LiteralSchema } from "../migrations/LiteralMigration.js"

/** Whether a part of the schema is there. */
export interface Catalog {
  readonly hasTable: (table: string) => Effect.Effect<boolean, SqlError>
  readonly hasColumn: (table: string, column: string) => Effect.Effect<boolean, SqlError>
  readonly hasIndex: (table: string, index: string) => Effect.Effect<boolean, SqlError>
}

/** An engine's ways. */
export interface Dialect {
  readonly schema: LiteralSchema
  /** A text column, equal only to itself: as a column is compared, spaces at its end may not count. */
  readonly exact: (column: string) => Fragment
  /** How many bytes the text in a column has, as the engine stores it. */
  readonly byteLength: (column: string) => Fragment
  /** Ends a `select` whose rows stay as they are until the transaction ends; null where a transaction has all to itself. */
  readonly forUpdate: Fragment | null
  /**
   * A column that a table's indexes find rows in the order of. There for an engine in the server's own thread: it is
   * asked for a part of the rows after another. Null where a server puts rows in order while others are answered.
   */
  readonly rowOrder: Fragment | null
  readonly catalog: Catalog

  /**
   * Makes sure that the connection keeps what it acknowledges, and as it was sent; run before the first statement that
   * matters. Fails when the database cannot be made to.
   */
  readonly prepare: Effect.Effect<void, SqlError | UnexpectedAnswer>

  /** How many transactions of one process make progress concurrently. */
  readonly transactionsAtOnce: number

  /** Runs an effect in one transaction. */
  readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>

  /**
   * Runs an insert of one row at most and returns whether it inserted. A row with that key, there already or inserted by
   * another transaction meanwhile, is not an error; anything else is.
   *
   * @param key - the primary key's columns, in parentheses; no table has another unique key
   */
  readonly insertOnce: (insert: Statement<Row>, key: Fragment) => Effect.Effect<boolean, SqlError>

  /** Prepares an insert of many rows, as `insertOnce` does for one. Only for use in a transaction. */
  readonly insertRows: (target: InsertTarget) => InsertRows

  /** Prepares an insert of many rows with a companion row each. Only for use in a transaction. */
  readonly insertPairs: (target: InsertTarget, companion: InsertTarget) => InsertPairs

  /**
   * Runs an effect in one transaction that sees what others commit meanwhile, and locks the rows it changes but no gap
   * that others insert into.
   */
  readonly transactionWithoutGaps: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>

  /**
   * Runs an `update` or a `delete` and returns how many rows it changed.
   */
  readonly changed: (statement: Statement<Row>) => Effect.Effect<number, SqlError>

  /** The time of the server's clock in epoch milliseconds; null where the database is in this process. */
  readonly now: Fragment | null

  /**
   * Runs a step of a migration while no other process can, in a transaction where the engine's schema changes can be
   * rolled back. Fails with `MigrationLocked` immediately while another process does.
   *
   * @param scope - identifies a set of tables; different sets of one database may be migrated concurrently
   */
  readonly exclusively: (
    scope: string,
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError | MigrationLocked, R>
}
