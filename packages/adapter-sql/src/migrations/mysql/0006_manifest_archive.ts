import type { LiteralMigration } from "../LiteralMigration.js"

export const manifestArchive: LiteralMigration = {
  id: "6-manifest-archive",
  steps: [
    {
      creates: { table: "manifest_archive" },
      sql: `create table {manifest_archive} (
        id varbinary(1020) not null,
        tenant varbinary(1020) not null,
        content mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        primary key (tenant, id)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "policy_decision", column: "texts_digest" },
      sql: "alter table {policy_decision} add column `texts_digest` varbinary(1020)",
    },
  ],
}
