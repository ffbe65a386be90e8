/**
 * Whether an instance can serve: its database is reached, migrated and writable. Looked at about once a second at most,
 * so that probes cannot overload a database.
 *
 * @module
 */
import type { DatabaseReadiness } from "@consent-service/adapter-sql/Readiness"
import { shareAttempt } from "@consent-service/core/primitives"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Whether requests should be sent to an instance. */
export interface Readiness {
  readonly ready: boolean
  /** Why not, in words for an operator, without anything about the database's address or content; null when ready. */
  readonly reason: string | null
}

/** The message for the operator of an unusable database. */
const reasons: Readonly<Record<Exclude<DatabaseReadiness, "ready">, string>> = {
  unreachable: "the database cannot be reached, or does not answer in time",
  unusable: "the database answers, and cannot be used: read the log, or run consent-service migrate",
  "read-only": "the database accepts no writes: it is a standby, or the user may not insert",
  "schema-behind": "the database lacks migrations of this version: run consent-service migrate",
  "schema-newer": "the database was migrated by a newer version: run that version",
  "schema-altered": "the database was migrated by other statements than this version's",
}

const readinessOf = (found: DatabaseReadiness): Readiness =>
  found === "ready" ? { ready: true, reason: null } : { ready: false, reason: reasons[found] }

/** For how many milliseconds after a look began its result is answered again. */
export const goodForMs = 1_000

/**
 * Makes the look of an instance: callers that arrive during one share it, and its result, good or bad, is kept for a
 * second.
 */
export const makeReadiness = (check: Effect.Effect<DatabaseReadiness>): Effect.Effect<Readiness> => {
  let known: { readonly at: number; readonly readiness: Readiness } | null = null
  const look = shareAttempt(
    Effect.flatMap(Clock.currentTimeMillis, (at) =>
      Effect.map(check, (found) => {
        known = { at, readiness: readinessOf(found) }
        return known.readiness
      }),
    ),
  )
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    // A clock that was set back would make it good for longer.
    const age = known === null ? goodForMs : now - known.at
    return known !== null && age >= 0 && age < goodForMs ? Effect.succeed(known.readiness) : look
  })
}
