/**
 * Migrations as the literal SQL of each engine. A database remembers the checksum of each migration it ran: a released
 * migration never changes. To change the schema, add a migration to all three engines.
 *
 * The tables follow these rules:
 *
 * - A key column holds identifiers of up to 255 characters, equal only to themselves: no case folding, no padding, no
 *   normalization. On MySQL that is `varbinary(1020)`, 255 characters of four bytes, because no text collation of both
 *   MySQL and MariaDB compares so. On PostgreSQL it is `text collate "C"`.
 * - JSON is stored as text: the engines' JSON types reorder keys and refuse what they cannot read.
 * - Integers hold whole numbers up to 2^53, among them instants as epoch milliseconds.
 * - The tenant is part of each key, so that no tenant can keep another one from recording anything. No tenant is stored
 *   as the empty text, which no tenant can be: unique keys ignore nulls.
 * - Indexes for reads by account and for experiments leave out rows without one where the engine can, so that other
 *   saves do not touch them.
 */

/** What a statement creates: a table, or a column or an index of one, each without the table prefix. */
export interface Created {
  readonly table: string
  readonly column?: string
  readonly index?: string
}

/**
 * One statement of a migration.
 *
 * Some engines commit each schema change immediately, and a killed run must be able to go on where it stopped: so a step
 * is skipped when what it creates is there.
 */
export interface LiteralStep {
  readonly creates: Created
  /** `{name}` is the quoted name of a table or an index, with the table prefix. */
  readonly sql: string
}

/** A named change of the schema. */
export interface LiteralMigration {
  readonly id: string
  readonly steps: ReadonlyArray<LiteralStep>
}

/** The schema of an engine. */
export interface LiteralSchema {
  /** What surrounds a name. */
  readonly quote: string
  /** Creates the table of the migrations that ran; it comes before all of them. */
  readonly migrationsTable: string
  /** Every migration, in the order they run in. */
  readonly migrations: ReadonlyArray<LiteralMigration>
}
