/** The use cases around consent records over a ledger in memory. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ConsentDraft, ConsentRecord } from "../consent/record/ConsentRecord.js"
import { Consents } from "../consent/Consents.js"
import { AppendOutcome, type RecordedEvidence } from "../ports/ConsentStore.js"
import type { SubjectId } from "../subject/SubjectId.js"
import { newestFirst } from "../consent/record/ConsentRecord.js"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import type { Archived } from "../ports/Archive.js"
import { archiveOf, configured, documentsOf, storeOf } from "./Ports.js"

/** A ledger in memory that records its calls. (The testkit has one, which the core may not import.) */
export class Notebook {
  readonly appended: Array<ConsentDraft> = []
  readonly read: Array<SubjectId> = []
  /** The published versions of legal documents. */
  readonly documents: Array<LegalDocument> = []
  /** The types whose versions were read, one list a time. */
  readonly readTypes: Array<ReadonlyArray<string>> = []
  readonly archived: Array<ReadonlyArray<Archived>> = []
  readonly #records = new Map<string, ConsentRecord>()

  readonly ports = Layer.mergeAll(
    documentsOf(this.documents, this.readTypes),
    archiveOf(this.archived),
    storeOf({
      append: (draft) => Effect.sync(() => this.#append(draft)),
      history: (id) => Effect.sync(() => this.#history(id)),
      evidence: (id) => Effect.sync(() => Option.fromNullable(this.#evidence(id))),
    }),
  )

  /** The use cases of an instance that is configured with nothing, and the ports below. */
  readonly layer = Consents.layer.pipe(Layer.provide(configured()), Layer.provideMerge(this.ports))

  #append(draft: ConsentDraft): AppendOutcome {
    this.appended.push(draft)
    const record = this.#records.get(draft.record.id)
    if (record !== undefined) return AppendOutcome.Existing({ record })
    this.#records.set(draft.record.id, draft.record)
    return AppendOutcome.Inserted({ newSubject: true })
  }

  #evidence(id: string): RecordedEvidence | undefined {
    const record = this.#records.get(id)
    const decided = this.appended.find(({ decision }) => decision !== null && decision.id === record?.decisionId)
    return record === undefined ? undefined : { record, decision: decided?.decision ?? null }
  }

  #history(id: SubjectId) {
    this.read.push(id)
    const records = this.records.filter(({ subjectId }) => subjectId === id).toSorted(newestFirst)
    const first = records[0]
    if (first === undefined) return Option.none()
    return Option.some({ id, createdAt: first.createdAt, link: null, records, truncated: false })
  }

  /** What a damaged row reads as. */
  damage(change: Partial<ConsentRecord>): void {
    for (const [id, record] of this.#records) this.#records.set(id, { ...record, ...change })
  }

  get records(): ReadonlyArray<ConsentRecord> {
    return Array.from(this.#records.values())
  }
}
