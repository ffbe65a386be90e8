/**
 * The content of an append-only file, one line of JSON per event, each synced before it is acknowledged, and its index.
 *
 * For one process and as many records as fit in memory.
 */
import {
  type Archived,
  AppendOutcome,
  LinkOutcome,
  PublishOutcome,
  type RecordedEvidence,
} from "@consent-service/core/ports"
import type { DecisionCount, ExperimentQuery } from "@consent-service/core/experiment"
import type { SubjectId } from "@consent-service/core/subject"
import {
  type ActBound,
  type ConsentDraft,
  type ConsentRecord,
  currentDocument,
  defaultReadBound,
  defaultSaveBound,
  type DocumentRelease,
  hasRoom,
  type IdentityLink,
  type LegalDocument,
  legalDocumentId,
  type PolicyDecision,
  type SubjectHistory,
  toHistoryRecord,
  within,
} from "@consent-service/core/consent"
import { Option } from "effect"
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs"

/** One line of the file. */
type Line =
  | { readonly tenant: string | null; readonly draft: ConsentDraft }
  | { readonly tenant: string | null; readonly subject: SubjectId; readonly link: IdentityLink }
  | { readonly tenant: string | null; readonly document: LegalDocument }
  | { readonly tenant: string | null; readonly archived: Archived }

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

const newestFirst = (a: ConsentRecord, b: ConsentRecord): number => b.givenAt - a.givenAt || (a.id < b.id ? 1 : -1)

/** The content of the file, indexed. */
export class FileContent {
  readonly #file: number
  readonly #subjects = new Map<SubjectId, Subject>()
  readonly #records = new Map<string, ConsentRecord>()
  readonly #decisions = new Map<string, PolicyDecision>()
  /** An id is derived from the tenant, too. */
  readonly #documents = new Map<string, Extract<Line, { readonly document: LegalDocument }>>()
  readonly #archive = new Map<string, string>()

  constructor(path: string) {
    this.#file = openSync(path, "a+")
    const text = readFileSync(path, "utf8")
    // A last line that a crash truncated was never acknowledged, and the next line must not be appended to it.
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
    return AppendOutcome.Inserted({ newSubject: holder === undefined })
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
    const linked = Array.from(this.#subjects.values())
      .filter((subject) => subject.tenant === tenant && subject.link?.verified === true)
      .filter(({ link }) => link?.externalId === externalId)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const all = linked.flatMap(({ id }) => this.#newestFirst(id)).sort(newestFirst)
    const { kept } = within(bound, all, bytesOf)
    return linked.map(({ createdAt, id, link }) => {
      const records = kept.filter(({ subjectId }) => subjectId === id).map(toHistoryRecord)
      return structuredClone({ id, createdAt, link, records, truncated: records.length < this.#newestFirst(id).length })
    })
  }

  publish(tenant: string | null, release: DocumentRelease, now: number): PublishOutcome {
    const current = currentDocument(this.versions(tenant, [release.type]), release.type)
    const id = legalDocumentId(tenant, release)
    const existing = this.#documents.get(id)?.document
    if (existing !== undefined) {
      const isSame = existing.version === release.version && existing.effectiveDate === release.effectiveDate
      if (!isSame) return PublishOutcome.Diverged({ document: existing })
      if (id === current?.id) return PublishOutcome.Unchanged({ document: existing })
    }
    const document = { ...release, id, rank: Math.max(now, (current?.rank ?? 0) + 1) }
    this.#write({ tenant, document })
    return PublishOutcome.Published({ document })
  }

  versions(tenant: string | null, types: ReadonlyArray<string>): ReadonlyArray<LegalDocument> {
    return Array.from(this.#documents.values())
      .filter((line) => line.tenant === tenant && types.includes(line.document.type))
      .map(({ document }) => structuredClone(document))
  }

  keep(tenant: string | null, entries: ReadonlyArray<Archived>): void {
    for (const archived of entries) {
      if (!this.#archive.has(keyOf(tenant, archived.id))) this.#write({ tenant, archived })
    }
  }

  find(tenant: string | null, id: string): Option.Option<string> {
    return Option.fromNullable(this.#archive.get(keyOf(tenant, id)))
  }

  close(): void {
    closeSync(this.#file)
  }

  #newestFirst(id: SubjectId): ReadonlyArray<ConsentRecord> {
    const records = Array.from(this.#records.values()).filter(({ subjectId }) => subjectId === id)
    return records.sort(newestFirst)
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
    if ("document" in line) {
      this.#documents.set(line.document.id, line)
      return
    }
    if ("archived" in line) {
      this.#archive.set(keyOf(tenant, line.archived.id), line.archived.content)
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
