import type { LiteralMigration } from "../LiteralMigration.js"

export const erasures: LiteralMigration = {
  id: "10-erasures",
  steps: [
    {
      creates: { table: "erasure" },
      sql: `create table {erasure} (
        tenant text not null,
        id text not null,
        erased_at integer not null,
        entry_id text,
        detail text not null,
        primary key (tenant, id)
      )`,
    },
    {
      creates: { table: "legal_hold" },
      sql: `create table {legal_hold} (
        tenant text not null,
        id text not null,
        scope text not null,
        reason text not null,
        placed_at integer not null,
        released_at integer,
        primary key (tenant, id)
      )`,
    },
  ],
}
