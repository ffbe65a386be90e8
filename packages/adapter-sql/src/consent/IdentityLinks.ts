/**
 * Links of subjects to user accounts.
 *
 * Whether a link may be replaced is a condition of the write itself, and the outcome is read back in the same
 * transaction: at any concurrency, an unverified link never replaces a verified one.
 */
import type { PendingEntry } from "@consent-service/core/evidence"
import type { SubjectId } from "@consent-service/core/subject"
import { type ConsentStore, LinkOutcome } from "@consent-service/core/ports"
import type { IdentityLink } from "@consent-service/core/consent"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makeQueue } from "../log-queue/Queue.js"
import { untilSettled } from "../statement/Attempts.js"
import { rowsOf } from "../statement/Queries.js"
import { readLink } from "./Row.js"
import { subjectFields } from "./Statements.js"
import type { TenantStore } from "../schema/TenantStore.js"

const statementsOf = ({ database: { dialect, sql, tables }, tenantKey }: TenantStore) => {
  const { forUpdate } = dialect
  const table = sql(tables.subject)
  const set = ({ externalId, identityProvider, verified }: IdentityLink) =>
    sql`update ${table} set external_id = ${externalId}, identity_provider = ${identityProvider},
      verified_external_id = ${verified ? externalId : null}`
  const of = (subject: SubjectId) => sql`id = ${subject} and tenant = ${tenantKey}`
  const look = (subject: SubjectId) => sql`select ${sql.literal(subjectFields)} from ${table} s where ${of(subject)}`
  return {
    write: (subject: SubjectId, link: IdentityLink) =>
      link.verified
        ? sql`${set(link)} where ${of(subject)}`
        : sql`${set(link)} where ${of(subject)} and verified_external_id is null`,
    look,
    /** Like `look`; locks the row until the transaction ends. */
    hold: (subject: SubjectId) => (forUpdate === null ? look(subject) : sql`${look(subject)} ${forUpdate}`),
  }
}

const areSame = (left: IdentityLink | null, right: IdentityLink): boolean =>
  left?.externalId === right.externalId &&
  left.identityProvider === right.identityProvider &&
  left.verified === right.verified

/** The outcome of a write, from the link after it; null when the subject appeared only after the write. */
const outcomeOf = (current: IdentityLink | null, requested: IdentityLink): LinkOutcome | null => {
  const isSame = current?.externalId === requested.externalId && current.identityProvider === requested.identityProvider
  if (isSame && current.verified === requested.verified) return LinkOutcome.Linked()
  if (requested.verified || current?.verified !== true) return null
  return isSame ? LinkOutcome.Unchanged() : LinkOutcome.HeldByVerified()
}

/** Makes the store's `link`. */
export const makeLink = (store: TenantStore): Context.Tag.Service<ConsentStore>["link"] => {
  const { database, run } = store
  const statements = statementsOf(store)

  const queue = makeQueue(database, store.tenantKey)

  const write = Effect.fnUntraced(function* (subject: SubjectId, link: IdentityLink) {
    yield* rowsOf(statements.write(subject, link))
    const [row] = yield* rowsOf(statements.look(subject))
    return row === undefined ? LinkOutcome.UnknownSubject() : outcomeOf(yield* readLink(row), link)
  })

  /** Queues the evidence entry of a link that replaced another. */
  const writeLogged = Effect.fnUntraced(function* (subject: SubjectId, link: IdentityLink, entry: PendingEntry) {
    const [row] = yield* rowsOf(statements.hold(subject))
    const before = row === undefined ? null : yield* readLink(row)
    const outcome = yield* write(subject, link)
    if (outcome?._tag === "Linked" && !areSame(before, link)) yield* queue([{ ...entry, subjectId: subject }])
    return outcome
  })

  return (subject, link, entry) => {
    // One attempt, in one transaction.
    const attempt = entry === undefined ? write(subject, link) : writeLogged(subject, link, entry)
    return run("link", untilSettled(database.dialect.transaction(attempt), "the subject was not linked"))
  }
}
