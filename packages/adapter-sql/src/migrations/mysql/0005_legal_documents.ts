import type { LiteralMigration } from "../LiteralMigration.js"

export const legalDocuments: LiteralMigration = {
  id: "5-legal-documents",
  steps: [
    {
      creates: { table: "legal_document" },
      sql: `create table {legal_document} (
        id varbinary(1020) not null,
        tenant varbinary(1020) not null,
        type varbinary(1020) not null,
        version varbinary(1020) not null,
        hash varbinary(1020) not null,
        effective_date bigint not null,
        ranking bigint not null,
        primary key (tenant, id)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "consent", column: "document_id" },
      sql: "alter table {consent} add column `document_id` varbinary(1020)",
    },
  ],
}
