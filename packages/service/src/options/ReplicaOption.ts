/**
 * The option `replica`: a read replica of the database.
 *
 * @module
 */
import { type Authored, optional, type OptionGroup, type Resolved, says } from "@consent-service/core/authored"
import * as Schema from "effect/Schema"
import { Database } from "./DatabaseOptions.js"

const [leastLagMs, mostLagMs] = [100, 600_000]

const fields = {
  /**
   * The replica, in one of the forms of `database`.
   *
   * @default –
   */
  url: Database,
  /**
   * How late the histories of `GET /subjects` may be, in milliseconds, at least 100: such a history is read from the replica
   * while it has all that was acknowledged longer ago. PostgreSQL only. Without the option histories are read from the
   * database.
   *
   * @default none
   */
  historyLagMs: optional(
    Schema.Int.pipe(Schema.between(leastLagMs, mostLagMs)).annotations(
      says(`must be a whole number from ${leastLagMs} to ${mostLagMs}`),
    ),
  ),
}

/** A read replica, and what may be read from it. */
export interface ReplicaOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link ReplicaOptions} with defaults. */
export interface ReplicaSettings extends Resolved<typeof fields> {}

export const ReplicaOption: Schema.Schema<ReplicaSettings, ReplicaOptions> = Schema.Struct(fields)
