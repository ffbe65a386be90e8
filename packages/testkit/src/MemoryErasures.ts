/**
 * Erasures in memory, for tests: over the records and the logs of the other stores in memory.
 *
 * @module
 */
import { recordFacts } from "@consent-service/core/consent"
import { type LoggedEntry, tileWidth } from "@consent-service/core/evidence"
import {
  type DecideErasure,
  type EntryAt,
  ErasureDecision,
  type ErasurePlan,
  type Erasures,
  type Footprint,
  type LegalHold,
  PlaceOutcome,
  type StoredErasure,
} from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type MemoryStore, recordKey } from "./MemoryConsentStore.js"
import { logIn, type MemoryLog, queueIn } from "./MemoryEvidenceLog.js"

/** The erasures and holds of one tenant. */
export interface OfTenant {
  readonly erasures: Map<string, StoredErasure>
  readonly holds: Map<string, LegalHold>
}

/** The erasures and holds of all tenants. */
export type MemoryErasures = Map<string | null, OfTenant>

const ofTenant = (state: MemoryErasures, tenant: string | null): OfTenant => {
  const known = state.get(tenant) ?? { erasures: new Map(), holds: new Map() }
  state.set(tenant, known)
  return known
}

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

const Link = Schema.parseJson(Schema.Struct({ link: Schema.parseJson(Schema.Struct({ subjectId: Schema.String })) }))

const readLink = Schema.decodeUnknownOption(Link)

/** The subject in the stored statement of a link; null in any other. */
const subjectIn = (statement: string): string | null =>
  Option.match(readLink(statement), { onNone: () => null, onSome: ({ link }) => link.subjectId })

const entriesOf = ({ bundles }: MemoryLog): ReadonlyArray<EntryAt> =>
  Array.from(bundles.values()).flatMap(({ entries, n }) =>
    entries.map((entry, at) => ({ position: n * tileWidth + at, entry })),
  )

const footprintIn = (
  store: MemoryStore,
  { holds }: OfTenant,
  tenant: string | null,
  requested: ReadonlyArray<string>,
): Footprint => {
  const log = logIn(store.logs, tenant)
  const subjects = Array.from(store.subjects.values())
    .filter(({ id, tenant: owner }) => owner === tenant && requested.includes(id))
    .map(({ id, link }) => ({ id, externalId: link?.externalId ?? null }))
  const ids = new Set<string>(subjects.map(({ id }) => id))
  const records = Array.from(store.records.values()).filter(({ subjectId }) => ids.has(subjectId))
  const links = Array.from(log.statements).flatMap(([id, statement]) => {
    const subjectId = subjectIn(statement)
    return subjectId !== null && ids.has(subjectId) ? [{ id, subjectId }] : []
  })
  const named = new Set([...records.map(({ id }) => id), ...links.map(({ id }) => id)])
  return structuredClone({
    subjects,
    records: records.map(recordFacts),
    links,
    entries: entriesOf(log).filter(({ entry }) => entry.id !== null && named.has(entry.id)),
    queued: log.queue.map(({ id }) => id).filter((id) => named.has(id)),
    isLogged: log.open !== null,
    legalHolds: Array.from(holds.values()).filter(({ releasedAt }) => releasedAt === null),
  })
}

const rewrite = (log: MemoryLog, changed: ReadonlyArray<EntryAt>): void => {
  const byPosition = new Map<number, LoggedEntry>(changed.map(({ entry, position }) => [position, entry]))
  for (const [n, bundle] of log.bundles) {
    const entries = bundle.entries.map((entry, at) => byPosition.get(n * tileWidth + at) ?? entry)
    log.bundles.set(n, { ...bundle, entries })
    if (log.open?.edge.bundle?.n === n) log.open.edge = { ...log.open.edge, bundle: { ...bundle, entries } }
  }
}

const carryOut = (store: MemoryStore, tenant: string | null, plan: ErasurePlan): void => {
  const log = logIn(store.logs, tenant)
  for (const id of plan.records) store.records.delete(recordKey(tenant, id))
  for (const id of plan.traces) {
    const record = store.records.get(recordKey(tenant, id))
    if (record === undefined) continue
    const emptied = { ...record, ipAddress: null, userAgent: null, language: null, metadata: null }
    store.records.set(recordKey(tenant, id), emptied)
  }
  for (const subject of store.subjects.values()) {
    if (subject.tenant !== tenant) continue
    if (plan.subjects.includes(subject.id)) store.subjects.delete(subject.id)
    if (plan.unlinked.includes(subject.id)) store.subjects.set(subject.id, { ...subject, link: null })
  }
  for (const id of plan.statements) log.statements.delete(id)
  rewrite(log, plan.entries)
  if (plan.entry !== null) queueIn(store.logs, tenant, [plan.entry])
}

const placeIn = (holds: OfTenant["holds"], hold: LegalHold): PlaceOutcome => {
  const known = holds.get(hold.id)
  if (known === undefined) {
    holds.set(hold.id, structuredClone(hold))
    return PlaceOutcome.Placed({ hold })
  }
  const isSame =
    known.releasedAt === null &&
    known.reason === hold.reason &&
    JSON.stringify(known.scope) === JSON.stringify(hold.scope)
  return isSame ? PlaceOutcome.Unchanged({ hold: known }) : PlaceOutcome.Differs({ hold: known })
}

/**
 * The erasures of a tenant, over the shared state of several tenants.
 *
 * @example
 * ```ts
 * import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
 * import * as MemoryErasures from "@consent-service/testkit/MemoryErasures"
 *
 * const erasures = MemoryErasures.make(new Map(), MemoryConsentStore.makeStore(), "shop")
 * erasures.tenant // "shop"
 * ```
 */
export const make = (
  state: MemoryErasures,
  store: MemoryStore,
  tenant: string | null,
): Context.Tag.Service<Erasures> => {
  const own = ofTenant(state, tenant)
  const { erasures, holds } = own
  const queueIfLogged = (entry: Parameters<typeof queueIn>[2][number]) => {
    if (logIn(store.logs, tenant).open !== null) queueIn(store.logs, tenant, [entry])
  }
  const erase = (subjects: ReadonlyArray<string>, decide: DecideErasure): ErasureDecision => {
    const decision = decide(footprintIn(store, own, tenant, subjects))
    if (decision._tag !== "Erase") return decision
    const { erasure } = decision.plan
    if (erasures.has(erasure.id)) return ErasureDecision.NothingThere()
    erasures.set(erasure.id, structuredClone(erasure))
    carryOut(store, tenant, decision.plan)
    return decision
  }
  return {
    tenant,
    subjectsOf: (externalId) =>
      Effect.sync(() =>
        Array.from(store.subjects.values())
          .filter(
            ({ link, tenant: owner }) => owner === tenant && link?.verified === true && link.externalId === externalId,
          )
          .map(({ id }) => id)
          .sort(compareText),
      ),
    footprint: (subjects) => Effect.sync(() => footprintIn(store, own, tenant, subjects)),
    erase: (subjects, decide) => Effect.sync(() => erase(subjects, decide)),
    erasure: (id) => Effect.sync(() => Option.fromNullable(erasures.get(id))),
    place: (hold, entry) =>
      Effect.sync(() => {
        const outcome = placeIn(holds, hold)
        if (outcome._tag === "Placed") queueIfLogged(entry)
        return outcome
      }),
    release: (id, at, entry) =>
      Effect.sync(() => {
        const hold = holds.get(id)
        if (hold?.releasedAt === null) {
          holds.set(id, { ...hold, releasedAt: at })
          queueIfLogged(entry)
        }
        return Option.fromNullable(holds.get(id))
      }),
    legalHolds: Effect.sync(() => Array.from(holds.values()).sort((one, other) => compareText(one.id, other.id))),
  }
}
