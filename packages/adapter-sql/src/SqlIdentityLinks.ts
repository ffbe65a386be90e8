/**
 * The links of subjects to user accounts, on an SQL database (service.md, "Identity link of a subject").
 *
 * Whether a link may be replaced is a condition of the write itself, and what came of it is read back in the same
 * transaction: whoever links at once, a verified link is never replaced by an unverified one.
 *
 * @module
 */
import type { IdentityLink } from "@consent-service/core/consent/ConsentRecord"
import { IdentityLinks, LinkOutcome } from "@consent-service/core/ports/IdentityLinks"
import type { SubjectId } from "@consent-service/core/subject/SubjectId"
import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { untilSettled } from "./internal/Attempts.js"
import { rowsOf } from "./internal/Queries.js"
import { readLink } from "./internal/Row.js"
import { subjectFields } from "./internal/Statements.js"
import { openStore, type StoreOptions, type TenantStore } from "./internal/TenantStore.js"

const statementsOf = ({ database: { sql, tables }, tenantKey }: TenantStore) => {
  const table = sql(tables.subject)
  const set = ({ externalId, identityProvider, verified }: IdentityLink) =>
    sql`update ${table} set external_id = ${externalId}, identity_provider = ${identityProvider},
      verified_external_id = ${verified ? externalId : null}`
  const of = (subject: SubjectId) => sql`id = ${subject} and tenant = ${tenantKey}`
  return {
    write: (subject: SubjectId, link: IdentityLink) =>
      link.verified
        ? sql`${set(link)} where ${of(subject)}`
        : sql`${set(link)} where ${of(subject)} and verified_external_id is null`,
    look: (subject: SubjectId) => sql`select ${sql.literal(subjectFields)} from ${table} s where ${of(subject)}`,
  }
}

/** What came of a write, told by the link that stands after it; null when the subject appeared only after the write. */
const outcomeOf = (standing: IdentityLink | null, asked: IdentityLink): LinkOutcome | null => {
  const isSame = standing?.externalId === asked.externalId && standing.identityProvider === asked.identityProvider
  if (isSame && standing.verified === asked.verified) return LinkOutcome.Linked()
  if (asked.verified || standing?.verified !== true) return null
  return isSame ? LinkOutcome.Unchanged() : LinkOutcome.HeldByVerified()
}

const linksOf = (store: TenantStore): Context.Tag.Service<IdentityLinks> => {
  const { database, run } = store
  const statements = statementsOf(store)

  /** One try, in one transaction. */
  const attempt = Effect.fnUntraced(function* (subject: SubjectId, link: IdentityLink) {
    yield* rowsOf(statements.write(subject, link))
    const [row] = yield* rowsOf(statements.look(subject))
    return row === undefined ? LinkOutcome.UnknownSubject() : outcomeOf(yield* readLink(row), link)
  }, database.dialect.transaction)

  return {
    link: (subject, link) => run("link", untilSettled(attempt(subject, link), "a subject could not be linked")),
  }
}

/**
 * The links of one tenant's subjects over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 */
export const make = (options: StoreOptions = {}): Effect.Effect<Context.Tag.Service<IdentityLinks>, never, SqlClient> =>
  Effect.map(openStore(options), linksOf)

/** {@link make} as a layer. */
export const layer = (options: StoreOptions = {}): Layer.Layer<IdentityLinks, never, SqlClient> =>
  Layer.effect(IdentityLinks, make(options))
