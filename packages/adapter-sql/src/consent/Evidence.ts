/** Records with the policy decisions they were made under. */
import type { ConsentStore } from "@consent-service/core/ports"
import { MatchedBy, PolicyModel, ResolvedPolicy } from "@consent-service/core/policy"
import type { PolicyDecision, Stored } from "@consent-service/core/consent"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Text } from "../statement/Columns.js"
import { rowsOf } from "../statement/Queries.js"
import { readRecord } from "./Row.js"
import type { TenantStore } from "../schema/TenantStore.js"

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

/** A decision that cannot be decoded is `unreadable`, never guessed. */
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

/** Makes the store's `evidence`. */
export const makeFindEvidence = ({
  database,
  run,
  tenantKey,
}: TenantStore): Context.Tag.Service<ConsentStore>["evidence"] => {
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

  return (consentId) => run("find", find(consentId))
}
