/** Runs every operation of every store of a tenant, in the ways in which they send different statements. */
import { type ConsentDraft, type IdentityLink, recordFacts } from "@consent-service/core/consent"
import { planErasure } from "@consent-service/core/erasure"
import {
  archiveStatement,
  type ConsentFacts,
  consentStatement,
  grow,
  integrate,
  linkEntryId,
  linkStatement,
  logOpenedStatement,
  type PendingEntry,
  pendingEntry,
  type Statement,
} from "@consent-service/core/evidence"
import { ErasureDecision, type LogOpening } from "@consent-service/core/ports"
import { noCounts } from "@consent-service/core/statistics"
import { freshDecision, freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { storedEvidenceOf } from "../evidence-log/StoredRows.js"
import { openStore } from "../schema/TenantStore.js"
import * as SqlArchive from "../SqlArchive.js"
import * as SqlConsentStore from "../SqlConsentStore.js"
import * as SqlDocumentStore from "../SqlDocumentStore.js"
import * as SqlEvidenceLog from "../SqlEvidenceLog.js"

/** The stores of a tenant over the client in context. */
export const storesOfTenant = (tenant: string | null) =>
  Effect.all({
    consents: SqlConsentStore.make({ tenant }),
    documents: SqlDocumentStore.make({ tenant }),
    archive: SqlArchive.make({ tenant }),
    log: SqlEvidenceLog.makeLog({ tenant }),
    reader: SqlEvidenceLog.makeReader({ tenant }),
    statistics: SqlEvidenceLog.makeStatistics({ tenant }),
    erasures: SqlEvidenceLog.makeErasures({ tenant }),
    records: SqlEvidenceLog.makeRecords({ tenant }),
    stored: Effect.map(openStore({ tenant }), storedEvidenceOf),
  })

export type StoresOfTenant = Effect.Effect.Success<ReturnType<typeof storesOfTenant>>

const now = 1_790_000_000_000
const day = Math.floor(now / 86_400_000)
const salt = (): string => randomBytes(16).toString("base64url")
const entryOf = (statement: Statement, id: string, receivedAt = now): PendingEntry =>
  pendingEntry(statement, { id, receivedAt, salt: salt() })
const archived = (id: string): PendingEntry => entryOf(archiveStatement({ digest: id, what: "texts" }), id)

const account: IdentityLink = { externalId: "user-1", identityProvider: "external", verified: true }

/** The draft with the entries that a service with a log queues. */
const logged = (draft: ConsentDraft): ConsentDraft => {
  const { createdAt, id, subjectId } = draft.record
  const link = entryOf(linkStatement({ subjectId, ...account }), linkEntryId(subjectId, createdAt, salt()), createdAt)
  return {
    ...draft,
    entries: {
      record: () => entryOf(consentStatement(recordFacts(draft.record)), id, createdAt),
      link: draft.link === null ? null : () => link,
    },
  }
}

const opening = (origin: string, mayRename = false): LogOpening => ({
  origin,
  openedAt: now,
  entry: entryOf(logOpenedStatement({ openedAt: now, origin }), `opened-${origin}`),
  mayRename,
})

/** More than is read together with other records. */
const largeChoice = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`a-rather-long-category-${at}`, true]))

const saves = ({ consents }: StoresOfTenant, elsewhere: StoresOfTenant, drafts: ReadonlyArray<ConsentDraft>) =>
  Effect.gen(function* () {
    const foreign = makeDraft()
    yield* elsewhere.consents.append(foreign)
    yield* Effect.forEach(drafts, consents.append, { concurrency: "unbounded" })
    const [first] = drafts
    if (first === undefined) return
    const { subjectId } = first.record
    yield* consents.append(first)
    yield* consents.append(makeDraft({}, { decision: null }))
    yield* consents.append(makeDraft({ subjectId: foreign.record.subjectId }))
    yield* consents.append({ ...makeDraft({ subjectId }), bound: { acts: 1, bytes: 1_000 } })
    for (const verified of [false, true]) {
      for (const subject of [subjectId, freshSubjectId()]) {
        yield* consents.link(subject, { ...account, verified, externalId: "user-2" })
        const entry = entryOf(linkStatement({ subjectId: subject, ...account }), linkEntryId(subject, now, salt()))
        yield* consents.link(subject, { ...account, verified }, entry)
      }
    }
  })

const reads = ({ consents }: StoresOfTenant, drafts: ReadonlyArray<ConsentDraft>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const large = makeDraft({ preferences: largeChoice })
      const { subjectId } = large.record
      yield* consents.append(large)
      yield* consents.append(makeDraft({ subjectId, givenAt: now, preferences: largeChoice }))
      yield* consents.link(subjectId, account)
      for (const subject of [subjectId, ...drafts.map(({ record }) => record.subjectId)]) {
        yield* consents.history(subject)
        yield* consents.history(subject, { acts: 1, bytes: 100_000 })
      }
      yield* consents.linkedHistories(account.externalId)
      yield* consents.linkedHistories(account.externalId, { acts: 1, bytes: 100_000 })
      yield* consents.linkedActs(account.externalId, ["cookie_banner", "dpa"])
      for (const domain of [null, "example.com"]) {
        yield* consents.decisions({ experimentId: "button-colour", from: null, to: now, domain })
      }
      yield* consents.evidence(large.record.id)
      yield* consents.ping
    }),
  )

const publications = ({ archive, documents }: StoresOfTenant) =>
  Effect.gen(function* () {
    const release = { type: "dpa", version: "1", hash: "sha256:1", effectiveDate: 0 }
    yield* archive.keep([{ id: "one", content: "1", entry: archived("one") }])
    yield* archive.find("one")
    yield* documents.publish(release, archived("published"))
    yield* documents.publish({ ...release, version: "2", hash: "sha256:2" })
    yield* documents.publish(release)
    yield* documents.publish({ ...release, version: "3" })
    yield* documents.versions(["dpa", "terms"])
  })

const prompts = (id: string) => ({
  id,
  queuedAt: now,
  contributions: [
    { day, groups: [{ dimension: "day" as const, value: "", part: "" }], counts: { ...noCounts, shown: 1 } },
  ],
})

const integrateAll = ({ log }: StoresOfTenant) =>
  log.integrate(1_000, (head, edge, queued) => integrate(head, edge, queued, now))

const growth = (stores: StoresOfTenant) =>
  Effect.gen(function* () {
    const { log, statistics } = stores
    yield* log.queue([archived("a"), archived("b")])
    yield* log.lease("one", Date.now(), 60_000)
    yield* statistics.queue(prompts("list-1"))
    yield* integrateAll(stores)
    // The next ones fill a tile of the next level and change it, and the last one finds nothing.
    for (const [name, count] of Object.entries({ c: 300, d: 300 })) {
      yield* log.queue(Array.from({ length: count }, (_, at) => archived(`${name}${at}`)))
      yield* integrateAll(stores)
    }
    yield* statistics.queue(prompts("list-2"))
    yield* integrateAll(stores)
    yield* log.release("one")
    const entry = (record: ConsentFacts) => entryOf(consentStatement(record), record.id, record.createdAt)
    yield* log.queueUnlogged("kept", 1, entry)
    yield* log.queueUnlogged("kept", 1_000, entry)
    yield* log.queueUnlogged({ after: null }, 10, entry)
    yield* log.keepCheckpoint({ size: 2, note: "a note", signedAt: now })
    yield* log.replaceNote(2, "a note", "another")
    yield* log.keepTimestamp({ size: 2, authority: "a", text: "t", answer: new Uint8Array(1), keptAt: now })
  })

const logReads = ({ reader, records, stored }: StoresOfTenant, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    yield* reader.state
    yield* reader.checkpoint(0)
    yield* reader.checkpoints(0, 5)
    yield* reader.newestCheckpoints(0, 5)
    yield* reader.timestamps(0, 5)
    yield* reader.newestTimestamp("a")
    yield* reader.bundles(0, 2)
    yield* reader.tiles([{ level: 1, n: 0 }])
    for (const id of ["a", "nowhere"]) yield* reader.locate(id, now)
    yield* reader.consentFacts(ids)
    yield* reader.statements(ids)
    yield* records.read({ from: "cns_", to: "cns_z" }, 10)
    yield* stored.bundles(0, 2)
    yield* stored.tiles(1, 0, 2)
    for (const after of [null, { id: "a", kind: 1, receivedAt: now }]) yield* stored.queued(after, 5)
    for (const after of [null, "cns_1"]) yield* stored.recordIds(after, 5)
    for (const rows of [stored.records, stored.decisions, stored.documents, stored.archived]) yield* rows(ids)
  })

const counts = ({ statistics }: StoresOfTenant) =>
  Effect.gen(function* () {
    yield* statistics.countLogged
    for (const groupBy of ["day", "country"] as const) {
      yield* statistics.read({ groupBy, from: day, to: day })
      yield* statistics.read({ groupBy, from: day - 100, to: day })
    }
  })

const removals = ({ erasures }: StoresOfTenant, subjects: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    yield* erasures.subjectsOf(account.externalId)
    yield* erasures.footprint(subjects)
    const hold = { id: "hold", scope: { type: "none" }, reason: "claim", placedAt: now, releasedAt: null }
    for (const reason of ["claim", "other"]) yield* erasures.place({ ...hold, reason }, archived("hold"))
    yield* erasures.legalHolds
    yield* erasures.release("hold", now, archived("release"))
    for (const part of ["trace", null] as const) {
      const id = `request-${part}`
      yield* erasures.erase(subjects, (found) => {
        const decision = planErasure({ id, at: now, reason: "art. 17", salts: salt }, part, found)
        // As one that leaves a subject behind, and takes its link.
        return decision._tag === "Erase"
          ? ErasureDecision.Erase({ plan: { ...decision.plan, unlinked: subjects } })
          : decision
      })
      yield* erasures.erasure(id)
    }
  })

/** What is done with a log that lost leaves, or begins anew. */
const recovery = ({ log, reader }: StoresOfTenant, origin: string) =>
  Effect.gen(function* () {
    const lost = archived("lost")
    yield* log.queue([lost])
    const state = yield* Effect.flatten(reader.state)
    const size = state.head.size + 1
    const { commitment, id, kind } = lost
    const outcome = yield* log.takeOver({
      origin,
      openedAt: now,
      commitments: [commitment],
      checkpoint: { size, note: "after", signedAt: now },
      growthBy: (head, edge) => {
        const entry = { kind, time: head.lastTime, commitment, id, opener: null }
        const grown = grow(head, edge, [{ entry, receivedAt: now }])
        return grown === null ? null : { growth: grown, queue: [archived("said")] }
      },
    })
    yield* log.forgetCheckpoints([2])
    yield* log.reopen({ origin: `${origin}-2`, openedAt: now, entries: [archived("anew")] })
    return outcome._tag
  })

/** @param elsewhere - the stores of another tenant on the same database */
export const everyOperation = (stores: StoresOfTenant, elsewhere: StoresOfTenant) =>
  Effect.gen(function* () {
    const drafts = Array.from({ length: 3 }, () => logged(makeDraft({}, { link: account, decision: freshDecision() })))
    const unlogged = makeDraft()
    yield* stores.statistics.read({ groupBy: "day", from: day, to: day })
    yield* stores.log.open(opening("a"))
    yield* stores.log.open(opening("b"))
    yield* stores.log.open(opening("c", true))
    yield* publications(stores)
    yield* saves(stores, elsewhere, [...drafts, unlogged])
    yield* reads(stores, drafts)
    yield* growth(stores)
    yield* counts(stores)
    yield* logReads(stores, [unlogged.record.id, ...drafts.map(({ record }) => record.id)])
    while ((yield* integrateAll(stores))._tag === "Integrated");
    yield* removals(
      stores,
      drafts.map(({ record }) => record.subjectId),
    )
    return yield* recovery(stores, "c")
  })
