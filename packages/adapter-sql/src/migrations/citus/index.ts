/**
 * The schema on a Citus cluster: PostgreSQL's, and what divides its tables. All SQL for the cluster is in this file, so that it can be
 * read, and tried by hand with `consent-service migrate --dry-run`.
 *
 * - A subject, its records and their entries that wait for the log are on one shard: a save commits on one node.
 * - What a tenant has of the log, and of erasures and counts, is on one shard of another group.
 * - Decisions, documents and archived content are on every node: there are few, and they do not change.
 *
 * Nothing that a save or an integration writes is a table of the coordinator alone. Citus commits in two phases what several
 * nodes write, but not what a node and the coordinator's own tables have.
 *
 * A later migration of PostgreSQL that adds a table needs another one here, after it. A released one is never edited.
 */
import type { LiteralMigration, LiteralSchema, LiteralStep } from "../LiteralMigration.js"
import { postgresSchema } from "../postgres/index.js"

/** The migration that divides the tables. A database that has it is opened with `distribution: "citus"` only. */
export const citusDistribution = "citus-1-distribution"

const step = (sql: string): LiteralStep => ({ sql })

const divided = (table: string, column: string, colocated = "none"): LiteralStep =>
  step(`select create_distributed_table('${table}', '${column}', colocate_with => '${colocated}')`)

/** The tables of the log and what belongs to it: a tenant's rows of all of them are on one shard. */
const ofTenant = [
  "log_bundle",
  "log_tile",
  "log_checkpoint",
  "log_timestamp",
  "log_statement",
  "erasure",
  "legal_hold",
  "statistic",
  "statistic_queue",
]

const distribution: LiteralMigration = {
  id: citusDistribution,
  steps: [
    // In one transaction, tables with several shards and tables on every node are only changed one shard after another.
    step("set local citus.multi_shard_modify_mode = 'sequential'"),
    // A unique key contains the column that divides the table. The id of a record is made of its subject, among others.
    step("alter table {consent} drop constraint {consent_pkey}, add primary key (subject_id, tenant, id)"),
    step("drop index {consent_subject_idx}"),
    step("create index {consent_id_idx} on {consent} (tenant, id)"),
    step(`alter table {log_queue} add column subject_id text collate "C" not null default ''`),
    step(
      "alter table {log_queue} drop constraint {log_queue_pkey}, add primary key (subject_id, tenant, received_at, id)",
    ),
    step("create index {log_queue_received_idx} on {log_queue} (tenant, received_at, id)"),
    divided("{subject}", "id"),
    divided("{consent}", "subject_id", "{subject}"),
    divided("{log_queue}", "subject_id", "{subject}"),
    divided("{log}", "tenant"),
    ...ofTenant.map((table) => divided(`{${table}}`, "tenant", "{log}")),
    ...["policy_decision", "legal_document", "manifest_archive"].map((table) =>
      step(`select create_reference_table('{${table}}')`),
    ),
  ],
}

/** The schema on a Citus cluster. */
export const citusSchema: LiteralSchema = {
  ...postgresSchema,
  migrations: [...postgresSchema.migrations, distribution],
}
