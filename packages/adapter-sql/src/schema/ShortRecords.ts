/** Since when the texts of records may be stored short: processes of the version before cannot read them. */
import { shortRecordsId } from "../migrations/LiteralMigration.js"
import type { Applied } from "./SchemaState.js"

/** A process that started before a migration goes on; for so long it may be there. */
const replacedWithinMs = 86_400_000

/** A new database gets all migrations in one run. */
const oneRunMs = 60_000

/**
 * When the texts of records may first be stored short, in epoch milliseconds: for a new database always, for one that another
 * version may still use a day after its migration. Infinity for a database that lacks the migration.
 */
export const shortRecordsFrom = (applied: Applied): number => {
  const at = applied.get(shortRecordsId)?.appliedAt
  if (at === undefined) return Infinity
  const first = Math.min(...Array.from(applied.values(), ({ appliedAt }) => appliedAt))
  return at - first <= oneRunMs ? 0 : at + replacedWithinMs
}
