/** What connections to a SQLite file are set to. */

/** While SQLite waits for a lock it blocks its thread; longer waits are retries. */
export const busyTimeout = "pragma busy_timeout = 20"

/** A connection that writes nothing. */
export const queryOnly = "pragma query_only = on"

/** Re-opened WAL databases have `synchronous=NORMAL`, which may lose acknowledged transactions in a power cut. */
export const durable = "pragma synchronous = full"

/** Of a connection that writes, in the order in which they are to be run. */
export const writerPragmas: ReadonlyArray<string> = [busyTimeout, "pragma journal_mode = wal", durable]

/**
 * Of a command's connection that only reads. It reads most pages a single time, and keeps 2 MB of them instead of 16: a long
 * export is to take little memory.
 */
export const readerPragmas: ReadonlyArray<string> = [queryOnly, "pragma cache_size = -2000"]
