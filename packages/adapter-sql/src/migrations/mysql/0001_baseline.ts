import type { LiteralMigration } from "../LiteralMigration.js"

export const baseline: LiteralMigration = {
  id: "1-baseline",
  steps: [
    {
      creates: { table: "subject" },
      sql: `create table {subject} (
        id varbinary(1020) not null,
        tenant varbinary(1020) not null,
        external_id varbinary(1020),
        identity_provider varbinary(1020),
        verified_external_id varbinary(1020),
        created_at bigint not null,
        primary key (id)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "policy_decision" },
      sql: `create table {policy_decision} (
        id varbinary(1020) not null,
        tenant varbinary(1020) not null,
        policy_id mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        fingerprint mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        matched_by mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        model mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        country mediumtext character set utf8mb4 collate utf8mb4_bin,
        region mediumtext character set utf8mb4 collate utf8mb4_bin,
        language mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        manifest_revision mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        policy mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        created_at bigint not null,
        primary key (tenant, id)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "consent" },
      sql: `create table {consent} (
        id varbinary(1020) not null,
        tenant varbinary(1020) not null,
        subject_id varbinary(1020) not null,
        type varbinary(1020) not null,
        domain varbinary(1020) not null,
        given_at bigint not null,
        created_at bigint not null,
        valid_until bigint,
        preferences mediumtext character set utf8mb4 collate utf8mb4_bin,
        metadata mediumtext character set utf8mb4 collate utf8mb4_bin,
        jurisdiction mediumtext character set utf8mb4 collate utf8mb4_bin,
        model mediumtext character set utf8mb4 collate utf8mb4_bin,
        consent_action mediumtext character set utf8mb4 collate utf8mb4_bin,
        ui_source mediumtext character set utf8mb4 collate utf8mb4_bin,
        tc_string mediumtext character set utf8mb4 collate utf8mb4_bin,
        ip_address mediumtext character set utf8mb4 collate utf8mb4_bin,
        user_agent mediumtext character set utf8mb4 collate utf8mb4_bin,
        language mediumtext character set utf8mb4 collate utf8mb4_bin,
        decision_id varbinary(1020),
        decision_source mediumtext character set utf8mb4 collate utf8mb4_bin,
        experiment_id varbinary(1020),
        experiment_arm varbinary(1020),
        time_to_decision_ms bigint,
        content_digest varbinary(1020) not null,
        primary key (tenant, id)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
  ],
}
