/**
 * A consent store in memory, for tests: it keeps the laws of the port and does nothing else.
 *
 * @module
 */
import type { ConsentFacts, PendingEntry } from "@consent-service/core/evidence"
import type { SubjectId } from "@consent-service/core/subject"
import {
  AppendOutcome,
  ConsentStore,
  LinkOutcome,
  type RecordedEvidence,
  type Records,
  type StoredRecord,
  Tenant,
} from "@consent-service/core/ports"
import type { DecisionCount, ExperimentQuery } from "@consent-service/core/experiment"
import {
  type ActBound,
  type ConsentDraft,
  type ConsentRecord,
  defaultReadBound,
  defaultSaveBound,
  hasRoom,
  type IdentityLink,
  type PolicyDecision,
  recordFacts,
  type SubjectHistory,
  toHistoryRecord,
  within,
} from "@consent-service/core/consent"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type MemoryLogs, queueIn } from "./MemoryEvidenceLog.js"

type Subject = Pick<SubjectHistory, "id" | "createdAt" | "link"> & { readonly tenant: string | null }

/** The state that the stores of several tenants share. */
export interface MemoryStore {
  readonly subjects: Map<SubjectId, Subject>
  /** By tenant and id, as JSON. */
  readonly records: Map<string, ConsentRecord>
  /** By tenant and id, as JSON. */
  readonly decisions: Map<string, PolicyDecision>
  /** Where entries are queued. */
  readonly logs: MemoryLogs
}

/**
 * An empty store.
 *
 * @example
 * ```ts
 * import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
 *
 * const store = MemoryConsentStore.makeStore()
 * store.records.size // 0
 * ```
 */
export const makeStore = (): MemoryStore => ({
  subjects: new Map(),
  records: new Map(),
  decisions: new Map(),
  logs: new Map(),
})

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

const newestFirst = (left: ConsentRecord, right: ConsentRecord): number =>
  right.givenAt - left.givenAt || compareText(right.id, left.id)

/** The bytes of a record as JSON. */
const recordBytes = (record: ConsentRecord): number => new TextEncoder().encode(JSON.stringify(record)).length

const recordsOf = (store: MemoryStore, id: SubjectId): Array<ConsentRecord> =>
  Array.from(store.records.values()).filter(({ subjectId }) => subjectId === id)

/**
 * The key of a record in the shared state.
 *
 * @example
 * ```ts
 * import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
 *
 * MemoryConsentStore.recordKey("shop", "cns_11") // '["shop","cns_11"]'
 * ```
 */
export const recordKey = (tenant: string | null, id: string): string => JSON.stringify([tenant, id])

const storeNew = (store: MemoryStore, tenant: string | null, draft: ConsentDraft): void => {
  const { decision, entries, link, record } = draft
  const { createdAt, subjectId: id } = record
  const isNewSubject = !store.subjects.has(id)
  if (isNewSubject) store.subjects.set(id, structuredClone({ id, createdAt, link, tenant }))
  if (entries !== undefined) queueIn(store.logs, tenant, [entries.record()])
  if (isNewSubject && entries?.link != null) queueIn(store.logs, tenant, [entries.link()])
  store.records.set(recordKey(tenant, record.id), structuredClone(record))
  if (decision !== null && !store.decisions.has(recordKey(tenant, decision.id))) {
    store.decisions.set(recordKey(tenant, decision.id), structuredClone(decision))
  }
}

// Copies on the way in and out, so that callers cannot modify stored values.
const appendTo = (store: MemoryStore, tenant: string | null, draft: ConsentDraft): AppendOutcome => {
  const existing = store.records.get(recordKey(tenant, draft.record.id))
  if (existing !== undefined) return AppendOutcome.Existing({ record: structuredClone(existing) })
  const holder = store.subjects.get(draft.record.subjectId)
  if (holder !== undefined && holder.tenant !== tenant) return AppendOutcome.HeldElsewhere()
  const held = recordsOf(store, draft.record.subjectId)
  const bytes = held.reduce((sum, record) => sum + recordBytes(record), 0)
  if (!hasRoom(draft.bound ?? defaultSaveBound, { acts: held.length, bytes }, recordBytes(draft.record))) {
    return AppendOutcome.SubjectFull()
  }
  storeNew(store, tenant, draft)
  return AppendOutcome.Inserted({ newSubject: holder === undefined })
}

const historyIn = (
  store: MemoryStore,
  tenant: string | null,
  id: SubjectId,
  bound: ActBound = defaultReadBound,
): Option.Option<SubjectHistory> => {
  const subject = store.subjects.get(id)
  if (subject === undefined || subject.tenant !== tenant) return Option.none()
  const all = recordsOf(store, id).sort(newestFirst)
  const { kept } = within(bound, all, recordBytes)
  const { createdAt, link } = subject
  const records = kept.map(toHistoryRecord)
  return Option.some(structuredClone({ id, createdAt, link, records, truncated: kept.length < all.length }))
}

const linkedHistoriesIn = (
  store: MemoryStore,
  tenant: string | null,
  externalId: string,
  bound: ActBound = defaultReadBound,
): ReadonlyArray<SubjectHistory> => {
  const linked = Array.from(store.subjects.values()).filter(
    (subject) => subject.tenant === tenant && subject.link?.verified === true && subject.link.externalId === externalId,
  )
  const all = linked.flatMap(({ id }) => recordsOf(store, id)).sort(newestFirst)
  const { kept } = within(bound, all, recordBytes)
  return linked
    .sort((one, other) => compareText(one.id, other.id))
    .map(({ createdAt, id, link }) => {
      const records = kept.filter(({ subjectId }) => subjectId === id).map(toHistoryRecord)
      return structuredClone({ id, createdAt, link, records, truncated: records.length < recordsOf(store, id).length })
    })
}

const areSame = (left: IdentityLink | null, right: IdentityLink): boolean =>
  left?.externalId === right.externalId &&
  left.identityProvider === right.identityProvider &&
  left.verified === right.verified

const linkIn = (
  store: MemoryStore,
  tenant: string | null,
  id: SubjectId,
  requested: IdentityLink,
  entry: PendingEntry | undefined,
): LinkOutcome => {
  const subject = store.subjects.get(id)
  if (subject === undefined || subject.tenant !== tenant) return LinkOutcome.UnknownSubject()
  const { link } = subject
  if (link?.verified === true && !requested.verified) {
    return link.externalId === requested.externalId && link.identityProvider === requested.identityProvider
      ? LinkOutcome.Unchanged()
      : LinkOutcome.HeldByVerified()
  }
  if (entry !== undefined && !areSame(link, requested)) queueIn(store.logs, tenant, [entry])
  store.subjects.set(id, { ...subject, link: { ...requested } })
  return LinkOutcome.Linked()
}

const matches = (record: ConsentRecord, { domain, experimentId, from, to }: ExperimentQuery): boolean =>
  record.experiment?.id === experimentId &&
  (from === null || record.givenAt >= from) &&
  (to === null || record.givenAt <= to) &&
  (domain === null || record.domain === domain)

const decisionsIn = (
  store: MemoryStore,
  tenant: string | null,
  query: ExperimentQuery,
): ReadonlyArray<DecisionCount> => {
  const counts = new Map<string, DecisionCount>()
  for (const record of store.records.values()) {
    if (store.subjects.get(record.subjectId)?.tenant !== tenant || !matches(record, query)) continue
    const decision = {
      arm: record.experiment?.arm ?? "",
      action: record.consentAction,
      surface: record.uiSource,
      timeToDecisionMs: record.timeToDecisionMs,
    }
    const key = JSON.stringify(decision)
    counts.set(key, { ...decision, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return Array.from(counts.values())
}

const evidenceIn = (store: MemoryStore, tenant: string | null, id: string): Option.Option<RecordedEvidence> =>
  Option.map(Option.fromNullable(store.records.get(recordKey(tenant, id))), (record) =>
    structuredClone({
      record,
      decision: record.decisionId === null ? null : (store.decisions.get(recordKey(tenant, record.decisionId)) ?? null),
    }),
  )

/**
 * A tenant's store over the shared state of several tenants.
 *
 * @example
 * ```ts
 * import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
 *
 * const store = MemoryConsentStore.makeStore()
 * const [shop, blog] = [MemoryConsentStore.make(store, "shop"), MemoryConsentStore.make(store, "blog")]
 * ```
 */
export const make = (store: MemoryStore, tenant: string | null): Context.Tag.Service<ConsentStore> => ({
  tenant,
  append: (draft) => Effect.sync(() => appendTo(store, tenant, draft)),
  link: (subject, link, entry) => Effect.sync(() => linkIn(store, tenant, subject, link, entry)),
  history: (subject, bound) => Effect.sync(() => historyIn(store, tenant, subject, bound)),
  linkedHistories: (externalId, bound) => Effect.sync(() => linkedHistoriesIn(store, tenant, externalId, bound)),
  linkedActs: (externalId, types) =>
    Effect.sync(() =>
      linkedHistoriesIn(store, tenant, externalId)
        .flatMap(({ records }) => records)
        .filter(({ type }) => types.includes(type))
        .map(({ documentId, type }) => ({ type, documentId })),
    ),
  decisions: (query) => Effect.sync(() => decisionsIn(store, tenant, query)),
  evidence: (consentId) => Effect.sync(() => evidenceIn(store, tenant, consentId)),
  ping: Effect.void,
})

/**
 * A store for the `Tenant` in context, over the given memory or a new one.
 *
 * @example
 * ```ts
 * import { ConsentStore } from "@consent-service/core/ports"
 * import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
 * import * as Effect from "effect/Effect"
 *
 * const evidence = Effect.flatMap(ConsentStore, (store) => store.evidence("cns_11")).pipe(
 *   Effect.provide(MemoryConsentStore.layerMemory()),
 * )
 * ```
 */
export const layerMemory = (options: { readonly store?: MemoryStore } = {}): Layer.Layer<ConsentStore> =>
  Layer.effect(
    ConsentStore,
    Effect.map(Tenant, (tenant) => make(options.store ?? makeStore(), tenant)),
  )

/**
 * Lists the records of a tenant in the order of their ids.
 *
 * @example
 * ```ts
 * import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
 *
 * MemoryConsentStore.listFacts(MemoryConsentStore.makeStore(), "shop")() // []
 * ```
 */
export const listFacts = (store: MemoryStore, tenant: string | null) => (): ReadonlyArray<ConsentFacts> => {
  const prefix = JSON.stringify([tenant]).slice(0, -1)
  return Array.from(store.records)
    .flatMap(([key, record]) => (key.startsWith(`${prefix},`) ? [recordFacts(record)] : []))
    .sort((one, other) => compareText(one.id, other.id))
}

/**
 * Finds the records of a tenant by their ids, as statements of the evidence log tell them.
 *
 * @example
 * ```ts
 * import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
 *
 * const facts = MemoryConsentStore.factsIn(MemoryConsentStore.makeStore(), "shop")
 * facts("cns_11") // undefined
 * ```
 */
export const factsIn =
  (store: MemoryStore, tenant: string | null) =>
  (id: string): ConsentFacts | undefined => {
    const record = store.records.get(recordKey(tenant, id))
    return record === undefined ? undefined : recordFacts(record)
  }

const storedOf = (store: MemoryStore, tenant: string | null, facts: ConsentFacts): StoredRecord => {
  const decision = facts.decisionId === null ? undefined : store.decisions.get(recordKey(tenant, facts.decisionId))
  if (decision === undefined) return { facts, policy: null }
  const { country, language, policyId, region } = decision
  return { facts, policy: { policyId, country, region, language } }
}

/**
 * Finds the records of a tenant by their ids, with their policies.
 *
 * @example
 * ```ts
 * import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
 *
 * const stored = MemoryConsentStore.storedIn(MemoryConsentStore.makeStore(), "shop")
 * stored("cns_11") // undefined
 * ```
 */
export const storedIn = (store: MemoryStore, tenant: string | null) => {
  const find = factsIn(store, tenant)
  return (id: string): StoredRecord | undefined => {
    const facts = find(id)
    return facts === undefined ? undefined : storedOf(store, tenant, facts)
  }
}

/**
 * Reads the records of a tenant in their order.
 *
 * @example
 * ```ts
 * import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
 *
 * MemoryConsentStore.makeRecords(MemoryConsentStore.makeStore(), "shop").tenant // "shop"
 * ```
 */
export const makeRecords = (store: MemoryStore, tenant: string | null): Context.Tag.Service<Records> => ({
  tenant,
  read: ({ from, to }, limit) =>
    Effect.sync(() =>
      listFacts(store, tenant)()
        .filter(({ id }) => from <= id && id <= to)
        .slice(0, limit)
        .map((facts) => storedOf(store, tenant, facts)),
    ),
})
