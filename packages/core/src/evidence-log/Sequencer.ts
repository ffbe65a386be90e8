/**
 * The sequencer: moves what changes have queued into the evidence log, and signs it. Any number of processes may run one
 * for the same log; a lease keeps all but one from looking at the queue.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { inWords } from "../observation/InWords.js"
import type { Observation } from "../observation/Observation.js"
import { CheckpointSigner } from "../ports/CheckpointSigner.js"
import { EvidenceLog } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { currentObserver } from "../ports/Observer.js"
import type { StoreError } from "../ports/StoreError.js"
import { makeRound, type RoundOutcome, type SequencerMemory, type SequencerSettings } from "./Round.js"
import type { DrawSalt } from "./QueuedEntries.js"

export type { RoundOutcome, SequencerSettings } from "./Round.js"

/** A sequencer of one process. */
export interface Sequencer {
  /** Says that something was committed. It returns immediately: it is the `CommitSignal` of the use cases. */
  readonly committed: () => void
  /** One round. Of several that are asked for concurrently, one runs at a time. */
  readonly round: Effect.Effect<RoundOutcome, StoreError>
  /**
   * Runs until it is interrupted: it waits for a commit, and then makes rounds until everything is in the tree and
   * signed. It opens no database before the first commit. A failure is observed, and tried again.
   */
  readonly run: Effect.Effect<never>
  /** The last round, when there is something to sign; then other processes need not wait for the lease to end. */
  readonly finish: Effect.Effect<void>
}

/** An observation of one kind is made once in so many milliseconds. */
const observeEveryMs = 60_000

/** From when on the log is said to be behind, in milliseconds. */
const behindMs = 60_000

/** The longest wait after failures, in milliseconds. */
const longestWaitMs = 60_000

/** Commits since they were last waited for, without a fiber a commit. */
const makeSignal = () => {
  let isPending = false
  let wake: (() => void) | null = null
  return {
    committed: () => {
      isPending = true
      wake?.()
    },
    isPending: () => isPending,
    taken: () => {
      isPending = false
    },
    wait: Effect.async<void>((resume) => {
      if (isPending) return resume(Effect.void)
      wake = () => {
        wake = null
        resume(Effect.void)
      }
      return Effect.sync(() => {
        wake = null
      })
    }),
  }
}

/** Passes on one observation of a kind a minute. */
const makeOccasionally = (observe: (observation: Observation) => void) => {
  const last = new Map<string, number>()
  return (observation: Observation): Effect.Effect<void> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const before = last.get(observation._tag)
      if (before !== undefined && now - before < observeEveryMs) return
      last.set(observation._tag, now)
      observe(observation)
    })
}

/**
 * Makes the sequencer of the log in context.
 *
 * @param draw - draws 22 characters of new randomness, as `Salts` does
 * @example
 * ```ts
 * import { makeSequencer } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 * import { randomBytes, randomUUID } from "node:crypto"
 *
 * const settings = { origin: "consent.shop.example/evidence", checkpointEveryMs: 1_000, batch: 256, holder: randomUUID() }
 * const running = Effect.gen(function* () {
 *   const sequencer = yield* makeSequencer(settings, () => randomBytes(16).toString("base64url"))
 *   yield* Effect.addFinalizer(() => sequencer.finish)
 *   yield* Effect.forkScoped(sequencer.run)
 *   return sequencer.committed
 * })
 * ```
 */
export const makeSequencer = (
  settings: SequencerSettings,
  draw: DrawSalt,
): Effect.Effect<Sequencer, never, EvidenceLog | EvidenceReader | CheckpointSigner> =>
  Effect.gen(function* () {
    const [log, reader, signer] = [yield* EvidenceLog, yield* EvidenceReader, yield* CheckpointSigner]
    const observe = makeOccasionally(yield* currentObserver)
    const signal = makeSignal()
    const memory: SequencerMemory = { opened: false, keysEntered: false, signed: null, thinnedAt: 0 }
    const oneAtATime = Effect.unsafeMakeSemaphore(1)

    const observeBacklog = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const state = Option.getOrNull(yield* reader.state)
      if (state === null || state.oldestQueued === null) return
      const ageMs = now - state.oldestQueued
      if (ageMs > behindMs) yield* observe({ _tag: "SequencerBehind", queued: state.queued, ageMs })
    })

    const round = oneAtATime.withPermits(1)(
      Effect.gen(function* () {
        const outcome = yield* makeRound({ draw, log, reader, signer }, settings, memory)
        if (outcome._tag === "Stopped") yield* observe(outcome.observation)
        if (outcome._tag !== "Idle") yield* observeBacklog
        return outcome
      }),
    )

    const attempt = Effect.catchAll(round, (error) =>
      Effect.as(observe({ _tag: "SequencingFailed", failure: inWords(error) }), null),
    )

    const untilIdle = Effect.gen(function* () {
      for (let failures = 0; ; ) {
        const waitMs = Math.min(settings.checkpointEveryMs * 2 ** failures, longestWaitMs)
        yield* Effect.sleep(Math.max(waitMs, settings.checkpointEveryMs))
        signal.taken()
        // What a round does not finish is as if it had been committed after it.
        const outcome = yield* Effect.onInterrupt(attempt, () => Effect.sync(signal.committed))
        if (outcome?._tag === "Idle") return
        signal.committed()
        failures = outcome?._tag === "Busy" ? 0 : Math.min(failures + 1, 16)
      }
    })

    const finish = Effect.suspend(() =>
      signal.isPending() && signer.keys.length > 0 ? Effect.asVoid(attempt) : Effect.void,
    ).pipe(
      Effect.zipRight(
        Effect.suspend(() => (memory.opened ? Effect.ignore(log.release(settings.holder)) : Effect.void)),
      ),
    )

    return {
      committed: signal.committed,
      round,
      run: Effect.forever(Effect.zipRight(signal.wait, untilIdle)),
      finish,
    }
  })
