/**
 * A custom consent store: an append-only file, one line of JSON per event, synced before it is acknowledged.
 *
 * For one process and as many records as fit in memory. It shows what the port requires, and that nothing else in the
 * service has to change; `FileStore.test.ts` runs the port's laws on it.
 */
import type { SubjectId } from "@consent-service/core/subject"
import {
  AppendOutcome,
  ConsentStore,
  LinkOutcome,
  type RecordedEvidence,
  StoreFailed,
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
  type SubjectHistory,
  toHistoryRecord,
  within,
} from "@consent-service/core/consent"
import { Effect, Layer, Option } from "effect"
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs"

/** One line of the file. */
type Line =
  | { readonly tenant: string | null; readonly draft: ConsentDraft }
  | { readonly tenant: string | null; readonly subject: SubjectId; readonly link: IdentityLink }

interface Subject extends Pick<SubjectHistory, "id" | "createdAt" | "link"> {
  readonly tenant: string | null
}

const keyOf = (tenant: string | null, id: string): string => JSON.stringify([tenant, id])

/** How large a record is: its bytes as JSON. */
const bytesOf = (record: ConsentRecord): number => Buffer.byteLength(JSON.stringify(record))

const belongsTo = (record: ConsentRecord, { domain, experimentId, from, to }: ExperimentQuery): boolean =>
  record.experiment?.id === experimentId &&
  record.givenAt >= (from ?? -Infinity) &&
  record.givenAt <= (to ?? Infinity) &&
  (domain === null || record.domain === domain)

/** The content of the file, indexed. */
class FileContent {
  readonly #file: number
  readonly #subjects = new Map<SubjectId, Subject>()
  readonly #records = new Map<string, ConsentRecord>()
  readonly #decisions = new Map<string, PolicyDecision>()

  constructor(path: string) {
    this.#file = openSync(path, "a+")
    const text = readFileSync(path, "utf8")
    // A last line that a crash cut off was never acknowledged, and the next one must not be glued to it.
    const whole = text.slice(0, text.lastIndexOf("\n") + 1)
    if (whole.length < text.length) ftruncateSync(this.#file, Buffer.byteLength(whole))
    for (const line of whole.split("\n")) if (line !== "") this.#index(JSON.parse(line))
  }

  append(tenant: string | null, draft: ConsentDraft): AppendOutcome {
    const existing = this.#records.get(keyOf(tenant, draft.record.id))
    if (existing !== undefined) return AppendOutcome.Existing({ record: structuredClone(existing) })
    const holder = this.#subjects.get(draft.record.subjectId)
    if (holder !== undefined && holder.tenant !== tenant) return AppendOutcome.HeldElsewhere()
    const held = this.#newestFirst(draft.record.subjectId)
    const bytes = held.reduce((sum, record) => sum + bytesOf(record), 0)
    const bound = draft.bound ?? defaultSaveBound
    if (!hasRoom(bound, { acts: held.length, bytes }, bytesOf(draft.record))) return AppendOutcome.SubjectFull()
    this.#write({ tenant, draft })
    return AppendOutcome.Inserted()
  }

  link(tenant: string | null, id: SubjectId, link: IdentityLink): LinkOutcome {
    const subject = this.#subjects.get(id)
    if (subject === undefined || subject.tenant !== tenant) return LinkOutcome.UnknownSubject()
    const current = subject.link
    if (current?.verified === true && !link.verified) {
      const isSame = current.externalId === link.externalId && current.identityProvider === link.identityProvider
      return isSame ? LinkOutcome.Unchanged() : LinkOutcome.HeldByVerified()
    }
    this.#write({ tenant, subject: id, link })
    return LinkOutcome.Linked()
  }

  decisions(tenant: string | null, query: ExperimentQuery): ReadonlyArray<DecisionCount> {
    const counts = new Map<string, DecisionCount>()
    for (const record of this.#records.values()) {
      if (this.#subjects.get(record.subjectId)?.tenant !== tenant || !belongsTo(record, query)) continue
      const { consentAction: action, experiment, timeToDecisionMs, uiSource: surface } = record
      const decision = { arm: experiment?.arm ?? "", action, surface, timeToDecisionMs }
      const key = JSON.stringify(decision)
      counts.set(key, { ...decision, count: (counts.get(key)?.count ?? 0) + 1 })
    }
    return Array.from(counts.values())
  }

  evidence(tenant: string | null, id: string): Option.Option<RecordedEvidence> {
    const record = this.#records.get(keyOf(tenant, id))
    if (record === undefined) return Option.none()
    const decision = record.decisionId === null ? null : (this.#decisions.get(keyOf(tenant, record.decisionId)) ?? null)
    return Option.some(structuredClone({ record, decision }))
  }

  history(tenant: string | null, id: SubjectId, bound: ActBound = defaultReadBound): Option.Option<SubjectHistory> {
    const subject = this.#subjects.get(id)
    if (subject === undefined || subject.tenant !== tenant) return Option.none()
    const all = this.#newestFirst(id)
    const { kept } = within(bound, all, bytesOf)
    const { createdAt, link } = subject
    const records = kept.map(toHistoryRecord)
    return Option.some(structuredClone({ id, createdAt, link, records, truncated: kept.length < all.length }))
  }

  linkedHistories(tenant: string | null, externalId: string, bound = defaultReadBound): ReadonlyArray<SubjectHistory> {
    let left = bound
    return Array.from(this.#subjects.values())
      .filter(({ link }) => link?.verified === true && link.externalId === externalId)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap(({ id }) => {
        const found = Option.toArray(this.history(tenant, id, left))
        const { bytes, kept } = within(left, this.#newestFirst(id), bytesOf)
        left = { acts: left.acts - kept.length, bytes: left.bytes - bytes }
        return found
      })
  }

  close(): void {
    closeSync(this.#file)
  }

  #newestFirst(id: SubjectId): ReadonlyArray<ConsentRecord> {
    const records = Array.from(this.#records.values()).filter(({ subjectId }) => subjectId === id)
    return records.sort((a, b) => b.givenAt - a.givenAt || (a.id < b.id ? 1 : -1))
  }

  #write(line: Line): void {
    // One write and one sync, and only then an answer.
    const written = JSON.stringify(line)
    writeSync(this.#file, `${written}\n`)
    fsyncSync(this.#file)
    // The index holds what a restart would read, not what the caller may change later.
    this.#index(JSON.parse(written))
  }

  #index(line: Line): void {
    const { tenant } = line
    if ("subject" in line) {
      const subject = this.#subjects.get(line.subject)
      if (subject !== undefined) this.#subjects.set(line.subject, { ...subject, link: line.link })
      return
    }
    const { decision, link, record } = line.draft
    const { createdAt, subjectId: id } = record
    if (!this.#subjects.has(id)) this.#subjects.set(id, { id, createdAt, link, tenant })
    this.#records.set(keyOf(tenant, record.id), record)
    if (decision !== null && !this.#decisions.has(keyOf(tenant, decision.id))) {
      this.#decisions.set(keyOf(tenant, decision.id), decision)
    }
  }
}

/** Opens a file as a store; the scope closes it. */
export const openFile = (path: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new FileContent(path)),
    (content) => Effect.sync(() => content.close()),
  )

/** A write that fails leaves the record unacknowledged. */
const writing = <A>(operation: string, write: () => A): Effect.Effect<A, StoreFailed> =>
  Effect.try({ try: write, catch: (cause) => new StoreFailed({ operation, cause }) })

/** A tenant's store over an open file. */
export const storeOf = (content: FileContent, tenant: string | null): ConsentStore["Type"] => ({
  tenant,
  append: (draft) => writing("append", () => content.append(tenant, draft)),
  link: (subject, link) => writing("link", () => content.link(tenant, subject, link)),
  history: (subject, bound) => Effect.sync(() => content.history(tenant, subject, bound)),
  linkedHistories: (externalId, bound) => Effect.sync(() => content.linkedHistories(tenant, externalId, bound)),
  linkedActs: (externalId, types) =>
    Effect.sync(() => {
      const records = content.linkedHistories(tenant, externalId).flatMap((history) => history.records)
      return records.filter(({ type }) => types.includes(type)).map(({ documentId, type }) => ({ type, documentId }))
    }),
  decisions: (query) => Effect.sync(() => content.decisions(tenant, query)),
  evidence: (consentId) => Effect.sync(() => content.evidence(tenant, consentId)),
  ping: Effect.void,
})

/** The store of the `Tenant` in context, in place of `SqlConsentStore.layer()`. */
export const layer = (path: string) => Layer.scoped(ConsentStore, Effect.zipWith(openFile(path), Tenant, storeOf))
