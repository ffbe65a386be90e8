import type { LiteralMigration } from "../LiteralMigration.js"

export const consentReceipts: LiteralMigration = {
  id: "3-consent-receipts",
  steps: [
    {
      creates: { table: "consent", column: "choice" },
      sql: 'alter table {consent} add column "choice" text',
    },
  ],
}
