/** The statements of erasures and holds. Each binds the tenant. */
import type { LegalHold, StoredErasure } from "@consent-service/core/ports"
import type { Database } from "../schema/SchemaState.js"

/** Behind every id with this beginning. */
const behind = (prefix: string): string => `${prefix}~`

const subjectStatements = ({ dialect, sql, tables }: Database, tenant: string) => {
  const [subject, consent, statement] = [sql(tables.subject), sql(tables.consent), sql(tables.logStatement)]
  const select = (ids: ReadonlyArray<string>) =>
    sql`select id, external_id from ${subject} where tenant = ${tenant} and ${sql.in("id", ids)} order by id`
  return {
    selectSubjects: select,
    /** Locks the subjects until the transaction ends, in the order in which all transactions lock them. */
    holdSubjects: (ids: ReadonlyArray<string>) =>
      dialect.forUpdate === null ? select(ids) : sql`${select(ids)} ${dialect.forUpdate}`,
    selectLinkedSubjects: (externalId: string) =>
      sql`select id from ${subject} where tenant = ${tenant} and verified_external_id = ${externalId}
        and external_id = verified_external_id order by id`,
    selectRecordsOf: (ids: ReadonlyArray<string>) =>
      sql`select * from ${consent} where tenant = ${tenant} and ${sql.in("subject_id", ids)}`,
    selectStatementsFrom: (prefix: string) =>
      sql`select id, statement from ${statement}
        where tenant = ${tenant} and id >= ${prefix} and id < ${behind(prefix)}`,
    deleteRecords: (ids: ReadonlyArray<string>) =>
      sql`delete from ${consent} where tenant = ${tenant} and ${sql.in("id", ids)}`,
    emptyTraces: (ids: ReadonlyArray<string>) =>
      sql`update ${consent} set ip_address = null, user_agent = null, language = null, metadata = null
        where tenant = ${tenant} and ${sql.in("id", ids)}`,
    deleteSubjects: (ids: ReadonlyArray<string>) =>
      sql`delete from ${subject} where tenant = ${tenant} and ${sql.in("id", ids)}`,
    unlinkSubjects: (ids: ReadonlyArray<string>) =>
      sql`update ${subject} set external_id = null, identity_provider = null, verified_external_id = null
        where tenant = ${tenant} and ${sql.in("id", ids)}`,
    deleteStatements: (ids: ReadonlyArray<string>) =>
      sql`delete from ${statement} where tenant = ${tenant} and ${sql.in("id", ids)}`,
  }
}

const ownStatements = ({ sql, tables }: Database, tenant: string) => {
  const [erasure, hold] = [sql(tables.erasure), sql(tables.legalHold)]
  const columns = sql.literal("id, scope, reason, placed_at, released_at")
  return {
    insertErasure: ({ deleted, entry, erasedAt, id, leaves, parts, reason }: StoredErasure) =>
      sql`insert into ${erasure} ${sql.insert({
        tenant,
        id,
        erased_at: String(erasedAt),
        entry_id: entry?.id ?? null,
        detail: JSON.stringify({ reason, parts, deleted, leaves }),
      })}`,
    selectErasure: (id: string) =>
      sql`select id, erased_at, entry_id, detail from ${erasure} where tenant = ${tenant} and id = ${id}`,
    insertHold: ({ id, placedAt, reason, releasedAt, scope }: LegalHold) =>
      sql`insert into ${hold} ${sql.insert({
        tenant,
        id,
        scope: JSON.stringify(scope),
        reason,
        placed_at: String(placedAt),
        released_at: releasedAt === null ? null : String(releasedAt),
      })}`,
    selectHold: (id: string) => sql`select ${columns} from ${hold} where tenant = ${tenant} and id = ${id}`,
    selectHolds: sql`select ${columns} from ${hold} where tenant = ${tenant} order by id`,
    releaseHold: (id: string, at: number) =>
      sql`update ${hold} set released_at = ${String(at)}
        where tenant = ${tenant} and id = ${id} and released_at is null`,
  }
}

/** The statements over one tenant's part of the tables. */
export const erasureStatements = (database: Database, tenant: string) => ({
  ...subjectStatements(database, tenant),
  ...ownStatements(database, tenant),
})

export type ErasureStatements = ReturnType<typeof erasureStatements>
