/**
 * Whether every stored record is in the log, or waits for it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { EntryPlace, EvidenceReader } from "../ports/EvidenceReader.js"
import { StoredEvidence, type StoredQueueEntry, type StoredRecordId } from "../ports/StoredEvidence.js"
import type { StoreError } from "../ports/StoreError.js"
import { type Finding, findingOf } from "./Finding.js"
import type { Membership } from "./Membership.js"
import { isOfRecords } from "./ReadPage.js"

const page = 2_000

/** Visits every entry that waits, in the order they go into the tree in. */
export const eachQueued = (visit: (entry: StoredQueueEntry) => void): Effect.Effect<void, StoreError, StoredEvidence> =>
  Effect.gen(function* () {
    const stored = yield* StoredEvidence
    let after: StoredQueueEntry | null = null
    while (true) {
      const entries: ReadonlyArray<StoredQueueEntry> = yield* stored.queued(after, page)
      for (const entry of entries) visit(entry)
      after = entries.at(-1) ?? null
      if (entries.length < page) return
    }
  })

/** Adds the records whose entries wait. */
export const addQueued = (
  membership: Membership,
  isWithin: (createdAt: number) => boolean,
): Effect.Effect<void, StoreError, StoredEvidence> =>
  eachQueued(({ id, kind, receivedAt }) => {
    if (isOfRecords(kind) && isWithin(receivedAt)) membership.addLogged(id)
  })

/** Visits every record that is stored, a page after another. */
const eachRecord = <E, R>(
  visit: (records: ReadonlyArray<StoredRecordId>) => Effect.Effect<void, E, R>,
): Effect.Effect<number, StoreError | E, StoredEvidence | R> =>
  Effect.gen(function* () {
    const stored = yield* StoredEvidence
    let after: string | null = null
    let count = 0
    while (true) {
      const records: ReadonlyArray<StoredRecordId> = yield* stored.recordIds(after, page)
      yield* visit(records)
      count += records.length
      after = records.at(-1)?.id ?? null
      if (records.length < page) return count
    }
  })

const unlogged = (id: string): Finding =>
  findingOf(
    "Unlogged",
    { id },
    "the record is in the database, and not in the log: it was put in past the service, or its entry was taken out",
  )

const isLogged = ({ createdAt, id }: StoredRecordId): Effect.Effect<boolean, StoreError, EvidenceReader> =>
  createdAt === null
    ? Effect.succeed(false)
    : Effect.flatMap(EvidenceReader, (reader) => reader.locate(id, createdAt)).pipe(
        Effect.map((place) => !EntryPlace.$is("Unknown")(place)),
        // A bundle that cannot be read was found before.
        Effect.catchTag("StoreFailed", () => Effect.succeed(false)),
      )

/** Which records are compared with the log. */
export interface MembershipScope {
  /** Whether a record's time is within what the walk has seen: those are compared by partitions. */
  readonly isWithin: (createdAt: number) => boolean
  /** Whether it is after it: those are looked up one by one. */
  readonly isAfter: (createdAt: number) => boolean
}

/**
 * Compares stored records with those that were logged.
 *
 * @param membership - with the records of the entries that were walked, and of those that wait
 * @returns how many records are stored
 */
export const checkMembership = (
  membership: Membership,
  { isAfter, isWithin }: MembershipScope,
  report: (findings: ReadonlyArray<Finding>) => Effect.Effect<void>,
): Effect.Effect<number, StoreError, StoredEvidence | EvidenceReader> =>
  Effect.gen(function* () {
    const look = (records: ReadonlyArray<StoredRecordId>) =>
      Effect.forEach(
        records,
        (record) => Effect.flatMap(isLogged(record), (found) => (found ? Effect.void : report([unlogged(record.id)]))),
        { discard: true },
      )
    const count = yield* eachRecord((records) => {
      for (const { createdAt, id } of records) if (createdAt !== null && isWithin(createdAt)) membership.addStored(id)
      return look(records.filter(({ createdAt }) => createdAt === null || isAfter(createdAt)))
    })
    if (membership.agrees()) return count
    yield* eachRecord((records) =>
      look(
        records.filter(({ createdAt, id }) => createdAt !== null && isWithin(createdAt) && membership.mayDiffer(id)),
      ),
    )
    return count
  })
