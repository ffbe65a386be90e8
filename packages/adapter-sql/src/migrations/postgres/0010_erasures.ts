import type { LiteralMigration } from "../LiteralMigration.js"

export const erasures: LiteralMigration = {
  id: "10-erasures",
  steps: [
    {
      creates: { table: "erasure" },
      sql: `create table {erasure} (
        tenant text collate "C" not null,
        id text collate "C" not null,
        erased_at bigint not null,
        entry_id text collate "C",
        detail text not null,
        primary key (tenant, id)
      )`,
    },
    {
      creates: { table: "legal_hold" },
      sql: `create table {legal_hold} (
        tenant text collate "C" not null,
        id text collate "C" not null,
        scope text not null,
        reason text not null,
        placed_at bigint not null,
        released_at bigint,
        primary key (tenant, id)
      )`,
    },
  ],
}
