/** The statements of the ledger. Each binds the tenant; a subject's id alone is unique, but never enough. */
import type {
  ConsentDraft,
  ConsentRecord,
  IdentityLink,
  PolicyDecision,
} from "@consent-service/core/consent/ConsentRecord"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import type { Tables } from "../Tables.js"

/** The drivers bind numbers as doubles; as decimal text an integer reaches every engine's column exactly. */
const integer = (value: number): string => String(value)

const integerOrNull = (value: number | null): string | null => (value === null ? null : integer(value))

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const linkColumns = (link: IdentityLink | null) => ({
  external_id: link?.externalId ?? null,
  identity_provider: link?.identityProvider ?? null,
  verified_external_id: link?.verified === true ? link.externalId : null,
})

const decidedColumns = (record: ConsentRecord) => ({
  preferences: json(record.preferences),
  choice: json(record.choice),
  vendor_choice: json(record.vendorChoice),
  metadata: json(record.metadata),
  content_digest: record.contentDigest,
})

const knownColumns = (record: ConsentRecord) => ({
  jurisdiction: record.jurisdiction,
  model: record.model,
  consent_action: record.consentAction,
  ui_source: record.uiSource,
  tc_string: record.tcString,
  ip_address: record.ipAddress,
  user_agent: record.userAgent,
  language: record.language,
  decision_id: record.decisionId,
  decision_source: record.decisionSource,
  experiment_id: record.experiment?.id ?? null,
  experiment_arm: record.experiment?.arm ?? null,
  time_to_decision_ms: integerOrNull(record.timeToDecisionMs),
})

const consentColumns = (tenant: string, record: ConsentRecord) => ({
  id: record.id,
  tenant,
  subject_id: record.subjectId,
  type: record.type,
  domain: record.domain,
  given_at: integer(record.givenAt),
  created_at: integer(record.createdAt),
  valid_until: integerOrNull(record.validUntil),
  ...decidedColumns(record),
  ...knownColumns(record),
})

const decisionColumns = (tenant: string, decision: PolicyDecision, createdAt: number) => ({
  id: decision.id,
  tenant,
  policy_id: decision.policyId,
  fingerprint: decision.fingerprint,
  matched_by: decision.matchedBy,
  model: decision.model,
  country: decision.country,
  region: decision.region,
  language: decision.language,
  manifest_revision: decision.manifestRevision,
  policy: json(decision.policy),
  created_at: integer(createdAt),
})

/** The statements over one tenant's part of the tables. */
export interface LedgerStatements {
  readonly insertSubject: (draft: ConsentDraft) => Statement<Row>
  /** Inserts nothing unless the tenant holds the subject. */
  readonly insertConsent: (record: ConsentRecord) => Statement<Row>
  readonly insertDecision: (decision: PolicyDecision, createdAt: number) => Statement<Row>
  readonly selectRecord: (id: string) => Statement<Row>
  /** Finds a subject that another tenant holds. */
  readonly selectForeignSubject: (id: string) => Statement<Row>
  readonly selectHistory: (subject: string) => Statement<Row>
  /** A look-up by key that finds nothing: it succeeds only where the tables can be read, and costs the same in any. */
  readonly selectNoSubject: Statement<Row>
}

/** @param tenant - as stored: empty for the scope without a tenant */
export const ledgerStatements = (sql: SqlClient, tables: Tables, tenant: string): LedgerStatements => {
  const [subject, consent, decision] = [sql(tables.subject), sql(tables.consent), sql(tables.policyDecision)]
  return {
    insertSubject: ({ link, record }) =>
      sql`insert into ${subject} ${sql.insert({
        id: record.subjectId,
        tenant,
        ...linkColumns(link),
        created_at: integer(record.createdAt),
      })}`,
    insertConsent: (record) => {
      const columns = Object.entries(consentColumns(tenant, record))
      const names = sql.csv(columns.map(([name]) => sql`${sql(name)}`))
      const values = sql.csv(columns.map(([, value]) => sql`${value}`))
      return sql`insert into ${consent} (${names}) select ${values} from ${subject}
        where ${subject}.id = ${record.subjectId} and ${subject}.tenant = ${tenant}`
    },
    insertDecision: (made, createdAt) =>
      sql`insert into ${decision} ${sql.insert(decisionColumns(tenant, made, createdAt))}`,
    selectRecord: (id) => sql`select * from ${consent} where tenant = ${tenant} and id = ${id}`,
    selectForeignSubject: (id) => sql`select 1 as found from ${subject} where id = ${id} and tenant <> ${tenant}`,
    selectHistory: (id) =>
      sql`select s.created_at as subject_created_at, s.external_id as subject_external_id,
          s.identity_provider as subject_identity_provider, s.verified_external_id as subject_verified_external_id, c.*
        from ${subject} s left join ${consent} c on c.subject_id = s.id and c.tenant = s.tenant
        where s.id = ${id} and s.tenant = ${tenant}`,
    selectNoSubject: sql`select 1 as found from ${subject} where id = ${""} and tenant = ${tenant}`,
  }
}
