/** The statements of the ledger. Each binds the tenant; a subject's id alone is unique, but never enough. */
import type { ConsentDraft, ConsentRecord, PolicyDecision } from "@consent-service/core/consent/ConsentRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import type * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.js"
import type { Cell, InsertColumn, InsertTarget } from "./InsertRows.js"
import { choiceText } from "./PackedChoice.js"
import type { Database } from "./SchemaState.js"

const integerOrNull = (value: number | null): Cell => (value === null ? null : String(value))

const json = (value: unknown): Cell => (value === null ? null : JSON.stringify(value))

/** The columns of a table, each with how it is read off what is stored. */
type Columns<A> = ReadonlyArray<InsertColumn & { readonly read: (value: A) => Cell }>

const text = <A>(name: string, read: (value: A) => Cell) => ({ name, type: "text", read }) as const

const integer = <A>(name: string, read: (value: A) => number | null) =>
  ({ name, type: "integer", read: (value: A) => integerOrNull(read(value)) }) as const

const subjectColumns = (tenant: string): Columns<ConsentDraft> => [
  text("id", ({ record }) => record.subjectId),
  text("tenant", () => tenant),
  text("external_id", ({ link }) => link?.externalId ?? null),
  text("identity_provider", ({ link }) => link?.identityProvider ?? null),
  text("verified_external_id", ({ link }) => (link?.verified === true ? link.externalId : null)),
  integer("created_at", ({ record }) => record.createdAt),
]

const consentColumns = (tenant: string): Columns<ConsentRecord> => [
  text("id", (record) => record.id),
  text("tenant", () => tenant),
  text("subject_id", (record) => record.subjectId),
  text("type", (record) => record.type),
  text("domain", (record) => record.domain),
  text("document_id", (record) => record.documentId),
  integer("given_at", (record) => record.givenAt),
  integer("created_at", (record) => record.createdAt),
  integer("valid_until", (record) => record.validUntil),
  text("preferences", (record) => json(record.preferences)),
  text("choice", (record) => choiceText(record.choice)),
  text("vendor_choice", (record) => json(record.vendorChoice)),
  text("metadata", (record) => json(record.metadata)),
  text("content_digest", (record) => record.contentDigest),
  text("jurisdiction", (record) => record.jurisdiction),
  text("model", (record) => record.model),
  text("consent_action", (record) => record.consentAction),
  text("ui_source", (record) => record.uiSource),
  text("tc_string", (record) => record.tcString),
  text("ip_address", (record) => record.ipAddress),
  text("user_agent", (record) => record.userAgent),
  text("language", (record) => record.language),
  text("decision_id", (record) => record.decisionId),
  text("decision_source", (record) => record.decisionSource),
  text("experiment_id", (record) => record.experiment?.id ?? null),
  text("experiment_arm", (record) => record.experiment?.arm ?? null),
  integer("time_to_decision_ms", (record) => record.timeToDecisionMs),
]

/** A decision, and when the record was created that it is stored with. */
export interface DatedDecision {
  readonly decision: PolicyDecision
  readonly createdAt: number
}

const decisionColumns = (tenant: string): Columns<DatedDecision> => [
  text("id", ({ decision }) => decision.id),
  text("tenant", () => tenant),
  text("policy_id", ({ decision }) => decision.policyId),
  text("fingerprint", ({ decision }) => decision.fingerprint),
  text("matched_by", ({ decision }) => decision.matchedBy),
  text("model", ({ decision }) => decision.model),
  text("country", ({ decision }) => decision.country),
  text("region", ({ decision }) => decision.region),
  text("language", ({ decision }) => decision.language),
  text("manifest_revision", ({ decision }) => decision.manifestRevision),
  text("texts_digest", ({ decision }) => decision.textsDigest),
  text("policy", ({ decision }) => json(decision.policy)),
  integer("created_at", ({ createdAt }) => createdAt),
]

/** Inserts what has an id of its own each, and tells the ids of what went in. */
export type InsertAll<A> = (values: ReadonlyArray<A>) => Effect.Effect<ReadonlySet<string>, SqlError>

const insertAll = <A>(dialect: Dialect, columns: Columns<A>, target: Omit<InsertTarget, "columns">): InsertAll<A> => {
  const insert = dialect.insertRows({ ...target, columns })
  return (values) => {
    const cells: Array<Cell> = []
    for (const value of values) for (const { read } of columns) cells.push(read(value))
    return insert(cells)
  }
}

/** What is read of the subjects `s`, under names that no other column has. */
export const subjectFields = `s.created_at as subject_created_at, s.external_id as subject_external_id,
  s.identity_provider as subject_identity_provider, s.verified_external_id as subject_verified_external_id`

/** The statements over one tenant's part of the tables. */
export interface LedgerStatements {
  /** Tells the subjects' ids. */
  readonly insertSubjects: InsertAll<ConsentDraft>
  /** Inserts a record only when the tenant holds its subject. */
  readonly insertConsents: InsertAll<ConsentRecord>
  readonly insertDecisions: InsertAll<DatedDecision>
  readonly selectRecords: (ids: ReadonlyArray<string>) => Statement<Row>
  /** Finds a subject that another tenant holds. */
  readonly selectForeignSubject: (id: string) => Statement<Row>
  /** The subjects with these ids, one at least, each joined with his records. */
  readonly selectHistories: (subjects: ReadonlyArray<string>) => Statement<Row>
  /** Like `selectHistories`, of every subject with a verified link to an account. */
  readonly selectLinkedHistories: (externalId: string) => Statement<Row>
  /** What of these types, one at least, the subjects with a verified link to each account have acts about. */
  readonly selectLinkedActs: (externalIds: ReadonlyArray<string>, types: ReadonlyArray<string>) => Statement<Row>
  /** A look-up by key that finds nothing: it succeeds only where the tables can be read, and costs the same in any. */
  readonly selectNoSubject: Statement<Row>
}

/** @param tenant - as stored: empty for the scope without a tenant */
export const ledgerStatements = ({ dialect, sql, tables }: Database, tenant: string): LedgerStatements => {
  const [subject, consent] = [sql(tables.subject), sql(tables.consent)]
  const key = ["tenant", "id"]
  const sameSubject = sql.literal("c.subject_id = s.id and c.tenant = s.tenant")
  const linked = sql.literal("s.external_id = s.verified_external_id")
  const histories = sql`select s.id as found_subject_id, ${sql.literal(subjectFields)}, c.*
    from ${subject} s left join ${consent} c on ${sameSubject}`
  return {
    insertSubjects: insertAll(dialect, subjectColumns(tenant), { table: tables.subject, key: ["id"] }),
    insertConsents: insertAll(dialect, consentColumns(tenant), {
      table: tables.consent,
      key,
      within: {
        table: tables.subject,
        columns: [
          ["id", "subject_id"],
          ["tenant", "tenant"],
        ],
      },
    }),
    insertDecisions: insertAll(dialect, decisionColumns(tenant), { table: tables.policyDecision, key }),
    selectRecords: (ids) => sql`select * from ${consent} where tenant = ${tenant} and ${sql.in("id", ids)}`,
    selectForeignSubject: (id) => sql`select 1 as found from ${subject} where id = ${id} and tenant <> ${tenant}`,
    selectHistories: (ids) => sql`${histories} where s.tenant = ${tenant} and ${sql.in("s.id", ids)}`,
    selectLinkedHistories: (externalId) =>
      sql`${histories} where s.tenant = ${tenant} and s.verified_external_id = ${externalId} and ${linked}`,
    // A cross join, because SQLite then begins with the subjects; it might go through all acts of the tenant instead.
    selectLinkedActs: (externalIds, types) =>
      sql`select distinct s.verified_external_id as account, c.type, c.document_id
        from ${subject} s cross join ${consent} c
        where ${sameSubject} and s.tenant = ${tenant} and ${sql.in("s.verified_external_id", externalIds)} and ${linked}
          and ${sql.in("c.type", types)}`,
    selectNoSubject: sql`select 1 as found from ${subject} where id = ${""} and tenant = ${tenant}`,
  }
}
