/**
 * Constraints between options, checked once each option is valid.
 *
 * @module
 */
import { databaseForms, engineOf } from "./DatabaseOptions.js"
import type { ResolvedOptions } from "./Options.js"
import { manifest, type Rule, surface, templates, tenant } from "./SharedRules.js"
import { crossedTokens, tokenKinds } from "./TokenOptions.js"

/** Records are kept in one place. */
const storage: Rule<ResolvedOptions> = {
  needs: ["database", "stores"],
  check: ({ database, stores }) => {
    if (database === null && stores === null) {
      return [{ option: "database", message: `is required, unless stores is given; it ${databaseForms}` }]
    }
    if (database === null || stores === null) return []
    return [{ option: "stores", message: "cannot be combined with database; keep one of the two" }]
  },
}

/** A replica is of the same engine, and only PostgreSQL tells how late it is. */
const replica: Rule<ResolvedOptions> = {
  needs: ["database", "replica"],
  check: ({ database, replica: named }) => {
    if (named === null) return []
    if (database === null) return [{ option: "replica", message: "is one of database; leave it out with stores" }]
    const [kind, other] = [engineOf(database), engineOf(named.url)]
    // What a client layer is for is not known before it is built.
    if (kind === "Sqlite" || other === "Sqlite") {
      return [{ option: "replica.url", message: "cannot be SQLite, whose file has no replica" }]
    }
    if (kind !== null && other !== null && kind !== other) {
      return [{ option: "replica.url", message: "must be a replica of database, and is of another engine" }]
    }
    return named.historyLagMs !== undefined && (kind === "Mysql" || other === "Mysql")
      ? [
          {
            option: "replica.historyLagMs",
            message: "needs PostgreSQL; MySQL and MariaDB cannot tell how late they are",
          },
        ]
      : []
  },
}

const tables: Rule<ResolvedOptions> = {
  needs: ["stores", "tablePrefix"],
  check: ({ stores, tablePrefix }) =>
    stores === null || tablePrefix === null
      ? []
      : [{ option: "tablePrefix", message: "names the tables of database; leave it out with stores" }],
}

const sessions: Rule<ResolvedOptions> = {
  needs: ["apiKeys", "evidence", "sessions", "stores"],
  check: ({ apiKeys, evidence, sessions: reports, stores }) => {
    if (reports === null) return []
    if (reports.count && (evidence === false || (evidence === null && stores !== null))) {
      return [{ option: "sessions.count", message: "needs the evidence log, which counts; evidence turns it on" }]
    }
    if (reports.onReport === undefined && !reports.apiKey && !reports.count) {
      return [{ option: "sessions.onReport", message: "is missing" }]
    }
    return reports.apiKey && apiKeys.length === 0
      ? [{ option: "sessions.apiKey", message: "needs apiKeys; without any, no server could send a report" }]
      : []
  },
}

/** Every rule of a service, in the order in which issues are reported. */
export const rules: ReadonlyArray<Rule<ResolvedOptions>> = [
  storage,
  replica,
  tables,
  tenant,
  manifest,
  { needs: tokenKinds, check: crossedTokens },
  sessions,
  templates,
  surface,
]
