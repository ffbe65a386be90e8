import type { LiteralMigration } from "../LiteralMigration.js"

export const baseline: LiteralMigration = {
  id: "1-baseline",
  steps: [
    {
      creates: { table: "subject" },
      sql: `create table {subject} (
        id text not null,
        tenant text not null,
        external_id text,
        identity_provider text,
        verified_external_id text,
        created_at integer not null,
        primary key (id)
      )`,
    },
    {
      creates: { table: "policy_decision" },
      sql: `create table {policy_decision} (
        id text not null,
        tenant text not null,
        policy_id text not null,
        fingerprint text not null,
        matched_by text not null,
        model text not null,
        country text,
        region text,
        language text not null,
        manifest_revision text not null,
        policy text not null,
        created_at integer not null,
        primary key (tenant, id)
      )`,
    },
    {
      creates: { table: "consent" },
      sql: `create table {consent} (
        id text not null,
        tenant text not null,
        subject_id text not null,
        type text not null,
        domain text not null,
        given_at integer not null,
        created_at integer not null,
        valid_until integer,
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
        decision_id text,
        decision_source text,
        experiment_id text,
        experiment_arm text,
        time_to_decision_ms integer,
        content_digest text not null,
        primary key (tenant, id)
      )`,
    },
  ],
}
