import type { LiteralMigration } from "../LiteralMigration.js"

export const baseline: LiteralMigration = {
  id: "1-baseline",
  steps: [
    {
      creates: { table: "subject" },
      sql: `create table {subject} (
        id text collate "C" not null,
        tenant text collate "C" not null,
        external_id text collate "C",
        identity_provider text collate "C",
        verified_external_id text collate "C",
        created_at bigint not null,
        primary key (id)
      )`,
    },
    {
      creates: { table: "policy_decision" },
      sql: `create table {policy_decision} (
        id text collate "C" not null,
        tenant text collate "C" not null,
        policy_id text not null,
        fingerprint text not null,
        matched_by text not null,
        model text not null,
        country text,
        region text,
        language text not null,
        manifest_revision text not null,
        policy text not null,
        created_at bigint not null,
        primary key (tenant, id)
      )`,
    },
    {
      creates: { table: "consent" },
      sql: `create table {consent} (
        id text collate "C" not null,
        tenant text collate "C" not null,
        subject_id text collate "C" not null,
        type text collate "C" not null,
        domain text collate "C" not null,
        given_at bigint not null,
        created_at bigint not null,
        valid_until bigint,
        preferences text,
        metadata text,
        jurisdiction text,
        model text,
        consent_action text,
        ui_source text,
        tc_string text,
        ip_address text,
        user_agent text,
        language text,
        decision_id text collate "C",
        decision_source text,
        experiment_id text collate "C",
        experiment_arm text collate "C",
        time_to_decision_ms bigint,
        content_digest text collate "C" not null,
        primary key (tenant, id)
      )`,
    },
  ],
}
