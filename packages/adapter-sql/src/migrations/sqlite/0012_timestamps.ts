import type { LiteralMigration } from "../LiteralMigration.js"

export const timestamps: LiteralMigration = {
  id: "12-timestamps",
  steps: [
    {
      creates: { table: "log_timestamp" },
      sql: `create table {log_timestamp} (
        tenant text not null,
        size integer not null,
        authority text not null,
        kept_at integer not null,
        text text not null,
        answer text not null,
        primary key (tenant, size, authority)
      )`,
    },
  ],
}
