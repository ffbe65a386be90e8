/** Counts the records of a banner experiment in the database. */
import type { ConsentStore } from "@consent-service/core/ports"
import type { DecisionCount, ExperimentQuery } from "@consent-service/core/experiment"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { fitsKey, integer, optionalInteger, optionalText, reading, text } from "../statement/Columns.js"
import { rowsOf } from "../statement/Queries.js"
import type { TenantStore } from "../schema/TenantStore.js"

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

/** Makes the store's `decisions`. */
export const makeCountDecisions = (store: TenantStore): Context.Tag.Service<ConsentStore>["decisions"] => {
  const count = countStatement(store)
  return (query) =>
    fitsKey(query.experimentId) && (query.domain === null || fitsKey(query.domain))
      ? store.run("decisions", Effect.flatMap(rowsOf(count(query)), Effect.forEach(readCount)))
      : Effect.succeed([])
}
