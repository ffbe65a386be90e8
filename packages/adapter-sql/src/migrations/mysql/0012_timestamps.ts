import type { LiteralMigration } from "../LiteralMigration.js"

export const timestamps: LiteralMigration = {
  id: "12-timestamps",
  steps: [
    {
      creates: { table: "log_timestamp" },
      sql: `create table {log_timestamp} (
        tenant varbinary(1020) not null,
        size bigint not null,
        authority varbinary(1020) not null,
        kept_at bigint not null,
        text mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        answer mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        primary key (tenant, size, authority)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
  ],
}
