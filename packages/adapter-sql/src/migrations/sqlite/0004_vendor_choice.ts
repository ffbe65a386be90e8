import type { LiteralMigration } from "../LiteralMigration.js"

export const vendorChoice: LiteralMigration = {
  id: "4-vendor-choice",
  steps: [
    {
      creates: { table: "consent", column: "vendor_choice" },
      sql: 'alter table {consent} add column "vendor_choice" text',
    },
  ],
}
