/**
 * Legal holds: what one covers, and how it is placed and released.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { type ConsentFacts, holdStatement } from "../evidence/Statement.js"
import { Erasures, type Footprint, type HoldScope, type LegalHold, type PlaceOutcome } from "../ports/Erasures.js"
import type { StoreError } from "../ports/StoreError.js"

/** What a hold may cover: a record, or a subject as such. */
interface Held {
  readonly subjectId: string
  /** The account that the subject is linked to. */
  readonly externalId: string | null
  /** Null for a subject as such. */
  readonly record: Pick<ConsentFacts, "createdAt" | "type"> | null
}

/** A subject as such is covered by a hold that names no records of it. */
const ofRecords = ({ from, to, type }: HoldScope): boolean =>
  type !== undefined || from !== undefined || to !== undefined

const covers = ({ scope }: LegalHold, { externalId, record, subjectId }: Held): boolean =>
  (scope.subjectId === undefined || scope.subjectId === subjectId) &&
  (scope.externalId === undefined || scope.externalId === externalId) &&
  (record === null
    ? !ofRecords(scope)
    : (scope.type === undefined || scope.type === record.type) &&
      (scope.from === undefined || record.createdAt >= scope.from) &&
      (scope.to === undefined || record.createdAt < scope.to))

/**
 * The hold that covers a record, if any does.
 *
 * @param holds - those that were not released
 * @param externalId - the account that the record's subject is linked to
 * @example
 * ```ts
 * import { holdOfRecord } from "@consent-service/core/erasure"
 * import type { ConsentFacts } from "@consent-service/core/evidence"
 *
 * const isFree = (record: ConsentFacts): boolean => holdOfRecord([], record, null) === null
 * ```
 */
export const holdOfRecord = (
  holds: ReadonlyArray<LegalHold>,
  record: Pick<ConsentFacts, "createdAt" | "subjectId" | "type">,
  externalId: string | null,
): LegalHold | null => holds.find((hold) => covers(hold, { subjectId: record.subjectId, externalId, record })) ?? null

/**
 * The hold that covers any of some subjects or of their records, if one does.
 *
 * @example
 * ```ts
 * import { holdOf } from "@consent-service/core/erasure"
 *
 * holdOf({ subjects: [], records: [], legalHolds: [] }) // null
 * ```
 */
export const holdOf = ({
  legalHolds,
  records,
  subjects,
}: Pick<Footprint, "legalHolds" | "records" | "subjects">): LegalHold | null => {
  const accounts = new Map(subjects.map(({ externalId, id }) => [id, externalId]))
  return (
    legalHolds.find(
      (hold) =>
        subjects.some(({ externalId, id }) => covers(hold, { subjectId: id, externalId, record: null })) ||
        records.some((record) => holdOfRecord([hold], record, accounts.get(record.subjectId) ?? null) !== null),
    ) ?? null
  )
}

/** The entry of a hold that is placed or released now. */
const holdEntry = (id: string, at: number, salts: () => string, released: boolean) =>
  pendingEntry(holdStatement({ at, id }, released), { id: `hld_${salts()}`, receivedAt: at, salt: salts() })

/**
 * Places a hold, now.
 *
 * @param salts - returns a new salt at each call
 * @returns fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { placeHold } from "@consent-service/core/erasure"
 *
 * const hold = { id: "case-17", scope: { externalId: "user-1" }, reason: "claim of 2026-11-02" }
 * const placed = (salts: () => string) => placeHold(hold, salts)
 * ```
 */
export const placeHold = (
  { id, reason, scope }: Pick<LegalHold, "id" | "reason" | "scope">,
  salts: () => string,
): Effect.Effect<PlaceOutcome, StoreError, Erasures> =>
  Effect.gen(function* () {
    const [erasures, now] = [yield* Erasures, yield* Clock.currentTimeMillis]
    const hold = { id, scope, reason, placedAt: now, releasedAt: null }
    return yield* erasures.place(hold, holdEntry(id, now, salts, false))
  })

/**
 * Releases a hold, now.
 *
 * @param salts - returns a new salt at each call
 * @returns the hold, or none of that id; fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { releaseHold } from "@consent-service/core/erasure"
 *
 * const released = (salts: () => string) => releaseHold("case-17", salts)
 * ```
 */
export const releaseHold = (
  id: string,
  salts: () => string,
): Effect.Effect<Option.Option<LegalHold>, StoreError, Erasures> =>
  Effect.gen(function* () {
    const [erasures, now] = [yield* Erasures, yield* Clock.currentTimeMillis]
    return yield* erasures.release(id, now, holdEntry(id, now, salts, true))
  })
