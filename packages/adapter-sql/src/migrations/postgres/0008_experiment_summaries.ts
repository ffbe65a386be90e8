import type { LiteralMigration } from "../LiteralMigration.js"

export const experimentSummaries: LiteralMigration = {
  id: "8-experiment-summaries",
  steps: [
    {
      creates: { table: "consent", index: "consent_experiment_idx" },
      sql: 'create index {consent_experiment_idx} on {consent} (tenant, experiment_id, given_at) where "experiment_id" is not null',
    },
  ],
}
