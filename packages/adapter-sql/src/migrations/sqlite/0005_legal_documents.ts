import type { LiteralMigration } from "../LiteralMigration.js"

export const legalDocuments: LiteralMigration = {
  id: "5-legal-documents",
  steps: [
    {
      creates: { table: "legal_document" },
      sql: `create table {legal_document} (
        id text not null,
        tenant text not null,
        type text not null,
        version text not null,
        hash text not null,
        effective_date integer not null,
        ranking integer not null,
        primary key (tenant, id)
      )`,
    },
    {
      creates: { table: "consent", column: "document_id" },
      sql: 'alter table {consent} add column "document_id" text',
    },
  ],
}
