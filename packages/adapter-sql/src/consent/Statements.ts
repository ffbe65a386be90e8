/** The statements of the ledger. Each binds the tenant; a subject's id alone is unique, but is never the only condition. */
import type { ConsentDraft, ConsentRecord, PolicyDecision } from "@consent-service/core/consent"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import type * as Effect from "effect/Effect"
import type { Dialect } from "../dialect/Dialect.js"
import { makeQueue, type OwnedEntry, type QueueEntries, queueTarget } from "../log-queue/Queue.js"
import type { Cell, InsertTarget } from "../statement/InsertRows.js"
import { cellsOf, type Columns, integer, text } from "../statement/StoredColumns.js"
import { type RecordTexts, shortTexts } from "./RecordTexts.js"
import type { Database } from "../schema/SchemaState.js"

const json = (value: unknown): Cell => (value === null ? null : JSON.stringify(value))

const subjectColumns = (tenant: string): Columns<ConsentDraft> => [
  text("id", ({ record }) => record.subjectId),
  text("tenant", () => tenant),
  text("external_id", ({ link }) => link?.externalId ?? null),
  text("identity_provider", ({ link }) => link?.identityProvider ?? null),
  text("verified_external_id", ({ link }) => (link?.verified === true ? link.externalId : null)),
  integer("created_at", ({ record }) => record.createdAt),
]

const consentColumns = (tenant: string, texts: () => RecordTexts): Columns<ConsentRecord> => [
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
  text("choice", (record) => texts().choice(record)),
  text("vendor_choice", (record) => json(record.vendorChoice)),
  text("metadata", (record) => json(record.metadata)),
  text("content_digest", (record) => texts().contentDigest(record)),
  text("jurisdiction", (record) => record.jurisdiction),
  text("model", (record) => record.model),
  text("consent_action", (record) => record.consentAction),
  text("ui_source", (record) => record.uiSource),
  text("tc_string", (record) => record.tcString),
  text("ip_address", (record) => record.ipAddress),
  text("user_agent", (record) => texts().userAgent(record)),
  text("language", (record) => record.language),
  text("decision_id", (record) => record.decisionId),
  text("decision_source", (record) => texts().decisionSource(record)),
  text("experiment_id", (record) => record.experiment?.id ?? null),
  text("experiment_arm", (record) => record.experiment?.arm ?? null),
  integer("time_to_decision_ms", (record) => record.timeToDecisionMs),
]

/** A decision, and when the record was created that references it. */
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

/** The columns of a record that responses contain: a history reads only these. */
const historyColumns = [
  "id",
  "type",
  "domain",
  "document_id",
  "given_at",
  "created_at",
  "jurisdiction",
  "decision_source",
] as const

/** Those that may be long. */
const longColumns = ["preferences", "choice", "vendor_choice"] as const

/** A record whose long columns have more bytes than this is not read together with others. */
const longRecordBytes = 4_096

/** Inserts rows with distinct ids, and returns the ids of the inserted ones. */
export type InsertAll<A> = (values: ReadonlyArray<A>) => Effect.Effect<ReadonlySet<string>, SqlError>

const insertAll = <A>(dialect: Dialect, columns: Columns<A>, target: Omit<InsertTarget, "columns">): InsertAll<A> => {
  const insert = dialect.insertRows({ ...target, columns })
  return (values) => insert(cellsOf(columns, values))
}

/** The columns of the subjects `s`, under unique names. */
export const subjectFields = `s.created_at as subject_created_at, s.external_id as subject_external_id,
  s.identity_provider as subject_identity_provider, s.verified_external_id as subject_verified_external_id`

/** The columns of a record, in order, as they are stored. */
export type ConsentCells = ReadonlyArray<Cell>

/** The evidence-log entries of records that are inserted. */
export interface RecordEntries {
  /** Makes the entries of the records with these ids; none for a record that is not logged. */
  readonly of: (ids: ReadonlySet<string>) => ReadonlyArray<OwnedEntry>
  /** The ids of all records, if most of them are expected to be inserted; otherwise null. */
  readonly expected: ReadonlySet<string> | null
}

/** The statements over one tenant's part of the tables. */
export interface LedgerStatements {
  /** Returns the subjects' ids. */
  readonly insertSubjects: InsertAll<ConsentDraft>
  readonly consentCells: (record: ConsentRecord) => ConsentCells
  /**
   * Inserts records, at least one, each only when the tenant has its subject, and queues their entries. Returns
   * the ids of the inserted ones.
   *
   * @param entries - null where no record is logged
   * @param created - the subjects that this transaction has inserted
   */
  readonly insertConsents: (
    rows: ReadonlyArray<ConsentCells>,
    entries: RecordEntries | null,
    created: ReadonlySet<string>,
  ) => Effect.Effect<ReadonlySet<string>, SqlError>
  /** Queues entries that do not belong to a record's row. */
  readonly queue: QueueEntries
  /** Locks subjects until the transaction ends, so that no other transaction adds to them; null where none can. */
  readonly holdSubjects: ((subjects: ReadonlyArray<string>) => Statement<Row>) | null
  /** Counts the records of subjects, one row each, up to a total number of records. */
  readonly countActs: (subjects: ReadonlyArray<string>, limit: number) => Statement<Row>
  readonly insertDecisions: (decisions: ReadonlyArray<DatedDecision>) => Effect.Effect<void, SqlError>
  /** @param subjects - of the records: a cluster looks on their shards only */
  readonly selectRecords: (ids: ReadonlyArray<string>, subjects: ReadonlyArray<string>) => Statement<Row>
  /** Finds a subject of another tenant. */
  readonly selectForeignSubject: (id: string) => Statement<Row>
  /**
   * The subjects with these ids, at least one, each joined with their records, up to a number of rows. The long
   * columns of a record that is long are null, and `is_long` is 1.
   */
  readonly selectHistories: (subjects: ReadonlyArray<string>, limit: number) => Statement<Row>
  /** Like `selectHistories`, of every subject with a verified link to an account. */
  readonly selectLinkedHistories: (externalId: string, limit: number) => Statement<Row>
  /** The ids of the subjects with a verified link to an account, up to a limit. */
  readonly selectLinkedSubjects: (externalId: string, limit: number) => Statement<Row>
  readonly selectSubject: (subject: string) => Statement<Row>
  /** A subject's records as ids, times and bytes, newest act first, up to a limit. */
  readonly selectActSizes: (subject: string, limit: number) => Statement<Row>
  /** The next rows in the order of `place`, where the engine has such an order; null where it has none. */
  readonly selectNextActSizes: ((subject: string, after: number, limit: number) => Statement<Row>) | null
  /** The columns that a history needs, of a subject's records with these ids. */
  readonly selectActs: (ids: ReadonlyArray<string>, subject: string) => Statement<Row>
  /** Which of these types, at least one, the subjects with a verified link to each account have acts of. */
  readonly selectLinkedActs: (externalIds: ReadonlyArray<string>, types: ReadonlyArray<string>) => Statement<Row>
  /** A look-up by key that finds nothing: it succeeds only where the tables can be read, and costs the same whatever their size. */
  readonly selectNoSubject: Statement<Row>
}

/**
 * @param tenant - as stored: empty for the scope without a tenant
 * @param texts - how the texts of the next record are written
 */
export const ledgerStatements = (
  database: Database,
  tenant: string,
  texts: () => RecordTexts = () => shortTexts,
): LedgerStatements => {
  const { dialect, sql, tables } = database
  const [subject, consent] = [sql(tables.subject), sql(tables.consent)]
  const key = ["tenant", "id"]
  /** A condition that a cluster needs in order to look on few shards, and that others do without. */
  const onShardsOf = (subjects: ReadonlyArray<string>) =>
    dialect.cluster === null ? sql.literal("") : sql`and ${sql.in("subject_id", subjects)}`
  const sameSubject = sql.literal("c.subject_id = s.id and c.tenant = s.tenant")
  const linked = sql.literal("s.external_id = s.verified_external_id")
  const number = (value: number) => sql.literal(String(value))
  // Static parts are built once: compiling them would take longer than reading a short history.
  const literal = (statement: Statement<Row>) => sql.literal(statement.compile(true)[0])
  const sum = (columns: ReadonlyArray<string>) =>
    literal(sql`${sql.join(" + ", false)(columns.map((column) => sql`coalesce(${dialect.byteLength(column)}, 0)`))}`)
  const columns = consentColumns(tenant, texts)
  const recordBytes = sum(columns.filter(({ type }) => type === "text").map(({ name }) => name))
  const longBytes = sum(longColumns.map((column) => `c.${column}`))
  const short = historyColumns.map((column) => sql`c.${sql(column)}`)
  const unlessLong = longColumns.map(
    (column) =>
      sql`case when ${longBytes} > ${number(longRecordBytes)} then null else c.${sql(column)} end as ${sql(column)}`,
  )
  const histories = literal(sql`select s.id as found_subject_id, ${sql.literal(subjectFields)},
      ${sql.csv([...short, ...unlessLong])}, case when ${longBytes} > ${number(longRecordBytes)} then 1 else 0 end as is_long
    from ${subject} s left join ${consent} c on ${sameSubject}`)
  const historyRecord = literal(
    sql`select ${sql.csv([...historyColumns, ...longColumns].map((column) => sql`${sql(column)}`))} from ${consent}`,
  )
  const consentTarget: InsertTarget = {
    table: tables.consent,
    key: dialect.cluster === null ? key : ["subject_id", ...key],
    columns,
    within: {
      table: tables.subject,
      columns: [
        ["id", "subject_id"],
        ["tenant", "tenant"],
      ],
    },
  }
  const insertConsents = dialect.insertRows(consentTarget)
  const decisions = decisionColumns(tenant)
  const insertDecisions = dialect.insertMissing({ table: tables.policyDecision, key, columns: decisions })
  const queueRows = queueTarget(database, tenant)
  const insertWithEntries = dialect.insertPairs(consentTarget, queueRows)
  const actSize = literal(sql`id, given_at, ${recordBytes} as bytes`)
  const { forUpdate, rowOrder } = dialect
  return {
    insertSubjects: insertAll(dialect, subjectColumns(tenant), { table: tables.subject, key: ["id"] }),
    consentCells: (record) => columns.map(({ read }) => read(record)),
    insertConsents: (rows, entries, created) =>
      entries === null
        ? insertConsents(rows.flat(), created)
        : insertWithEntries(
            rows.flat(),
            { of: (ids) => cellsOf(queueRows.columns, entries.of(ids)), expected: entries.expected },
            created,
          ),
    queue: makeQueue(database, tenant),
    // In the order of the ids, like all locks.
    holdSubjects:
      forUpdate === null
        ? null
        : (ids) =>
            sql`select id from ${subject} where tenant = ${tenant} and ${sql.in("id", ids)} order by id ${forUpdate}`,
    countActs: (ids, limit) =>
      sql`select subject_id, count(*) as acts, sum(bytes) as bytes
        from (select subject_id, ${recordBytes} as bytes from ${consent}
          where tenant = ${tenant} and ${sql.in("subject_id", ids)} limit ${number(limit)}) counted
        group by subject_id`,
    insertDecisions: (values) => insertDecisions(cellsOf(decisions, values)),
    selectRecords: (ids, subjects) =>
      sql`select * from ${consent} where tenant = ${tenant} and ${sql.in("id", ids)} ${onShardsOf(subjects)}`,
    selectForeignSubject: (id) => sql`select 1 as found from ${subject} where id = ${id} and tenant <> ${tenant}`,
    selectHistories: (ids, limit) =>
      sql`${histories} where s.tenant = ${tenant} and ${sql.in("s.id", ids)} limit ${number(limit)}`,
    selectLinkedHistories: (externalId, limit) =>
      sql`${histories} where s.tenant = ${tenant} and s.verified_external_id = ${externalId} and ${linked}
        limit ${number(limit)}`,
    selectLinkedSubjects: (externalId, limit) =>
      sql`select s.id from ${subject} s where s.tenant = ${tenant} and s.verified_external_id = ${externalId} and ${linked}
        order by s.id desc limit ${number(limit)}`,
    selectSubject: (id) =>
      sql`select ${sql.literal(subjectFields)} from ${subject} s where s.id = ${id} and s.tenant = ${tenant}`,
    selectActSizes: (id, limit) =>
      sql`select ${actSize} from ${consent} where subject_id = ${id} and tenant = ${tenant}
        order by given_at desc, id desc limit ${number(limit)}`,
    selectNextActSizes:
      rowOrder === null
        ? null
        : (id, after, limit) =>
            sql`select ${actSize}, ${rowOrder} as place from ${consent}
              where subject_id = ${id} and tenant = ${tenant} and ${rowOrder} > ${after}
              order by ${rowOrder} limit ${number(limit)}`,
    selectActs: (ids, of) =>
      sql`${historyRecord}
        where tenant = ${tenant} and ${sql.in("id", ids)} ${onShardsOf([of])}`,
    // A cross join makes SQLite begin with the subjects; otherwise it might scan all acts of the tenant.
    selectLinkedActs: (externalIds, types) =>
      sql`select distinct s.verified_external_id as account, c.type, c.document_id
        from ${subject} s cross join ${consent} c
        where ${sameSubject} and s.tenant = ${tenant} and ${sql.in("s.verified_external_id", externalIds)} and ${linked}
          and ${sql.in("c.type", types)}`,
    selectNoSubject: sql`select 1 as found from ${subject} where id = ${""} and tenant = ${tenant}`,
  }
}
