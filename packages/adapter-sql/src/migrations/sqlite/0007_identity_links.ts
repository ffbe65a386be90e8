import type { LiteralMigration } from "../LiteralMigration.js"

export const identityLinks: LiteralMigration = {
  id: "7-identity-links",
  steps: [
    {
      creates: { table: "subject", index: "subject_link_idx" },
      sql: 'create index {subject_link_idx} on {subject} (tenant, verified_external_id) where "verified_external_id" is not null',
    },
  ],
}
