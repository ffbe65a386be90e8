/**
 * A consent ledger in memory, and the evidence in it, for tests: the laws of the ports and nothing else.
 *
 * @module
 */
import type {
  ConsentDraft,
  ConsentRecord,
  PolicyDecision,
  SubjectHistory,
} from "@consent-service/core/consent/ConsentRecord"
import type { ConsentEvidence } from "@consent-service/core/ports/ConsentEvidence"
import { AppendOutcome, ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import type { SubjectId } from "@consent-service/core/subject/SubjectId"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

type Subject = Omit<SubjectHistory, "records"> & { readonly tenant: string | null }

/** What the ledgers of several tenants share. */
export interface MemoryStore {
  readonly subjects: Map<SubjectId, Subject>
  /** By tenant and id, as JSON. */
  readonly records: Map<string, ConsentRecord>
  /** By tenant and id, as JSON. */
  readonly decisions: Map<string, PolicyDecision>
}

/** An empty store. */
export const makeStore = (): MemoryStore => ({ subjects: new Map(), records: new Map(), decisions: new Map() })

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

const newestFirst = (left: ConsentRecord, right: ConsentRecord): number =>
  right.givenAt - left.givenAt || compareText(right.id, left.id)

const keyOf = (tenant: string | null, id: string): string => JSON.stringify([tenant, id])

const storeNew = (store: MemoryStore, tenant: string | null, { decision, link, record }: ConsentDraft): void => {
  const { createdAt, subjectId: id } = record
  if (!store.subjects.has(id)) store.subjects.set(id, structuredClone({ id, createdAt, link, tenant }))
  store.records.set(keyOf(tenant, record.id), structuredClone(record))
  if (decision !== null && !store.decisions.has(keyOf(tenant, decision.id))) {
    store.decisions.set(keyOf(tenant, decision.id), structuredClone(decision))
  }
}

// Copies on the way in and out: a caller that changes what it holds must not change what is stored.
const appendTo = (store: MemoryStore, tenant: string | null, draft: ConsentDraft): AppendOutcome => {
  const existing = store.records.get(keyOf(tenant, draft.record.id))
  if (existing !== undefined) return AppendOutcome.Existing({ record: structuredClone(existing) })
  const holder = store.subjects.get(draft.record.subjectId)
  if (holder !== undefined && holder.tenant !== tenant) return AppendOutcome.HeldElsewhere()
  storeNew(store, tenant, draft)
  return AppendOutcome.Inserted()
}

const historyIn = (store: MemoryStore, tenant: string | null, id: SubjectId): Option.Option<SubjectHistory> => {
  const subject = store.subjects.get(id)
  if (subject === undefined || subject.tenant !== tenant) return Option.none()
  const records = Array.from(store.records.values()).filter(({ subjectId }) => subjectId === id)
  const { createdAt, link } = subject
  return Option.some(structuredClone({ id, createdAt, link, records: records.sort(newestFirst) }))
}

const linkedHistoriesIn = (
  store: MemoryStore,
  tenant: string | null,
  externalId: string,
): ReadonlyArray<SubjectHistory> =>
  Array.from(store.subjects.values())
    .filter(({ link }) => link?.verified === true && link.externalId === externalId)
    .sort((left, right) => compareText(left.id, right.id))
    .flatMap(({ id }) => Option.toArray(historyIn(store, tenant, id)))

/** A tenant's ledger over a store. */
export const make = (store: MemoryStore, tenant: string | null): Context.Tag.Service<ConsentLedger> => ({
  append: (draft) => Effect.sync(() => appendTo(store, tenant, draft)),
  history: (subject) => Effect.sync(() => historyIn(store, tenant, subject)),
  linkedHistories: (externalId) => Effect.sync(() => linkedHistoriesIn(store, tenant, externalId)),
  linkedActs: (externalId, types) =>
    Effect.sync(() =>
      linkedHistoriesIn(store, tenant, externalId)
        .flatMap(({ records }) => records)
        .filter(({ type }) => types.includes(type))
        .map(({ documentId, type }) => ({ type, documentId })),
    ),
  ping: Effect.void,
})

/** What a store holds of a tenant's records and decisions. */
export const makeEvidence = (store: MemoryStore, tenant: string | null): Context.Tag.Service<ConsentEvidence> => ({
  find: (consentId) =>
    Effect.sync(() =>
      Option.map(Option.fromNullable(store.records.get(keyOf(tenant, consentId))), (record) =>
        structuredClone({
          record,
          decision: record.decisionId === null ? null : (store.decisions.get(keyOf(tenant, record.decisionId)) ?? null),
        }),
      ),
    ),
})

/** A tenant's ledger, over a store of its own unless one is given. */
export const layerMemory = (
  options: { readonly tenant?: string | null; readonly store?: MemoryStore } = {},
): Layer.Layer<ConsentLedger> =>
  Layer.sync(ConsentLedger, () => make(options.store ?? makeStore(), options.tenant ?? null))
