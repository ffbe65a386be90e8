/**
 * Logs records that have no entry: those from before there was a log, and those that a process of an older version
 * wrote meanwhile. Such an entry is of kind 8, so that everyone sees that it came later than its record.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { taskStatement, type ConsentFacts, consentStatement } from "../evidence/Statement.js"
import { EvidenceLog, type UnloggedOutcome, type UnloggedPlace } from "../ports/EvidenceLog.js"
import type { StoreError } from "../ports/StoreError.js"

/** How records are looked at. */
export interface BackfillOptions {
  /** How many records are looked at in one transaction. */
  readonly batch: number
  /** Gives a new salt at each call. */
  readonly salts: () => string
}

/** What one step came to. */
export interface BackfillStep {
  /** How many records were looked at. */
  readonly records: number
  /** How many of them had no entry, and have one queued now. */
  readonly queued: number
  /** Whether there are no more. */
  readonly isDone: boolean
}

const lateEntry =
  (salts: () => string) =>
  (record: ConsentFacts): ReturnType<typeof pendingEntry> =>
    pendingEntry(consentStatement(record, true), { id: record.id, receivedAt: record.createdAt, salt: salts() })

const lookAt = (
  place: UnloggedPlace,
  { batch, salts }: BackfillOptions,
): Effect.Effect<UnloggedOutcome, StoreError, EvidenceLog> =>
  Effect.flatMap(EvidenceLog, (log) => log.queueUnlogged(place, batch, lateEntry(salts)))

/**
 * Looks at the next records that were stored before the log, and queues their entries. Any process may run it at any
 * time, and end at any time: each record gets one entry.
 *
 * @returns null while the log is not open
 * @example
 * ```ts
 * import { backfillStep } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const step = backfillStep({ batch: 500, salts: () => "xh7DYDLe8SCGKnMPT9Tr8Q" })
 * const whole = Effect.repeat(step, { until: (looked) => looked === null || looked.isDone })
 * ```
 */
export const backfillStep = (options: BackfillOptions): Effect.Effect<BackfillStep | null, StoreError, EvidenceLog> =>
  Effect.map(lookAt("kept", options), (outcome) => {
    if (outcome._tag !== "Looked") return null
    const { queued, records } = outcome
    return { records, queued, isDone: records < options.batch }
  })

/** What a reconciliation came to. */
export interface Reconciled {
  readonly records: number
  readonly queued: number
}

/**
 * Looks at every record, those from before the log first, and queues entries of those that have none. When there are any, an entry of the log says how
 * many.
 *
 * @param onStep - called after each step with what was looked at so far
 * @returns null while the log is not open
 * @example
 * ```ts
 * import { reconcile } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const missing = Effect.map(
 *   reconcile({ batch: 500, salts: () => "xh7DYDLe8SCGKnMPT9Tr8Q" }, () => Effect.void),
 *   (reconciled) => reconciled?.queued ?? 0,
 * )
 * ```
 */
export const reconcile = (
  options: BackfillOptions,
  onStep: (soFar: Reconciled) => Effect.Effect<void>,
): Effect.Effect<Reconciled | null, StoreError, EvidenceLog> =>
  Effect.gen(function* () {
    let soFar: Reconciled = { records: 0, queued: 0 }
    for (let isDone = false; !isDone; ) {
      const step = yield* backfillStep(options)
      if (step === null) return null
      soFar = { records: 0, queued: soFar.queued + step.queued }
      isDone = step.isDone
    }
    let after: string | null = null
    while (true) {
      const outcome: UnloggedOutcome = yield* lookAt({ after }, options)
      if (outcome._tag !== "Looked") return null
      soFar = { records: soFar.records + outcome.records, queued: soFar.queued + outcome.queued }
      yield* onStep(soFar)
      after = outcome.last
      if (outcome.records < options.batch) break
    }
    if (soFar.queued > 0) {
      const at = yield* Clock.currentTimeMillis
      const statement = taskStatement({ at, count: soFar.queued, what: "reconciled" })
      const id = `adm_${options.salts()}`
      yield* (yield* EvidenceLog).queue([pendingEntry(statement, { id, receivedAt: at, salt: options.salts() })])
    }
    return soFar
  })
