/**
 * Receipts of entries that are no records: the links of a person, and the keys of the log.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Patience, untilReady } from "../concurrency/UntilReady.js"
import type { LogReceipt } from "../evidence/Receipt.js"
import { introductionId } from "../evidence-log/IntroduceKeys.js"
import type { LogKey } from "../evidence-log/LogKeys.js"
import type { LogInconsistent } from "../evidence-log/LogInconsistent.js"
import { provableCheckpoint } from "../evidence-log/ProvableCheckpoint.js"
import { type CoveredEntry, storedEntryReceipt } from "../evidence-log/StoredEntry.js"
import { type EntryAt, Erasures } from "../ports/Erasures.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { fileNameOf } from "./PackPaths.js"

/** Receipts by the paths of their files, without extension. */
export type ReceiptsByPath = ReadonlyMap<string, LogReceipt>

type Read<A> = Effect.Effect<A, StoreError | LogInconsistent, EvidenceReader>

/** The entry with the newest checkpoint over it, once there is one; null where patience ended. */
const covered = (id: string, { entry, position }: EntryAt, patience: Patience): Read<CoveredEntry | null> =>
  Effect.gen(function* () {
    const checkpoint = Option.getOrNull(yield* untilReady(provableCheckpoint(position + 1), Option.isSome, patience))
    return checkpoint === null ? null : { id, position, entry, checkpoint }
  })

/**
 * The receipts of the links of subjects, each with its own file.
 *
 * @returns none while an entry of them waits
 */
export const linkReceipts = (
  subjects: ReadonlyArray<string>,
  patience: Patience,
): Effect.Effect<Option.Option<ReceiptsByPath>, StoreError | LogInconsistent, EvidenceReader | Erasures> =>
  Effect.gen(function* () {
    const { footprint } = yield* Erasures
    const isSettled = ({
      links,
      queued,
    }: {
      readonly links: ReadonlyArray<{ readonly id: string }>
      readonly queued: ReadonlyArray<string>
    }) => links.every(({ id }) => !queued.includes(id))
    const found = yield* untilReady(footprint(subjects), isSettled, patience)
    if (!isSettled(found)) return Option.none()
    const placed = new Map(found.entries.map((one) => [one.entry.id, one]))
    const receipts = new Map<string, LogReceipt>()
    for (const { id } of found.links) {
      const link = placed.get(id)
      // An entry without an opener was erased.
      if (link === undefined || link.entry.opener === null) continue
      const over = yield* covered(id, link, patience)
      if (over === null) return Option.none()
      receipts.set(`links/${fileNameOf(id)}`, yield* storedEntryReceipt(over))
    }
    return Option.some(receipts)
  })

const KeyStatement = Schema.parseJson(Schema.Struct({ key: Schema.parseJson(Schema.Struct({ at: Schema.Number })) }))

const readKey = Schema.decodeUnknownOption(KeyStatement)

/** The receipt of the entry that introduced a key; null for one that was not introduced, or whose entry still waits. */
const keyReceipt = (id: string, statement: string, patience: Patience): Read<LogReceipt | null> =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const key = Option.getOrNull(readKey(statement))
    if (key === null) return null
    // A key signs before its own entry is in the tree: in a log's first second that still waits.
    const place = yield* untilReady(reader.locate(id, key.key.at), ({ _tag }) => _tag !== "Queued", patience)
    if (place._tag !== "At") return null
    const over = yield* covered(id, place, patience)
    return over === null ? null : yield* storedEntryReceipt(over)
  })

/** The receipts of the entries that introduced keys of the log. */
export const keyReceipts = (keys: ReadonlyArray<LogKey>, patience: Patience): Read<ReceiptsByPath> =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const statements = yield* reader.statements(keys.map(({ key }) => introductionId(key)))
    const receipts = new Map<string, LogReceipt>()
    for (const [id, statement] of statements) {
      const receipt = yield* keyReceipt(id, statement, patience)
      if (receipt !== null) receipts.set(`log/entries/${fileNameOf(id)}`, receipt)
    }
    return receipts
  })
