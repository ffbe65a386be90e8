/**
 * The schema, as the migrations that make it. What is released never changes here: a database remembers the checksum
 * of every migration it ran. Each statement comes with a look at whether its work is done, because some engines commit
 * every schema change at once and a killed run must be able to go on where it stopped.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import type * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.js"
import type { Tables } from "../Tables.js"

/** One statement of a migration. */
export interface Step {
  readonly statement: Statement<Row>
  readonly isDone: Effect.Effect<boolean, SqlError>
}

/** A named change of the schema. */
export interface Migration {
  readonly id: string
  readonly steps: ReadonlyArray<Step>
}

interface Context {
  readonly sql: SqlClient
  readonly dialect: Dialect
  readonly tables: Tables
}

/** The table of the migrations that ran; it comes before all of them. */
export const createMigrationsTable = ({ dialect, sql, tables }: Context): Statement<Row> => {
  const { integer, key } = dialect.types
  return sql`create table if not exists ${sql(tables.migrations)} (
    id ${key} not null, checksum ${key} not null, applied_at ${integer} not null, primary key (id)
  ) ${dialect.tableOptions}`
}

/** Puts on record that a migration ran. Its values are part of the text, so that a plan can show all there is to run. */
export const recordMigration = (
  { sql, tables }: Context,
  { id }: Migration,
  checksum: string,
  appliedAt: number,
): Statement<Row> =>
  sql`insert into ${sql(tables.migrations)} (id, checksum, applied_at)
    values (${sql.literal(`'${id}', '${checksum}', ${appliedAt}`)})`

const createTable = (context: Context, table: string, statement: Statement<Row>): Step => ({
  statement,
  isDone: context.dialect.catalog.hasTable(table),
})

/** A tenant of null is stored as the empty text, which no tenant can be: unique keys ignore nulls. */
const subject = (context: Context): Step => {
  const { dialect, sql, tables } = context
  const { integer, key } = dialect.types
  return createTable(
    context,
    tables.subject,
    sql`create table ${sql(tables.subject)} (
      id ${key} not null, tenant ${key} not null, external_id ${key}, identity_provider ${key},
      verified_external_id ${key}, created_at ${integer} not null, primary key (id)
    ) ${dialect.tableOptions}`,
  )
}

const policyDecision = (context: Context): Step => {
  const { dialect, sql, tables } = context
  const { integer, key, text } = dialect.types
  return createTable(
    context,
    tables.policyDecision,
    sql`create table ${sql(tables.policyDecision)} (
      id ${key} not null, tenant ${key} not null, policy_id ${text} not null, fingerprint ${text} not null,
      matched_by ${text} not null, model ${text} not null, country ${text}, region ${text}, language ${text} not null,
      manifest_revision ${text} not null, policy ${text} not null, created_at ${integer} not null,
      primary key (tenant, id)
    ) ${dialect.tableOptions}`,
  )
}

/** The key holds the tenant, so that no tenant can keep another from recording anything. */
const consent = (context: Context): Step => {
  const { dialect, sql, tables } = context
  const { integer, key, text } = dialect.types
  return createTable(
    context,
    tables.consent,
    sql`create table ${sql(tables.consent)} (
      id ${key} not null, tenant ${key} not null, subject_id ${key} not null, type ${key} not null,
      domain ${key} not null, given_at ${integer} not null, created_at ${integer} not null, valid_until ${integer},
      preferences ${text}, metadata ${text}, jurisdiction ${text}, model ${text}, consent_action ${text},
      ui_source ${text}, tc_string ${text}, ip_address ${text}, user_agent ${text}, language ${text},
      decision_id ${key}, decision_source ${text}, experiment_id ${key}, experiment_arm ${key},
      time_to_decision_ms ${integer}, content_digest ${key} not null, primary key (tenant, id)
    ) ${dialect.tableOptions}`,
  )
}

const addColumn = ({ dialect, sql }: Context, table: string, column: string, type: Fragment): Step => ({
  statement: sql`alter table ${sql(table)} add column ${sql(column)} ${type}`,
  isDone: dialect.catalog.hasColumn(table, column),
})

const addConsentColumn = (context: Context, column: string): Step =>
  addColumn(context, context.tables.consent, column, context.dialect.types.text)

const legalDocument = (context: Context): Step => {
  const { dialect, sql, tables } = context
  const { integer, key } = dialect.types
  return createTable(
    context,
    tables.legalDocument,
    sql`create table ${sql(tables.legalDocument)} (
      id ${key} not null, tenant ${key} not null, type ${key} not null, version ${key} not null, hash ${key} not null,
      effective_date ${integer} not null, ranking ${integer} not null, primary key (tenant, id)
    ) ${dialect.tableOptions}`,
  )
}

const manifestArchive = (context: Context): Step => {
  const { dialect, sql, tables } = context
  const { key, text } = dialect.types
  return createTable(
    context,
    tables.manifestArchive,
    sql`create table ${sql(tables.manifestArchive)} (
      id ${key} not null, tenant ${key} not null, content ${text} not null, primary key (tenant, id)
    ) ${dialect.tableOptions}`,
  )
}

const indexConsentBySubject = ({ dialect, sql, tables }: Context): Step => ({
  statement: sql`create index ${sql(tables.consentSubjectIndex)} on ${sql(tables.consent)} (subject_id, tenant)`,
  isDone: dialect.catalog.hasIndex(tables.consent, tables.consentSubjectIndex),
})

/** For reads by account; the saves of those who have none do not touch it where the engine can leave them out. */
const indexSubjectByLink = ({ dialect, sql, tables }: Context): Step => ({
  statement: sql`create index ${sql(tables.subjectLinkIndex)} on ${sql(tables.subject)}
    (tenant, verified_external_id) ${dialect.whereHas("verified_external_id")}`,
  isDone: dialect.catalog.hasIndex(tables.subject, tables.subjectLinkIndex),
})

/** For summaries of experiments; the saves outside of any do not touch it where the engine can leave them out. */
const indexConsentByExperiment = ({ dialect, sql, tables }: Context): Step => ({
  statement: sql`create index ${sql(tables.consentExperimentIndex)} on ${sql(tables.consent)}
    (tenant, experiment_id, given_at) ${dialect.whereHas("experiment_id")}`,
  isDone: dialect.catalog.hasIndex(tables.consent, tables.consentExperimentIndex),
})

/** Every migration, in the order they run in. */
export const migrationsOf = (context: Context): ReadonlyArray<Migration> => [
  { id: "1-baseline", steps: [subject(context), policyDecision(context), consent(context)] },
  { id: "2-hot-path-indexes", steps: [indexConsentBySubject(context)] },
  { id: "3-consent-receipts", steps: [addConsentColumn(context, "choice")] },
  { id: "4-vendor-choice", steps: [addConsentColumn(context, "vendor_choice")] },
  {
    id: "5-legal-documents",
    steps: [
      legalDocument(context),
      addColumn(context, context.tables.consent, "document_id", context.dialect.types.key),
    ],
  },
  {
    id: "6-manifest-archive",
    steps: [
      manifestArchive(context),
      addColumn(context, context.tables.policyDecision, "texts_digest", context.dialect.types.key),
    ],
  },
  { id: "7-identity-links", steps: [indexSubjectByLink(context)] },
  { id: "8-experiment-summaries", steps: [indexConsentByExperiment(context)] },
]
