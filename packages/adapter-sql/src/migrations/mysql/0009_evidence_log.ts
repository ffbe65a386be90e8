import type { LiteralMigration } from "../LiteralMigration.js"

export const evidenceLog: LiteralMigration = {
  id: "9-evidence-log",
  steps: [
    {
      creates: { table: "log" },
      sql: `create table {log} (
        tenant varbinary(1020) not null,
        origin varbinary(1020) not null,
        opened_at bigint not null,
        size bigint not null,
        root varbinary(64) not null,
        last_time bigint not null,
        lease_holder varbinary(1020),
        lease_until bigint not null,
        backfilled_to varbinary(1020),
        primary key (tenant)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "log_queue" },
      sql: `create table {log_queue} (
        tenant varbinary(1020) not null,
        received_at bigint not null,
        id varbinary(1020) not null,
        kind bigint not null,
        salt varbinary(64) not null,
        commitment varbinary(64) not null,
        primary key (tenant, received_at, id)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "log_bundle" },
      sql: `create table {log_bundle} (
        tenant varbinary(1020) not null,
        n bigint not null,
        first_received bigint not null,
        last_received bigint not null,
        width bigint not null,
        content mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        primary key (tenant, n)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "log_bundle", index: "log_bundle_received_idx" },
      sql: "create index {log_bundle_received_idx} on {log_bundle} (tenant, last_received)",
    },
    {
      creates: { table: "log_tile" },
      sql: `create table {log_tile} (
        tenant varbinary(1020) not null,
        level bigint not null,
        n bigint not null,
        hashes mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        primary key (tenant, level, n)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "log_checkpoint" },
      sql: `create table {log_checkpoint} (
        tenant varbinary(1020) not null,
        size bigint not null,
        note mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        signed_at bigint not null,
        primary key (tenant, size)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "log_statement" },
      sql: `create table {log_statement} (
        tenant varbinary(1020) not null,
        id varbinary(1020) not null,
        statement mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        primary key (tenant, id)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
  ],
}
