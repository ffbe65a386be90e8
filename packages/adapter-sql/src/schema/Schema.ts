/**
 * The migrations of an engine's literal schema, under a table prefix. The hash covers the literal with its names
 * filled in: no library renders it, so no library upgrade can change the checksum of a released migration.
 */
import { sha256Hex } from "@consent-service/core/primitives"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import type { Catalog, Dialect } from "../dialect/Dialect.js"
import type { Created, LiteralMigration, LiteralSchema } from "../migrations/LiteralMigration.js"

/** One statement of a migration, with a check whether its result exists. */
export interface Step {
  /** In one line. */
  readonly text: string
  readonly statement: Statement<Row>
  readonly isDone: Effect.Effect<boolean, SqlError>
}

/** A named change of the schema. */
export interface Migration {
  readonly id: string
  readonly steps: ReadonlyArray<Step>
  /** The digest of its statements. */
  readonly checksum: string
}

/** The schema of one database. */
export interface Schema {
  /** Creates the table of the migrations that ran; it comes before all of them. */
  readonly createMigrationsTable: Statement<Row>
  /** Every migration, in order. */
  readonly migrations: ReadonlyArray<Migration>
}

/** A statement's text with normalized whitespace. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

const withNames = (literal: string, prefix: string, { quote }: LiteralSchema): string =>
  literal.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${quote}${prefix}${name}${quote}`)

const exists = (catalog: Catalog, prefix: string, created: Created | undefined): Step["isDone"] => {
  if (created === undefined) return Effect.succeed(false)
  const { column, index, table } = created
  if (column !== undefined) return catalog.hasColumn(`${prefix}${table}`, column)
  if (index !== undefined) return catalog.hasIndex(`${prefix}${table}`, `${prefix}${index}`)
  return catalog.hasTable(`${prefix}${table}`)
}

/** The schema of a dialect, with the names of a table prefix. */
export const schemaOf = (sql: SqlClient, { catalog, schema }: Dialect, prefix: string): Schema => {
  const migrationOf = ({ id, steps: literals }: LiteralMigration): Migration => {
    const steps = literals.map((literal) => {
      const text = withNames(literal.sql, prefix, schema)
      return {
        text: oneLine(text),
        statement: sql.unsafe<Row>(text),
        isDone: exists(catalog, prefix, literal.creates),
      }
    })
    return { id, steps, checksum: sha256Hex(steps.map(({ text }) => text).join(";\n")) }
  }
  return {
    createMigrationsTable: sql.unsafe<Row>(withNames(schema.migrationsTable, prefix, schema)),
    migrations: schema.migrations.map(migrationOf),
  }
}
