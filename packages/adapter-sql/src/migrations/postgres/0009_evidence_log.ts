import type { LiteralMigration } from "../LiteralMigration.js"

export const evidenceLog: LiteralMigration = {
  id: "9-evidence-log",
  steps: [
    {
      creates: { table: "log" },
      sql: `create table {log} (
        tenant text collate "C" not null,
        origin text collate "C" not null,
        opened_at bigint not null,
        size bigint not null,
        root text collate "C" not null,
        last_time bigint not null,
        lease_holder text collate "C",
        lease_until bigint not null,
        backfilled_to text collate "C",
        primary key (tenant)
      )`,
    },
    {
      creates: { table: "log_queue" },
      sql: `create table {log_queue} (
        tenant text collate "C" not null,
        received_at bigint not null,
        id text collate "C" not null,
        kind bigint not null,
        salt text collate "C" not null,
        commitment text collate "C" not null,
        primary key (tenant, received_at, id)
      )`,
    },
    {
      creates: { table: "log_bundle" },
      sql: `create table {log_bundle} (
        tenant text collate "C" not null,
        n bigint not null,
        first_received bigint not null,
        last_received bigint not null,
        width bigint not null,
        content text not null,
        primary key (tenant, n)
      )`,
    },
    {
      creates: { table: "log_bundle", index: "log_bundle_received_idx" },
      sql: "create index {log_bundle_received_idx} on {log_bundle} (tenant, last_received)",
    },
    {
      creates: { table: "log_tile" },
      sql: `create table {log_tile} (
        tenant text collate "C" not null,
        level bigint not null,
        n bigint not null,
        hashes text not null,
        primary key (tenant, level, n)
      )`,
    },
    {
      creates: { table: "log_checkpoint" },
      sql: `create table {log_checkpoint} (
        tenant text collate "C" not null,
        size bigint not null,
        note text not null,
        signed_at bigint not null,
        primary key (tenant, size)
      )`,
    },
    {
      creates: { table: "log_statement" },
      sql: `create table {log_statement} (
        tenant text collate "C" not null,
        id text collate "C" not null,
        statement text not null,
        primary key (tenant, id)
      )`,
    },
  ],
}
