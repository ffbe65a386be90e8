/**
 * Classifies the drivers' errors. They have nothing in common: PostgreSQL has SQLSTATEs, MySQL numbers, SQLite names,
 * Node errno names, and some have a message only.
 */
import { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Chunk from "effect/Chunk"
import * as Predicate from "effect/Predicate"

/** The used part of a driver's error. */
export interface DriverError {
  /** SQLSTATE, `ER_…`, `SQLITE_…` or errno name; empty when the driver gave none. */
  readonly code: string
  /** MySQL's SQLSTATE, which it sends next to its own code; empty on the other engines, where it is `code`. */
  readonly sqlState: string
  readonly message: string
}

const textOf = (value: object, key: string): string => {
  const property: unknown = Predicate.hasProperty(value, key) ? value[key] : undefined
  return typeof property === "string" ? property : ""
}

const read = (error: unknown): DriverError => {
  if (!Predicate.isObject(error)) return { code: "", sqlState: "", message: String(error) }
  // A refused connection to a name with several addresses is an AggregateError with an empty message.
  const message = error instanceof AggregateError ? error.errors.map((each) => read(each).message).join(", ") : ""
  return {
    code: textOf(error, "code"),
    sqlState: textOf(error, "sqlState"),
    message: message || textOf(error, "message"),
  }
}

/** The driver's message, without the client's wrapping. */
export const readDriverError = (error: SqlError): DriverError => read(error.cause ?? error)

/** The errors of SQL clients in a cause. A lost connection makes commit and rollback fail as defects: both count. */
export const driverErrors = (cause: Cause.Cause<unknown>): ReadonlyArray<DriverError> =>
  [...Chunk.toReadonlyArray(Cause.failures(cause)), ...Chunk.toReadonlyArray(Cause.defects(cause))]
    .filter((error) => error instanceof SqlError)
    .map(readDriverError)

/**
 * Whether a retry of the unit of work may succeed, because it lost against another one: it was rolled back for certain. The
 * class 40 of SQLSTATEs means that, but for a commit of which the server does not know whether it took place.
 */
export const isContention = ({ code, sqlState: state }: DriverError): boolean =>
  contention.has(code) ||
  code.startsWith("SQLITE_BUSY") ||
  code.startsWith("SQLITE_LOCKED") ||
  [code, state].some((text) => sqlState.test(text) && text.startsWith("40") && text !== unknownCommit)

const unknownCommit = "40003"
const sqlState = /^[0-9A-Z]{5}$/

const contention: ReadonlySet<string> = new Set(["55P03", "ER_LOCK_DEADLOCK", "ER_LOCK_WAIT_TIMEOUT", "ER_CHECKREAD"])

/**
 * Whether MySQL has rolled back the whole transaction that a statement was in, and not only to a savepoint: after a deadlock it
 * does, and then the savepoint is gone.
 */
export const endsTransaction = ({ code }: DriverError): boolean => ending.has(code)

const ending: ReadonlySet<string> = new Set(["ER_LOCK_DEADLOCK", "ER_CHECKREAD", "ER_SP_DOES_NOT_EXIST"])

const unreachable: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
  "PROTOCOL_CONNECTION_LOST",
  "PROTOCOL_SEQUENCE_TIMEOUT",
  "POOL_CLOSED",
  "ER_CON_COUNT_ERROR",
  "ER_TOO_MANY_USER_CONNECTIONS",
  "ER_USER_LIMIT_REACHED",
  "ER_SERVER_SHUTDOWN",
  "ER_NORMAL_SHUTDOWN",
  "ER_CONNECTION_KILLED",
  "ER_QUERY_INTERRUPTED",
  "ER_QUERY_TIMEOUT",
  "ER_STATEMENT_TIMEOUT",
  "ER_CLIENT_INTERACTION_TIMEOUT",
  // PostgreSQL has ended a transaction that was idle, or took too long, with its connection.
  "25P03",
  "25P04",
  unknownCommit,
  "53300",
  "53400",
  "57014",
])

/** Whether the server is up but stopped the statement: it took too long, or waited for a lock. */
export const isStopped = ({ code }: DriverError): boolean => stopped.has(code)

const stopped: ReadonlySet<string> = new Set([
  "57014",
  "ER_QUERY_INTERRUPTED",
  "ER_QUERY_TIMEOUT",
  "ER_STATEMENT_TIMEOUT",
])

const unreachableClasses: ReadonlyArray<string> = ["08", "57P"]

/** Messages of drivers whose connection errors have no code. */
const unreachableMessage =
  /connection terminated|connection ended|connection timed? ?out|timeout e(xpired|xceeded)|closed state|pool is closed|pool after calling end|not queryable|server has gone away/i

/** Codes of read-only servers: a standby, a former primary after a failover, or one in maintenance. */
const readOnly: ReadonlySet<string> = new Set([
  "25006",
  "ER_OPTION_PREVENTS_STATEMENT",
  "ER_READ_ONLY_MODE",
  "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION",
])

/**
 * Whether the server runs but refuses the work until its role changes: it is read-only, or a Galera node without a
 * quorum (SQLSTATE 08S01). Another server may have taken over behind the same address, so the connection is of no more
 * use.
 */
export const isWrongServer = (error: DriverError): boolean =>
  readOnly.has(error.code) || (error.code === "ER_UNKNOWN_COM_ERROR" && error.sqlState === "08S01")

/** Whether the database was unreachable, overloaded or went down, so that a later retry may help. */
export const isUnreachable = (error: DriverError): boolean => {
  const { code, message } = error
  if (isContention(error) || isWrongServer(error) || unreachable.has(code) || error.sqlState === unknownCommit)
    return true
  if (sqlState.test(code)) return unreachableClasses.some((prefix) => code.startsWith(prefix))
  return unreachableMessage.test(message)
}

/** PostgreSQL's classes of data and constraint errors, and MySQL's: their messages quote the written values. */
const repeatsValues = (code: string): boolean =>
  (sqlState.test(code) && (code.startsWith("22") || code.startsWith("23"))) ||
  /^ER_(DUP_|TRUNCATED_|DATA_|WARN_DATA_|INVALID_CHARACTER|CANNOT_CONVERT|PARSE_ERROR)/.test(code)

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

/** The error in one line for a log, without a message that could quote a visitor's input. */
export const describe = ({ code, message }: DriverError): string => {
  if (repeatsValues(code)) return code
  if (code === "") return oneLine(message)
  return message.includes(code) ? oneLine(message) : `${oneLine(message)} (${code})`
}
