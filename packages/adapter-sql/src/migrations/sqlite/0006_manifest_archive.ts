import type { LiteralMigration } from "../LiteralMigration.js"

export const manifestArchive: LiteralMigration = {
  id: "6-manifest-archive",
  steps: [
    {
      creates: { table: "manifest_archive" },
      sql: `create table {manifest_archive} (
        id text not null,
        tenant text not null,
        content text not null,
        primary key (tenant, id)
      )`,
    },
    {
      creates: { table: "policy_decision", column: "texts_digest" },
      sql: 'alter table {policy_decision} add column "texts_digest" text',
    },
  ],
}
