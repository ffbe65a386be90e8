/**
 * Migrations as the literal SQL of each engine. A database remembers the checksum of each migration it ran: a released
 * migration never changes. To change the schema, add a migration to all three engines.
 *
 * The tables follow these rules:
 *
 * - A key column holds identifiers of up to 255 characters, compared exactly: no case folding, no padding, no
 *   normalization. On MySQL that is `varbinary(1020)`, 255 characters of four bytes, because no text collation of both
 *   MySQL and MariaDB compares so. On PostgreSQL it is `text collate "C"`.
 * - JSON is stored as text: the engines' JSON types reorder keys and reject some valid text.
 * - Integers hold whole numbers up to 2^53, among them instants as epoch milliseconds.
 * - The tenant is part of each key, so that tenants cannot block each other's ids. "No tenant" is stored
 * as the empty string, which is not a valid tenant: unique keys ignore nulls.
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
 * Some engines commit each schema change immediately, and a killed run must be able to resume where it stopped, so a step
 * is skipped when its result exists.
 */
export interface LiteralStep {
  /**
   * What shows that it ran. Left out only where a migration and its record are one transaction, as on PostgreSQL: then a step has
   * run if its migration is on record.
   */
  readonly creates?: Created
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
  /** The quote character of names. */
  readonly quote: string
  /** Creates the table of the migrations that ran; it runs before all of them. */
  readonly migrationsTable: string
  /** Every migration, in order. */
  readonly migrations: ReadonlyArray<LiteralMigration>
}

/**
 * Changes no table: it shows that processes may write the short texts of records, which those of the version before cannot
 * read, and it keeps these from starting again.
 */
export const shortRecordsId = "13-short-records"
