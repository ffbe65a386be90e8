/**
 * Records with what they were made under, from an SQL database.
 *
 * @module
 */
import type { PolicyDecision, Stored } from "@consent-service/core/consent/ConsentRecord"
import { PolicyModel } from "@consent-service/core/policy/PolicyRule"
import { MatchedBy } from "@consent-service/core/policy/PolicyResolution"
import { ResolvedPolicy } from "@consent-service/core/policy/ResolvedPolicy"
import { ConsentEvidence } from "@consent-service/core/ports/ConsentEvidence"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Text } from "./internal/Columns.js"
import { rowsOf } from "./internal/Queries.js"
import { readRecord } from "./internal/Row.js"
import { openStore, type StoreOptions, type TenantStore } from "./internal/TenantStore.js"

const DecisionRow = Schema.Struct({
  id: Text,
  policy_id: Text,
  fingerprint: Text,
  matched_by: Schema.compose(Text, MatchedBy, { strict: false }),
  model: Schema.compose(Text, PolicyModel, { strict: false }),
  country: Schema.NullOr(Text),
  region: Schema.NullOr(Text),
  language: Text,
  manifest_revision: Text,
  texts_digest: Schema.NullOr(Text),
  policy: Schema.compose(Text, Schema.parseJson(ResolvedPolicy), { strict: false }),
})

const decodeDecision = Schema.decodeUnknownEither(DecisionRow)

/** What cannot be read is said to be so, and never guessed. */
const readDecision = (row: Row | undefined): Stored<PolicyDecision> => {
  if (row === undefined) return null
  return Either.match(decodeDecision(row), {
    onLeft: () => "unreadable" as const,
    onRight: (decided) => ({
      id: decided.id,
      policyId: decided.policy_id,
      fingerprint: decided.fingerprint,
      matchedBy: decided.matched_by,
      model: decided.model,
      country: decided.country,
      region: decided.region,
      language: decided.language,
      manifestRevision: decided.manifest_revision,
      textsDigest: decided.texts_digest,
      policy: decided.policy,
    }),
  })
}

const evidenceOf = ({ database, run, tenantKey }: TenantStore): Context.Tag.Service<ConsentEvidence> => {
  const { sql, tables } = database
  const byId = (table: string, id: string) =>
    rowsOf(sql`select * from ${sql(table)} where tenant = ${tenantKey} and id = ${id}`)

  const find = Effect.fnUntraced(function* (consentId: string) {
    const [row] = yield* byId(tables.consent, consentId)
    if (row === undefined) return Option.none()
    const record = yield* readRecord(row)
    const [decision] = record.decisionId === null ? [] : yield* byId(tables.policyDecision, record.decisionId)
    return Option.some({ record, decision: readDecision(decision) })
  })

  return { find: (consentId) => run("find", find(consentId)) }
}

/**
 * The evidence of one tenant over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 */
export const make = (
  options: StoreOptions = {},
): Effect.Effect<Context.Tag.Service<ConsentEvidence>, never, SqlClient> => Effect.map(openStore(options), evidenceOf)

/** {@link make} as a layer. */
export const layer = (options: StoreOptions = {}): Layer.Layer<ConsentEvidence, never, SqlClient> =>
  Layer.effect(ConsentEvidence, make(options))
