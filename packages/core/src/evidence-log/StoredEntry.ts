/**
 * Receipts of entries whose statements are stored with them: those of links, erasures, holds, keys and tasks.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { disclose, readOpener } from "../evidence/Opener.js"
import type { LogReceipt } from "../evidence/Receipt.js"
import type { LoggedEntry } from "../evidence/Tiles.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { receiptOver } from "./EntryReceipt.js"
import { LogInconsistent } from "./LogInconsistent.js"
import { provableCheckpoint } from "./ProvableCheckpoint.js"
import { storedStatement } from "./StoredStatement.js"

/** Names an entry. */
export interface EntryName {
  readonly id: string
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** An entry in the tree, and a checkpoint that covers it. */
export interface CoveredEntry {
  readonly id: string
  readonly position: number
  readonly entry: LoggedEntry
  readonly checkpoint: KeptCheckpoint
}

/**
 * Finds an entry with the newest checkpoint over it that proves something.
 *
 * @param what - the entry in words, for the message of a failure
 * @returns null while it waits for the tree or for a checkpoint; fails with `LogInconsistent` when it is not in the log
 * @example
 * ```ts
 * import { checkpointOver } from "@consent-service/core/evidence-log"
 *
 * const covered = checkpointOver({ id: "pck_1", receivedAt: 1796083200000 }, "the entry of a pack")
 * ```
 */
export const checkpointOver = (
  { id, receivedAt }: EntryName,
  what: string,
): Effect.Effect<CoveredEntry | null, StoreError | LogInconsistent, EvidenceReader> =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const place = yield* reader.locate(id, receivedAt)
    if (place._tag === "Queued") return null
    if (place._tag === "Unknown") return yield* new LogInconsistent({ message: `${what} is not in the log` })
    const { entry, position } = place
    const checkpoint = yield* provableCheckpoint(position + 1)
    return Option.isNone(checkpoint) ? null : { id, position, entry, checkpoint: checkpoint.value }
  })

/**
 * Issues the receipt of such an entry, all of whose parts are disclosed.
 *
 * @returns fails with `LogInconsistent` when its statement cannot be read, or is not the one that was logged
 * @example
 * ```ts
 * import { type CoveredEntry, storedEntryReceipt } from "@consent-service/core/evidence-log"
 *
 * const receipt = (covered: CoveredEntry) => storedEntryReceipt(covered)
 * ```
 */
export const storedEntryReceipt = ({
  checkpoint,
  entry: { kind, opener, time },
  id,
  position,
}: CoveredEntry): Effect.Effect<LogReceipt, StoreError | LogInconsistent, EvidenceReader> =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const stored = (yield* reader.statements([id])).get(id)
    const statement = stored === undefined ? null : storedStatement(kind, stored)
    const opens = opener === null ? null : readOpener(opener)
    const parts = statement === null || opens === null ? null : disclose(statement, opens)
    if (parts === null) {
      return yield* new LogInconsistent({ message: `the statement of entry ${position} cannot be read` })
    }
    return yield* receiptOver({ position, entry: { kind, time, parts } }, checkpoint)
  })
