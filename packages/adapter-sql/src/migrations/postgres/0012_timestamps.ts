import type { LiteralMigration } from "../LiteralMigration.js"

export const timestamps: LiteralMigration = {
  id: "12-timestamps",
  steps: [
    {
      creates: { table: "log_timestamp" },
      sql: `create table {log_timestamp} (
        tenant text collate "C" not null,
        size bigint not null,
        authority text collate "C" not null,
        kept_at bigint not null,
        text text not null,
        answer text not null,
        primary key (tenant, size, authority)
      )`,
    },
  ],
}
