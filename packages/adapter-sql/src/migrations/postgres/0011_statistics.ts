import type { LiteralMigration } from "../LiteralMigration.js"

export const statistics: LiteralMigration = {
  id: "11-statistics",
  steps: [
    {
      creates: { table: "statistic" },
      sql: `create table {statistic} (
        tenant text collate "C" not null,
        unit text collate "C" not null,
        dimension text collate "C" not null,
        start bigint not null,
        value text collate "C" not null,
        part text collate "C" not null,
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
      )`,
    },
    {
      creates: { table: "statistic_queue" },
      sql: `create table {statistic_queue} (
        tenant text collate "C" not null,
        id text collate "C" not null,
        queued_at bigint not null,
        content text,
        primary key (tenant, id)
      )`,
    },
    {
      creates: { table: "log", column: "counted_to" },
      sql: "alter table {log} add column counted_to bigint",
    },
  ],
}
