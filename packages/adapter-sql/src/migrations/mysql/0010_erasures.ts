import type { LiteralMigration } from "../LiteralMigration.js"

export const erasures: LiteralMigration = {
  id: "10-erasures",
  steps: [
    {
      creates: { table: "erasure" },
      sql: `create table {erasure} (
        tenant varbinary(1020) not null,
        id varbinary(1020) not null,
        erased_at bigint not null,
        entry_id varbinary(1020),
        detail mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        primary key (tenant, id)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
    {
      creates: { table: "legal_hold" },
      sql: `create table {legal_hold} (
        tenant varbinary(1020) not null,
        id varbinary(1020) not null,
        scope mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        reason mediumtext character set utf8mb4 collate utf8mb4_bin not null,
        placed_at bigint not null,
        released_at bigint,
        primary key (tenant, id)
      ) engine = InnoDB row_format = dynamic default character set utf8mb4`,
    },
  ],
}
