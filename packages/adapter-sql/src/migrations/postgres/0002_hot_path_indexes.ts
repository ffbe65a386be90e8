import type { LiteralMigration } from "../LiteralMigration.js"

export const hotPathIndexes: LiteralMigration = {
  id: "2-hot-path-indexes",
  steps: [
    {
      creates: { table: "consent", index: "consent_subject_idx" },
      sql: "create index {consent_subject_idx} on {consent} (subject_id, tenant)",
    },
  ],
}
