/**
 * Everything that is on record about a person, with what they were shown.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { reconstructNotice } from "../consent/ReconstructNotice.js"
import { newestFirst } from "../consent/record/ConsentRecord.js"
import { type Person, subjectsOfPerson } from "../erasure/Erase.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import type { Archive } from "../ports/Archive.js"
import type { ConsentStore } from "../ports/ConsentStore.js"
import type { DocumentStore } from "../ports/DocumentStore.js"
import { Erasures } from "../ports/Erasures.js"
import type { StoreError } from "../ports/StoreError.js"
import { type RecordItem, recordItem } from "../record-list/RecordItem.js"
import { type ShownTexts, shownTexts } from "./ShownTexts.js"

/** The version of a legal document that an act is about. */
export interface ShownDocument {
  readonly type: string
  readonly version: string
  readonly hash: string
}

/** A record, and what was shown for it. */
export interface ReportedRecord {
  readonly record: RecordItem
  /** Null where no texts are archived for it. */
  readonly shown: ShownTexts | null
  readonly document: ShownDocument | null
  /** Parts of the notice that could not be found: `decision`, `manifest`, `texts`, `document`. */
  readonly missing: ReadonlyArray<string>
}

/** A browser of the person. */
export interface ReportedSubject {
  readonly id: string
  /** The account it is linked to; null without one. */
  readonly externalId: string | null
  /** Newest first. */
  readonly records: ReadonlyArray<ReportedRecord>
}

/** Everything on record about a person. */
export interface PersonReport {
  readonly format: "consent-service/person/v1"
  /** ISO 8601. */
  readonly createdAt: string
  readonly subjects: ReadonlyArray<ReportedSubject>
}

const reportedOf = (facts: ConsentFacts) =>
  Effect.map(reconstructNotice(facts.id), (found): ReportedRecord => {
    const notice = Option.getOrNull(found)
    const decision = notice?.decision ?? null
    const document = notice?.document ?? null
    return {
      record: recordItem({ facts, policy: decision }),
      shown: notice === null ? null : shownTexts(notice),
      document: document && { type: document.type, version: document.version, hash: document.hash },
      missing: notice?.missing ?? [],
    }
  })

/**
 * Reads everything on record about a person: all records of all their subjects, without a bound.
 *
 * @returns none when nothing is on record; fails with `StoreError` when a store does
 * @example
 * ```ts
 * import { readPersonReport } from "@consent-service/core/person"
 *
 * const report = readPersonReport({ externalId: "user-42" })
 * ```
 */
export const readPersonReport = (
  person: Person,
): Effect.Effect<Option.Option<PersonReport>, StoreError, Erasures | ConsentStore | DocumentStore | Archive> =>
  Effect.gen(function* () {
    const { footprint } = yield* Erasures
    const { records, subjects } = yield* footprint(yield* subjectsOfPerson(person))
    if (subjects.length === 0) return Option.none()
    const createdAt = new Date(yield* Clock.currentTimeMillis).toISOString()
    const reported = yield* Effect.forEach(subjects, ({ externalId, id }) =>
      Effect.map(
        Effect.forEach(records.filter(({ subjectId }) => subjectId === id).toSorted(newestFirst), reportedOf),
        (own): ReportedSubject => ({ id, externalId, records: own }),
      ),
    )
    return Option.some({ format: "consent-service/person/v1", createdAt, subjects: reported })
  })
