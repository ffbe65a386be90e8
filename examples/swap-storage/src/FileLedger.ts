/**
 * A consent ledger of one's own: an append-only file, one line of JSON an event, synced before it is acknowledged.
 *
 * For one process and as many records as fit in memory. It shows what the port asks for, and that nothing else in the
 * service has to change; `FileLedger.test.ts` runs the port's laws on it.
 */
import type { ConsentDraft, ConsentRecord, SubjectHistory } from "@consent-service/core/consent/ConsentRecord"
import { AppendOutcome, ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import { StoreFailed } from "@consent-service/core/ports/StoreError"
import type { SubjectId } from "@consent-service/core/subject/SubjectId"
import { Effect, Layer, Option } from "effect"
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs"

interface Line {
  readonly tenant: string | null
  readonly draft: ConsentDraft
}

interface Subject extends Omit<SubjectHistory, "records"> {
  readonly tenant: string | null
}

/** What the file says, indexed. */
class FileStore {
  readonly #file: number
  readonly #subjects = new Map<SubjectId, Subject>()
  readonly #records = new Map<string, ConsentRecord>()

  constructor(path: string) {
    this.#file = openSync(path, "a+")
    const text = readFileSync(path, "utf8")
    // A last line that a crash cut off was never acknowledged, and the next one must not be glued to it.
    const whole = text.slice(0, text.lastIndexOf("\n") + 1)
    if (whole.length < text.length) ftruncateSync(this.#file, Buffer.byteLength(whole))
    for (const line of whole.split("\n")) if (line !== "") this.#index(JSON.parse(line))
  }

  append(line: Line): AppendOutcome {
    const { draft, tenant } = line
    const existing = this.#records.get(JSON.stringify([tenant, draft.record.id]))
    if (existing !== undefined) return AppendOutcome.Existing({ record: structuredClone(existing) })
    const holder = this.#subjects.get(draft.record.subjectId)
    if (holder !== undefined && holder.tenant !== tenant) return AppendOutcome.HeldElsewhere()
    // One write and one sync, and only then an answer.
    const written = JSON.stringify(line)
    writeSync(this.#file, `${written}\n`)
    fsyncSync(this.#file)
    // What is indexed is what a restart would read, not what the caller may change later.
    this.#index(JSON.parse(written))
    return AppendOutcome.Inserted()
  }

  history(tenant: string | null, id: SubjectId): Option.Option<SubjectHistory> {
    const subject = this.#subjects.get(id)
    if (subject === undefined || subject.tenant !== tenant) return Option.none()
    const records = Array.from(this.#records.values())
      .filter(({ subjectId }) => subjectId === id)
      .sort((a, b) => b.givenAt - a.givenAt || (a.id < b.id ? 1 : -1))
    const { createdAt, link } = subject
    return Option.some(structuredClone({ id, createdAt, link, records }))
  }

  linkedHistories(tenant: string | null, externalId: string): ReadonlyArray<SubjectHistory> {
    return Array.from(this.#subjects.values())
      .filter(({ link }) => link?.verified === true && link.externalId === externalId)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap(({ id }) => Option.toArray(this.history(tenant, id)))
  }

  close(): void {
    closeSync(this.#file)
  }

  #index({ draft, tenant }: Line): void {
    const { link, record } = draft
    const { createdAt, subjectId: id } = record
    if (!this.#subjects.has(id)) this.#subjects.set(id, { id, createdAt, link, tenant })
    this.#records.set(JSON.stringify([tenant, record.id]), record)
  }
}

/** Opens a file as a store; the scope closes it. */
export const openFile = (path: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new FileStore(path)),
    (store) => Effect.sync(() => store.close()),
  )

/** A tenant's ledger over an open file. */
export const ledgerOf = (store: FileStore, tenant: string | null): ConsentLedger["Type"] => ({
  append: (draft) =>
    Effect.try({
      try: () => store.append({ draft, tenant }),
      catch: (cause) => new StoreFailed({ operation: "append", cause }),
    }),
  history: (subject) => Effect.sync(() => store.history(tenant, subject)),
  linkedHistories: (externalId) => Effect.sync(() => store.linkedHistories(tenant, externalId)),
  linkedActs: (externalId, types) =>
    Effect.sync(() => {
      const records = store.linkedHistories(tenant, externalId).flatMap((history) => history.records)
      return records.filter(({ type }) => types.includes(type)).map(({ documentId, type }) => ({ type, documentId }))
    }),
  ping: Effect.void,
})

/** The ledger of the single-tenant scope, to provide where `SqlConsentLedger.layer()` would be. */
export const layer = (path: string) =>
  Layer.scoped(
    ConsentLedger,
    Effect.map(openFile(path), (store) => ledgerOf(store, null)),
  )
