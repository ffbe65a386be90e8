/**
 * What every connection that writes to a SQLite file is set to. Re-opened WAL databases have `synchronous=NORMAL`, which may
 * lose acknowledged transactions in a power cut.
 */

/** While SQLite waits for a lock it blocks its thread; longer waits are retries. */
export const busyTimeout = "pragma busy_timeout = 20"

/** In the order in which they are to be run. */
export const writerPragmas: ReadonlyArray<string> = [
  busyTimeout,
  "pragma journal_mode = wal",
  "pragma synchronous = full",
]
