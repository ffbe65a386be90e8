/**
 * The evidence log that the laws of its ports run on.
 *
 * @module
 */
import type { PendingEntry, Statement } from "@consent-service/core/evidence"
import { archiveStatement, integrate, logOpenedStatement, pendingEntry } from "@consent-service/core/evidence"
import type {
  Archive,
  ConsentStore,
  DocumentStore,
  Erasures,
  EvidenceLog,
  EvidenceReader,
  IntegrationOutcome,
  LogOpening,
  Records,
  Statistics,
} from "@consent-service/core/ports"
import { randomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The stores of a tenant, all over one database. */
export interface LoggedStores {
  readonly log: Context.Tag.Service<EvidenceLog>
  readonly reader: Context.Tag.Service<EvidenceReader>
  readonly consents: Context.Tag.Service<ConsentStore>
  readonly documents: Context.Tag.Service<DocumentStore>
  readonly archive: Context.Tag.Service<Archive>
  readonly erasures: Context.Tag.Service<Erasures>
  readonly records: Context.Tag.Service<Records>
  readonly statistics: Context.Tag.Service<Statistics>
}

/** One database, and the stores of any number of tenants over it. */
export interface LogUnderTest {
  /** The laws call it several times for one tenant, as several processes would. */
  readonly stores: (tenant: string | null) => Effect.Effect<LoggedStores, unknown, Scope.Scope>
}

/** The log under test, as the laws see it. */
export class TestedLog extends Context.Tag("@consent-service/testkit/LogUnderTest")<TestedLog, LogUnderTest>() {}

/** A tenant that no law used before. */
export const freshTenant = (): string => `tenant ${crypto.randomUUID()}`

/** A tenant's stores, as another process would have them. */
export const storesOf = (tenant: string): Effect.Effect<LoggedStores, unknown, Scope.Scope | TestedLog> =>
  Effect.flatMap(TestedLog, ({ stores }) => stores(tenant))

/** A salt that no other entry has. */
export const freshSalt = (): string => randomBytes(16).toString("base64url")

/** A statement as an entry of its own. */
export const entryOf = (statement: Statement, id: string, receivedAt: number): PendingEntry =>
  pendingEntry(statement, { id, receivedAt, salt: freshSalt() })

/** An entry about archived content. */
export const archiveEntry = (id: string, receivedAt: number): PendingEntry =>
  entryOf(archiveStatement({ digest: id, what: "texts" }), id, receivedAt)

export const origin = "consent.shop.example/evidence"

const openedAt = 1_790_000_000_000

export const opening = (name = origin, mayRename = false): LogOpening => ({
  origin: name,
  openedAt,
  entry: entryOf(logOpenedStatement({ openedAt, origin: name }), mayRename ? "log_renamed" : "log_opened", openedAt),
  mayRename,
})

/** Opened stores of a tenant that no law used before, and how other processes get theirs. */
export const openedStores = Effect.gen(function* () {
  const tenant = freshTenant()
  const stores = yield* storesOf(tenant)
  yield* stores.log.open(opening())
  return { ...stores, tenant, another: storesOf(tenant) }
})

/** Integrates a number of entries, at a given time. */
export const integrateSome = (
  log: LoggedStores["log"],
  limit: number,
  now = openedAt,
): Effect.Effect<IntegrationOutcome, unknown> =>
  log.integrate(limit, (head, edge, queued) => integrate(head, edge, queued, now))

/** Integrates until nothing waits; returns how many entries went in. */
export const drain = (log: LoggedStores["log"], limit = 64): Effect.Effect<number, unknown> =>
  Effect.flatMap(integrateSome(log, limit), (outcome) =>
    outcome._tag === "Integrated" ? Effect.map(drain(log, limit), (count) => count + outcome.count) : Effect.succeed(0),
  )

/** The state of a log that must be open. */
export const stateOf = (reader: LoggedStores["reader"]) => Effect.flatMap(reader.state, (state) => Effect.orDie(state))

/** Every entry in the tree, in order. */
export const entriesOf = (reader: LoggedStores["reader"]) =>
  Effect.map(reader.bundles(0, 1_000), (bundles) => bundles.flatMap(({ entries }) => entries))
