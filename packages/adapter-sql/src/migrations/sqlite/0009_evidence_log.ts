import type { LiteralMigration } from "../LiteralMigration.js"

export const evidenceLog: LiteralMigration = {
  id: "9-evidence-log",
  steps: [
    {
      creates: { table: "log" },
      sql: `create table {log} (
        tenant text not null,
        origin text not null,
        opened_at integer not null,
        size integer not null,
        root text not null,
        last_time integer not null,
        lease_holder text,
        lease_until integer not null,
        backfilled_to text,
        primary key (tenant)
      )`,
    },
    {
      creates: { table: "log_queue" },
      sql: `create table {log_queue} (
        tenant text not null,
        received_at integer not null,
        id text not null,
        kind integer not null,
        salt text not null,
        commitment text not null,
        primary key (tenant, received_at, id)
      ) without rowid`,
    },
    {
      creates: { table: "log_bundle" },
      sql: `create table {log_bundle} (
        tenant text not null,
        n integer not null,
        first_received integer not null,
        last_received integer not null,
        width integer not null,
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
        tenant text not null,
        level integer not null,
        n integer not null,
        hashes text not null,
        primary key (tenant, level, n)
      )`,
    },
    {
      creates: { table: "log_checkpoint" },
      sql: `create table {log_checkpoint} (
        tenant text not null,
        size integer not null,
        note text not null,
        signed_at integer not null,
        primary key (tenant, size)
      )`,
    },
    {
      creates: { table: "log_statement" },
      sql: `create table {log_statement} (
        tenant text not null,
        id text not null,
        statement text not null,
        primary key (tenant, id)
      )`,
    },
  ],
}
