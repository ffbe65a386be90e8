import type { LiteralMigration } from "../LiteralMigration.js"

export const statistics: LiteralMigration = {
  id: "11-statistics",
  steps: [
    {
      creates: { table: "statistic" },
      sql: `create table {statistic} (
        tenant varbinary(1020) not null,
        unit varbinary(16) not null,
        dimension varbinary(16) not null,
        start bigint not null,
        value varbinary(1020) not null,
        part varbinary(512) not null,
        records bigint not null,
        accepted bigint not null,
        refused bigint not null,
        customized bigint not null,
        experience_granted bigint not null,
        experience_refused bigint not null,
        functionality_granted bigint not null,
        functionality_refused bigint not null,
        marketing_granted bigint not null,
        marketing_refused bigint not null,
        measurement_granted bigint not null,
        measurement_refused bigint not null,
        shown bigint not null,
        primary key (tenant, unit, dimension, start, value, part)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "statistic_queue" },
      sql: `create table {statistic_queue} (
        tenant varbinary(1020) not null,
        id varbinary(1020) not null,
        queued_at bigint not null,
        content mediumtext character set utf8mb4 collate utf8mb4_bin,
        primary key (tenant, id)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "log", column: "counted_to" },
      sql: "alter table {log} add column counted_to bigint",
    },
  ],
}
