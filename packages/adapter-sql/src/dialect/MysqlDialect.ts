/** MySQL and MariaDB, in the subset both have: no `returning`, no collation of one of them only. */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Catalog, Dialect } from "./Dialect.js"
import { transactionBegunBy } from "./Transactions.js"
import { mysqlSchema } from "../migrations/mysql/index.js"
import { MigrationLocked, UnexpectedAnswer } from "../statement/Guard.js"
import { insertNew, insertPairsAfter, withoutIds } from "../statement/InsertRows.js"
import { type KeyedInserts, mysqlAddRows, mysqlInsertRows } from "../statement/MysqlInsertRows.js"
import { answerOf, found, rowsOf } from "../statement/Queries.js"

const catalogOf = (sql: SqlClient.SqlClient): Catalog => ({
  hasTable: (table) =>
    found(sql`select 1 as found from information_schema.tables
      where table_schema = database() and table_name = ${table}`),
  hasColumn: (table, column) =>
    found(sql`select 1 as found from information_schema.columns
      where table_schema = database() and table_name = ${table} and column_name = ${column}`),
  hasIndex: (table, index) =>
    found(sql`select 1 as found from information_schema.statistics
      where table_schema = database() and table_name = ${table} and index_name = ${index}`),
})

/** Why a session with these settings must not be used, or null. */
const sessionProblem = (settings: Row | undefined, isolation: unknown): string | null => {
  if (!/STRICT_(TRANS|ALL)_TABLES/.test(String(settings?.["sql_mode"]))) {
    return "the sql_mode of the connection lacks STRICT_TRANS_TABLES"
  }
  if (Number(settings?.["flushes"]) !== 1) {
    return "innodb_flush_log_at_trx_commit is not 1: a server crash could lose records"
  }
  if (settings?.["character_sets"] !== "utf8mb4 utf8mb4 utf8mb4") {
    return "the character set of the connection is not utf8mb4"
  }
  if (Number(settings["autocommit"]) !== 1) {
    return "autocommit is off: a write without a transaction would be lost, and reads would miss later records"
  }
  if (settings["completion_type"] !== "NO_CHAIN") {
    return "completion_type is not NO_CHAIN: writes after a transaction would be lost"
  }
  return isolation === "READ-UNCOMMITTED"
    ? "the isolation level is READ UNCOMMITTED: a record could be acknowledged that is never committed"
    : null
}

/**
 * Outside strict mode the server truncates long text; with another character set it replaces unknown characters. Without
 * autocommit, nothing commits what is written outside of transactions.
 */
export const checkMysqlConnection = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError | UnexpectedAnswer> =>
  Effect.gen(function* () {
    const [settings] = yield* rowsOf(sql`select @@session.sql_mode as sql_mode,
      @@global.innodb_flush_log_at_trx_commit as flushes, @@session.autocommit as autocommit,
      @@session.completion_type as completion_type,
      concat_ws(' ', @@character_set_client, @@character_set_connection, @@character_set_results) as character_sets`)
    // The variable has two names: MariaDB has that of MySQL since version 11.1.
    const [isolation] = yield* rowsOf(
      sql`show session variables where variable_name in ('transaction_isolation', 'tx_isolation')`,
    )
    const message = sessionProblem(settings, isolation?.["Value"])
    if (message !== null) return yield* new UnexpectedAnswer({ message })
  })

/**
 * Gives a new connection the settings that the statements are written for, whatever the defaults of the server are, and checks
 * it.
 *
 * @param timeoutMs - how long a statement waits for a row that another transaction locks, in whole seconds: the driver cannot
 *   stop it, and by default it would hold its connection for 50
 */
export const prepareMysqlConnection = (
  sql: SqlClient.SqlClient,
  timeoutMs: number,
): Effect.Effect<void, SqlError | UnexpectedAnswer> => {
  const patience = sql.literal(`${Math.max(1, Math.ceil(timeoutMs / 1_000))}`)
  return Effect.all(
    [
      rowsOf(sql`set session autocommit = 1, session completion_type = 'NO_CHAIN',
        session innodb_lock_wait_timeout = least(@@session.innodb_lock_wait_timeout, ${patience})`),
      rowsOf(sql`set session transaction isolation level repeatable read`),
      checkMysqlConnection(sql),
    ],
    { discard: true },
  )
}

const isDuplicate = ({ cause }: SqlError): boolean => Predicate.hasProperty(cause, "errno") && cause.errno === 1062

const affectedRows = (result: unknown): number =>
  Predicate.hasProperty(result, "affectedRows") ? Number(result.affectedRows) : 0

/**
 * A plain insert: `ignore` would also swallow truncation, and `on duplicate key update` reports winners and losers
 * alike. The key needs no check: every table has only its primary key.
 */
const insertUnlessTaken = (insert: Statement<Row>): Effect.Effect<boolean, SqlError> =>
  answerOf(insert).pipe(
    Effect.map((result) => affectedRows(result) === 1),
    Effect.catchIf(isDuplicate, () => Effect.succeed(false)),
  )

const keyedInserts: KeyedInserts = { insertOnce: insertUnlessTaken, isDuplicate }

/**
 * A named lock belongs to a connection and ends with it, so all statements run on one reserved connection. Schema changes
 * commit implicitly, so a transaction could not undo them.
 */
const exclusively =
  (sql: SqlClient.SqlClient): Dialect["exclusively"] =>
  (scope) => {
    const name = sql`concat('consent_service:', md5(concat(database(), '/', ${scope})))`
    const lock = Effect.filterOrFail(
      rowsOf(sql`select get_lock(${name}, 0) as locked`),
      ([row]) => Number(row?.["locked"]) === 1,
      () => new MigrationLocked({ message: "another process is migrating the database" }),
    )
    // A schema change must not queue long for a table: every later statement would queue behind it.
    const patience = rowsOf(sql`set session lock_wait_timeout = 5`)
    // If this fails, the connection is lost, and its lock with it.
    const unlock = rowsOf(sql`set session lock_wait_timeout = default`).pipe(
      Effect.zipRight(rowsOf(sql`select release_lock(${name}) as released`)),
      Effect.ignore,
    )
    return (effect) =>
      Effect.uninterruptible(sql.reserve).pipe(
        Effect.flatMap((connection) =>
          Effect.provideService(
            Effect.acquireUseRelease(
              lock,
              () => Effect.zipRight(patience, effect),
              () => unlock,
            ),
            SqlClient.TransactionConnection,
            [connection, 0],
          ),
        ),
        Effect.scoped,
      )
  }

/**
 * At the default level, a transaction that reads to the end of an index locks it for inserts: every save would
 * wait for the integration of earlier ones. The level is set for the next transaction of the connection only.
 */
const readCommitted = (sql: SqlClient.SqlClient): Dialect["transaction"] =>
  transactionBegunBy(sql, "set transaction isolation level read committed", "start transaction")

/** The dialect of MySQL and MariaDB. */
export const mysqlDialect = (sql: SqlClient.SqlClient): Dialect => ({
  schema: mysqlSchema,
  exact: (column) => sql`cast(${sql(column)} as binary)`,
  byteLength: (column) => sql`length(${sql(column)})`,
  forUpdate: sql.literal("for update"),
  rowOrder: null,
  catalog: catalogOf(sql),
  cluster: null,
  prepare: checkMysqlConnection(sql),
  inspect: checkMysqlConnection(sql),
  insertOnce: insertUnlessTaken,
  insertRows: mysqlInsertRows(sql, keyedInserts),
  insertNew: (target) => insertNew(sql, target),
  insertMissing: (target) => withoutIds(mysqlInsertRows(sql, keyedInserts)(target)),
  insertPairs: insertPairsAfter(sql, mysqlInsertRows(sql, keyedInserts)),
  addRows: mysqlAddRows(sql),
  transactionsAtOnce: 2,
  transaction: sql.withTransaction,
  transactionWithoutGaps: readCommitted(sql),
  transactionThatErases: readCommitted(sql),
  changed: (statement) => Effect.map(answerOf(statement), affectedRows),
  // Not by way of local time, in which an hour of autumn repeats.
  now: sql.literal("timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000"),
  exclusively: exclusively(sql),
})
