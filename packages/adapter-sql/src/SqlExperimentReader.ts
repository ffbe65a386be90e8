/**
 * The records of a banner experiment, counted by an SQL database.
 *
 * @module
 */
import {
  type DecisionCount,
  ExperimentReader,
  type ExperimentQuery,
} from "@consent-service/core/ports/ExperimentReader"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { integer, optionalInteger, optionalText, reading, text } from "./internal/Columns.js"
import { rowsOf } from "./internal/Queries.js"
import { openStore, type StoreOptions, type TenantStore } from "./internal/TenantStore.js"
import { fitsKey } from "./internal/Text.js"

const readCount = (row: Row) =>
  reading(
    (): DecisionCount => ({
      arm: text(row["arm"]),
      action: optionalText(row["action"]),
      surface: optionalText(row["surface"]),
      timeToDecisionMs: optionalInteger(row["time"]),
      count: integer(row["records"]),
    }),
  )

const countStatement = ({ database: { dialect, sql, tables }, tenantKey }: TenantStore) => {
  const [action, surface] = [dialect.exact("consent_action"), dialect.exact("ui_source")]
  return ({ domain, experimentId, from, to }: ExperimentQuery) => sql`select experiment_arm as arm,
      ${action} as action, ${surface} as surface, time_to_decision_ms as time, count(*) as records
    from ${sql(tables.consent)}
    where tenant = ${tenantKey} and experiment_id = ${experimentId} and experiment_arm is not null
      and given_at >= ${String(from ?? Number.MIN_SAFE_INTEGER)}
      and given_at <= ${String(to ?? Number.MAX_SAFE_INTEGER)}
      ${domain === null ? sql.literal("") : sql`and domain = ${domain}`}
    group by experiment_arm, ${action}, ${surface}, time_to_decision_ms`
}

const readerOf = (store: TenantStore): Context.Tag.Service<ExperimentReader> => {
  const count = countStatement(store)
  return {
    decisions: (query) =>
      fitsKey(query.experimentId) && (query.domain === null || fitsKey(query.domain))
        ? store.run("decisions", Effect.flatMap(rowsOf(count(query)), Effect.forEach(readCount)))
        : Effect.succeed([]),
  }
}

/**
 * A reader of one tenant's experiments over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 */
export const make = (
  options: StoreOptions = {},
): Effect.Effect<Context.Tag.Service<ExperimentReader>, never, SqlClient> => Effect.map(openStore(options), readerOf)

/** {@link make} as a layer. */
export const layer = (options: StoreOptions = {}): Layer.Layer<ExperimentReader, never, SqlClient> =>
  Layer.effect(ExperimentReader, make(options))
