/**
 * How far a database's log is written, and how far a replica has replayed it. On PostgreSQL only: the other engines have
 * no position that both sides of a replication count alike.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { optionalText, reading, text } from "../statement/Columns.js"
import type { UnexpectedAnswer } from "../statement/Guard.js"
import { rowsOf } from "../statement/Queries.js"

/** A place in the log. Places of different timelines cannot be compared. */
export interface LogPosition {
  readonly timeline: number
  readonly bytes: bigint
}

type ReadPosition = Effect.Effect<LogPosition | null, SqlError | UnexpectedAnswer>

const readPosition = (statement: Parameters<typeof rowsOf>[0]): ReadPosition =>
  Effect.flatMap(rowsOf(statement), ([row]) =>
    reading(() => {
      const bytes = optionalText(row?.["bytes"])
      return bytes === null ? null : { timeline: Number.parseInt(text(row?.["timeline"]), 16), bytes: BigInt(bytes) }
    }),
  )

const nowhere: ReadPosition = Effect.succeed(null)

/** The end of what a primary has written: everything that it acknowledged before is in front of it. Null on others. */
export const writtenTo = (sql: SqlClient): ReadPosition =>
  sql.onDialectOrElse({
    // The name of a file begins with the timeline, as eight hex digits.
    pg: () =>
      readPosition(sql`select substr(pg_walfile_name(lsn), 1, 8) as timeline, pg_wal_lsn_diff(lsn, '0/0')::text as bytes
        from (select case when pg_is_in_recovery() then null else pg_current_wal_lsn() end as lsn) at`),
    orElse: () => nowhere,
  })

/**
 * The end of what a replica can show. Null on a server that is none, such as one that was promoted. The timeline is that of
 * the last checkpoint: after a failover it is old for some minutes, and nothing can be said of the replica until then.
 */
export const replayedTo = (sql: SqlClient): ReadPosition =>
  sql.onDialectOrElse({
    pg: () =>
      readPosition(sql`select to_hex(timeline_id) as timeline, pg_wal_lsn_diff(lsn, '0/0')::text as bytes
        from pg_control_checkpoint(),
          (select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as lsn) at`),
    orElse: () => nowhere,
  })
