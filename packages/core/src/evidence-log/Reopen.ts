/**
 * Begins a log anew, where what was signed is lost and nothing is published to recover it from: signing the shorter tree
 * would contradict it. The new log has another name, and says which checkpoint of the former one it follows.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { hexOf } from "../digest/Sha256.js"
import { readCheckpointNote } from "../evidence/Checkpoint.js"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { logOpenedStatement, taskStatement } from "../evidence/Statement.js"
import { EvidenceLog, ReopenOutcome } from "../ports/EvidenceLog.js"
import type { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { newestCheckpoint } from "./LogReading.js"

/** How a log begins anew. */
export interface ReopenOptions {
  /** The name of the new log. */
  readonly origin: string
  /** The last checkpoint of the former log that is known, its note; null for the newest in the database. */
  readonly last: string | null
  /** Gives a new salt at each call. */
  readonly salts: () => string
}

/** The outcome of beginning anew. */
export type ReopenRun = Data.TaggedEnum<{
  Reopened: {
    /** The name of the former log. */
    readonly from: string
    /** The size of its last checkpoint that is known; null when none was. */
    readonly size: number | null
  }
  Refused: { readonly problem: string }
}>

export const ReopenRun = Data.taggedEnum<ReopenRun>()

const notOpened = "the log was not opened yet: there is nothing to begin anew"

/**
 * Begins a log anew: entries that wait go into the new one; those of the former tree are in none that is stored.
 *
 * @example
 * ```ts
 * import { reopenLog } from "@consent-service/core/evidence-log"
 *
 * const reopened = reopenLog({ origin: "consent.shop.example/evidence-2", last: null, salts: () => "xh7DYDLe8SCGKnMPT9Tr8Q" })
 * ```
 */
export const reopenLog = ({
  last,
  origin,
  salts,
}: ReopenOptions): Effect.Effect<ReopenRun, StoreError, EvidenceLog | EvidenceReader> =>
  Effect.gen(function* () {
    const log = yield* EvidenceLog
    const note = last ?? Option.getOrNull(Option.map(yield* newestCheckpoint, (checkpoint) => checkpoint.note))
    const former = note === null ? null : readCheckpointNote(note)
    const openedAt = yield* Clock.currentTimeMillis
    const opened = pendingEntry(logOpenedStatement({ openedAt, origin }), {
      id: `log_${salts()}`,
      // In front of everything that waits.
      receivedAt: 0,
      salt: salts(),
    })
    const follows =
      former === null
        ? []
        : [
            pendingEntry(
              taskStatement({
                at: openedAt,
                count: former.size,
                digest: hexOf(former.root),
                what: `follows the log ${former.origin}`,
              }),
              { id: `task_${salts()}`, receivedAt: 1, salt: salts() },
            ),
          ]
    const outcome = yield* log.reopen({ origin, openedAt, entries: [opened, ...follows] })
    return ReopenOutcome.$match(outcome, {
      Reopened: ({ from }) => ReopenRun.Reopened({ from, size: former?.size ?? null }),
      SameOrigin: () =>
        ReopenRun.Refused({ problem: `the log is named ${origin} already: a new log needs another name` }),
      NotOpened: () => ReopenRun.Refused({ problem: notOpened }),
    })
  })
