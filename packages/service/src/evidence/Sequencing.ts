/**
 * Runs the sequencer of an instance in the background: about once a checkpoint while acts arrive, and seldom while none
 * do. Nothing runs, and no database is opened, before the first entry is about to be queued or `start` is called.
 *
 * @module
 */
import { makeSequencer, type Sequencer, type SequencerRun } from "@consent-service/core/evidence-log"
import {
  type CheckpointSigner,
  EvidenceReader,
  type LogStores,
  type LogState,
  type Observation,
  type Observe,
  type StoreError,
} from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Cause from "effect/Cause"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import type { Backfilling } from "./Backfilling.js"
import type { Counting } from "./Counting.js"
import type { Publishing } from "./Publishing.js"
import type { Timestamping } from "./Timestamping.js"
import type { Witnessing } from "./Witnessing.js"
import type { RandomSalts } from "./RandomSalts.js"
import { failureText, makeReport } from "./Report.js"

/** How long after the last act the log is looked at as often as before: a save that began then has ended. */
const activeMs = 15_000

/** How often it is looked at while no acts arrive; another process may have ended with entries queued. */
const idleMs = 30_000

/** How often while another process has the lease. */
const waitingMs = 2_000

/** An entry that waits for longer is reported. */
const lateMs = 60_000

/** How long ending waits for the last checkpoint. */
const finishMs = 5_000

/** On SQLite an integration blocks the thread for some milliseconds: requests that came meanwhile are answered first. */
const pause = Effect.async<void>((resume) => void setTimeout(() => resume(Effect.void), 10))

/** The sequencing of an instance. */
export interface Sequencing {
  /** Begins now, without waiting for an act. */
  readonly start: () => void
  /** The log as it was seen last; null before. */
  readonly state: () => LogState | null
}

type Trouble = Observation

const troubleOf = (run: SequencerRun, origin: string): Trouble | null => {
  switch (run._tag) {
    case "Foreign":
      return { _tag: "EvidenceLogForeign", origin, stored: run.origin }
    case "Forked":
      return { _tag: "EvidenceLogForked", problem: run.problem }
    case "ClockSuspicious":
      return { _tag: "EvidenceClockSuspicious", offsetMs: run.offsetMs }
    case "Sequenced":
    case "Waiting":
      return null
  }
}

const failureOf = (cause: Cause.Cause<StoreError>): Trouble => ({
  _tag: "EvidenceLogFailed",
  failure: failureText(cause),
})

const lateness = (state: LogState | null): Trouble | null => {
  if (state === null || state.oldestQueued === null) return null
  const ageMs = Date.now() - state.oldestQueued
  return ageMs < lateMs ? null : { _tag: "EvidenceLogBehind", ageMs, queued: state.queued }
}

/** How an instance sequences its log. */
interface SequencingOptions {
  /** How many entries an integration moves at most. */
  readonly batch: number
  readonly observe: Observe
  /** Null where nothing is published. */
  readonly publishing: Publishing | null
  /** Null without witnesses. */
  readonly witnessing: Witnessing | null
  /** Null without authorities. */
  readonly timestamping: Timestamping | null
  /** Null where records from before the log stay without entries. */
  readonly backfilling: Backfilling | null
  /** Null where nothing is counted. */
  readonly counting: Counting | null
}

/** One look at the log, and when to look again. */
const makeLook = (
  sequencer: Sequencer,
  origin: string,
  { backfilling, counting, observe, publishing, timestamping, witnessing }: SequencingOptions,
) => {
  const report = makeReport(observe)
  let state: LogState | null = null
  const readState = Effect.gen(function* () {
    const reader = yield* EvidenceReader
    state = Option.getOrNull(yield* reader.state)
  })
  const look = Effect.gen(function* () {
    const exit = yield* Effect.exit(Effect.zipLeft(sequencer.run, readState))
    if (Exit.isFailure(exit)) {
      report(failureOf(exit.cause))
      return waitingMs
    }
    const trouble = troubleOf(exit.value, origin)
    report(trouble ?? lateness(state))
    if (trouble !== null) return idleMs
    // Of several processes, the one that signs.
    if (exit.value._tag === "Sequenced") {
      publishing?.nudge()
      witnessing?.nudge()
      timestamping?.nudge()
      backfilling?.begin()
      counting?.catchUp(state)
    }
    return exit.value._tag === "Waiting" ? waitingMs : 0
  })
  return { look, state: () => state }
}

/**
 * Makes the sequencing of an instance. When the scope closes, what is queued is integrated and signed once more.
 *
 * @param salts - of the instance: each draw announces an entry
 */
export const makeSequencing = (
  { checkpointEveryMs, origin }: { readonly checkpointEveryMs: number; readonly origin: string },
  { onDraw, salts }: RandomSalts,
  options: SequencingOptions,
): Effect.Effect<Sequencing, never, LogStores | CheckpointSigner | Scope.Scope> =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const { batch, publishing, witnessing } = options
    const anchor = publishing?.anchor ?? Effect.succeedNone
    const holder = randomUUID()
    const objection = witnessing?.objection ?? Effect.succeed(null)
    const sequencer = yield* makeSequencer({
      origin,
      batch,
      checkpointEveryMs,
      holder,
      salts,
      pause,
      anchor,
      objection,
    })
    const { look, state } = makeLook(sequencer, origin, options)
    let timer: ReturnType<typeof setTimeout> | null = null
    let hasBegun = false
    let [isRunning, isIdle, isClosed, drawnAt] = [false, true, false, Number.NEGATIVE_INFINITY]

    const plan = (ms: number): void => {
      if (isClosed) return
      if (timer !== null) clearTimeout(timer)
      isIdle = ms === idleMs
      timer = setTimeout(tick, ms)
      // The process ends when nothing else is left to do.
      timer.unref?.()
    }
    let current: Promise<unknown> = Promise.resolve()
    const next = (leastMs: number): void => {
      isRunning = false
      const isActive = performance.now() - drawnAt < activeMs
      plan(Math.max(leastMs, isActive ? checkpointEveryMs : idleMs))
    }
    const tick = (): void => {
      timer = null
      isRunning = true
      current = Effect.runPromise(Effect.map(Effect.provideService(look, EvidenceReader, reader), next))
    }
    onDraw(() => {
      hasBegun = true
      drawnAt = performance.now()
      if (!isRunning && isIdle) plan(checkpointEveryMs)
    })
    yield* Effect.addFinalizer(() => {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      // What ends before its first look leaves nothing waiting either.
      if (!hasBegun) return Effect.void
      const finish = Effect.zipRight(
        Effect.promise(() => current),
        sequencer.finish,
      )
      return finish.pipe(Effect.timeout(finishMs), Effect.ignore)
    })
    const start = (): void => {
      hasBegun = true
      plan(0)
    }
    return { start, state }
  })
