/**
 * Constraints between options, checked once each option is valid.
 *
 * @module
 */
import { databaseForms } from "./DatabaseOptions.js"
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

const tables: Rule<ResolvedOptions> = {
  needs: ["stores", "tablePrefix"],
  check: ({ stores, tablePrefix }) =>
    stores === null || tablePrefix === null
      ? []
      : [{ option: "tablePrefix", message: "names the tables of database; leave it out with stores" }],
}

const sessions: Rule<ResolvedOptions> = {
  needs: ["apiKeys", "sessions"],
  check: ({ apiKeys, sessions: reports }) => {
    if (reports === null) return []
    if (reports.onReport === undefined && !reports.apiKey) {
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
  tables,
  tenant,
  manifest,
  { needs: tokenKinds, check: crossedTokens },
  sessions,
  templates,
  surface,
]
