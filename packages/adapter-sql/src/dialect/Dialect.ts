/**
 * The differences between the database engines as one record; all other code is shared.
 *
 * @module
 */
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import type * as Effect from "effect/Effect"
import type { MigrationLocked, UnexpectedAnswer } from "../statement/Guard.js"
import type {
  AddRows,
  InsertMissing,
  InsertNew,
  InsertPairs,
  InsertRows,
  InsertTarget,
} from "../statement/InsertRows.js"
import type { ShardOf } from "../distribution/Shards.js"
import type { LiteralSchema } from "../migrations/LiteralMigration.js"

/** Whether a part of the schema exists. */
export interface Catalog {
  readonly hasTable: (table: string) => Effect.Effect<boolean, SqlError>
  readonly hasColumn: (table: string, column: string) => Effect.Effect<boolean, SqlError>
  readonly hasIndex: (table: string, index: string) => Effect.Effect<boolean, SqlError>
}

/**
 * A cluster that divides the rows of subjects, of their records, and of what waits for the log by the subject's id. Statements that
 * name subjects of one shard are run on its node alone.
 */
export interface Cluster {
  /** Reads which shard has the rows of which subjects. */
  readonly readShards: (subjectTable: string) => Effect.Effect<ShardOf, SqlError | UnexpectedAnswer>
}

/** An engine's ways. */
export interface Dialect {
  readonly schema: LiteralSchema
  /** A text column, equal only to itself: column comparison may ignore trailing spaces. */
  readonly exact: (column: string) => Fragment
  /** How many bytes the text in a column has, as the engine stores it. */
  readonly byteLength: (column: string) => Fragment
  /** Ends a `select` that locks its rows until the transaction ends; null where transactions are exclusive. */
  readonly forUpdate: Fragment | null
  /**
   * A column that gives rows in index order. It exists for an engine in the server's own thread, which
   * reads the rows in parts. Null where a database server sorts rows without blocking this thread.
   */
  readonly rowOrder: Fragment | null
  readonly catalog: Catalog
  /** Null where one server has all rows. */
  readonly cluster: Cluster | null

  /**
   * Makes the connection's commits durable and its text unchanged; run before the first statement that
   * matters. Fails when the database does not allow it.
   */
  readonly prepare: Effect.Effect<void, SqlError | UnexpectedAnswer>

  /** Like `prepare`, within a caller's transaction: it changes no setting, and fails where it would have to. */
  readonly inspect: Effect.Effect<void, SqlError | UnexpectedAnswer>

  /** How many transactions of one process make progress concurrently. */
  readonly transactionsAtOnce: number

  /** Runs an effect in one transaction. */
  readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>

  /**
   * Runs an insert of one row at most and returns whether it inserted. A row with that key, whether it existed or was inserted by
   * another transaction meanwhile, is not an error; anything else is.
   *
   * @param key - the primary key's columns, in parentheses; no table has another unique key
   */
  readonly insertOnce: (insert: Statement<Row>, key: Fragment) => Effect.Effect<boolean, SqlError>

  /** Prepares an insert of many rows, as `insertOnce` does for one. Only for use in a transaction. */
  readonly insertRows: (target: InsertTarget) => InsertRows

  /** Prepares an insert of many rows with new keys, in few statements. Only for use in a transaction. */
  readonly insertNew: (target: InsertTarget) => InsertNew

  /** Prepares an insert of many rows, and leaves those that are there as they are. Only for use in a transaction. */
  readonly insertMissing: (target: InsertTarget) => InsertMissing

  /**
   * Prepares an insert of many rows that adds to those that are there. Only for use in a transaction.
   *
   * @param added - the columns that are added to
   */
  readonly addRows: (target: InsertTarget, added: ReadonlyArray<string>) => AddRows

  /** Prepares an insert of many rows with a companion row each. Only for use in a transaction. */
  readonly insertPairs: (target: InsertTarget, companion: InsertTarget) => InsertPairs

  /**
   * Runs an effect in one transaction that sees what others commit meanwhile, and locks the rows it changes but no gap
   * that others insert into.
   */
  readonly transactionWithoutGaps: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>

  /** Like `transactionWithoutGaps`; where the database is a file, what was deleted is overwritten in it. */
  readonly transactionThatErases: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>

  /**
   * Runs an `update` or a `delete` and returns how many rows it changed.
   */
  readonly changed: (statement: Statement<Row>) => Effect.Effect<number, SqlError>

  /** The time of the server's clock in epoch milliseconds; null where the database is in this process. */
  readonly now: Fragment | null

  /**
   * Runs a step of a migration under a lock, in a transaction where the engine's schema changes can be
   * rolled back. Fails with `MigrationLocked` immediately while another process has the lock.
   *
   * @param scope - identifies a set of tables; different sets of one database may be migrated concurrently
   */
  readonly exclusively: (
    scope: string,
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError | MigrationLocked, R>
}
