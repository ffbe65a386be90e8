/**
 * Reads the records of a pack.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { newestFirst } from "../consent/record/ConsentRecord.js"
import { type Person, subjectsOfPerson } from "../erasure/Erase.js"
import type { PackSelection } from "../evidence/PackManifest.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import { Erasures } from "../ports/Erasures.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"

/** The outcome of reading them. */
export type Selected = Data.TaggedEnum<{
  /** The newest first. */
  Records: {
    readonly records: ReadonlyArray<ConsentFacts>
    /** The subjects of a person; none where records are named. */
    readonly subjects: ReadonlyArray<string>
  }
  /** Nothing is on record about the person. */
  PersonUnknown: {}
  /** Some of the ids are of no record. */
  RecordsUnknown: { readonly ids: ReadonlyArray<string> }
}>

export const Selected = Data.taggedEnum<Selected>()

const ofPerson = (person: Person) =>
  Effect.gen(function* () {
    const { footprint } = yield* Erasures
    const subjects = yield* subjectsOfPerson(person)
    const { records } = yield* footprint(subjects)
    return records.length === 0
      ? Selected.PersonUnknown()
      : Selected.Records({ records: records.toSorted(newestFirst), subjects })
  })

const ofIds = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { consentFacts } = yield* EvidenceReader
    const found = yield* consentFacts(ids)
    const unknown = ids.filter((id) => !found.has(id))
    return unknown.length > 0
      ? Selected.RecordsUnknown({ ids: unknown })
      : Selected.Records({ records: Array.from(found.values()).toSorted(newestFirst), subjects: [] })
  })

/** Reads what a selection means: all records of all subjects of a person, or each of the named ones. */
export const readSelected = (
  selection: PackSelection,
): Effect.Effect<Selected, StoreError, Erasures | EvidenceReader> =>
  "consentIds" in selection ? ofIds(selection.consentIds) : ofPerson(selection)
