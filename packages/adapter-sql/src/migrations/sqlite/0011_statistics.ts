import type { LiteralMigration } from "../LiteralMigration.js"

export const statistics: LiteralMigration = {
  id: "11-statistics",
  steps: [
    {
      creates: { table: "statistic" },
      sql: `create table {statistic} (
        tenant text not null,
        unit text not null,
        dimension text not null,
        start integer not null,
        value text not null,
        part text not null,
        records integer not null,
        accepted integer not null,
        refused integer not null,
        customized integer not null,
        experience_granted integer not null,
        experience_refused integer not null,
        functionality_granted integer not null,
        functionality_refused integer not null,
        marketing_granted integer not null,
        marketing_refused integer not null,
        measurement_granted integer not null,
        measurement_refused integer not null,
        shown integer not null,
        primary key (tenant, unit, dimension, start, value, part)
      )`,
    },
    {
      creates: { table: "statistic_queue" },
      sql: `create table {statistic_queue} (
        tenant text not null,
        id text not null,
        queued_at integer not null,
        content text,
        primary key (tenant, id)
      )`,
    },
    {
      creates: { table: "log", column: "counted_to" },
      sql: "alter table {log} add column counted_to integer",
    },
  ],
}
