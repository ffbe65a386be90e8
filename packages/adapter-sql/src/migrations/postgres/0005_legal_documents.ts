import type { LiteralMigration } from "../LiteralMigration.js"

export const legalDocuments: LiteralMigration = {
  id: "5-legal-documents",
  steps: [
    {
      creates: { table: "legal_document" },
      sql: `create table {legal_document} (
        id text collate "C" not null,
        tenant text collate "C" not null,
        type text collate "C" not null,
        version text collate "C" not null,
        hash text collate "C" not null,
        effective_date bigint not null,
        ranking bigint not null,
        primary key (tenant, id)
      )`,
    },
    {
      creates: { table: "consent", column: "document_id" },
      sql: 'alter table {consent} add column "document_id" text collate "C"',
    },
  ],
}
