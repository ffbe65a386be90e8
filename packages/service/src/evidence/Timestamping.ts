/**
 * Has the checkpoints of an instance stamped in the background, behind its sequencer: nothing waits for it, and its
 * trouble is reported and tried again.
 *
 * @module
 */
import { makeTimestamping, type TimestampRun } from "@consent-service/core/evidence-log"
import {
  type LogStores,
  type Observation,
  type Observe,
  type StoreError,
  TimestampAuthorities,
} from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type AuthoritySetting, httpAuthorities } from "./HttpAuthorities.js"
import { makeReport } from "./Report.js"

/** The time stamping of an instance. */
export interface Timestamping {
  /** Has the newest checkpoint stamped where it is time for it, in the background. */
  readonly nudge: () => void
}

const troubleOf = (runs: ReadonlyArray<TimestampRun>): Observation | null => {
  const failed = runs.find((run) => run._tag === "Unstamped")
  return failed?._tag === "Unstamped"
    ? { _tag: "EvidenceTimestampFailed", authority: failed.authority, failure: failed.reason }
    : null
}

const failureOf = (error: StoreError): Observation => ({
  _tag: "EvidenceTimestampFailed",
  authority: "",
  failure: error._tag,
})

/**
 * Makes the time stamping of an instance. When the scope closes, what is running is given up: the next process asks
 * again.
 *
 * @param added - called after stamps were kept
 */
export const makeInstanceTimestamping = (
  settings: ReadonlyArray<AuthoritySetting>,
  observe: Observe,
  added: () => void,
): Effect.Effect<Timestamping, never, LogStores | Scope.Scope> =>
  Effect.gen(function* () {
    const ports = yield* Effect.context<LogStores>()
    const report = makeReport(observe)
    const run = makeTimestamping().pipe(
      Effect.provideService(TimestampAuthorities, httpAuthorities(settings)),
      Effect.provide(ports),
    )
    const attempt = Effect.match(run, {
      onFailure: (error) => report(failureOf(error)),
      onSuccess: (runs) => {
        // A run that asked no one says nothing of earlier trouble.
        if (runs.some(({ _tag }) => _tag !== "NotDue")) report(troubleOf(runs))
        if (runs.some(({ _tag }) => _tag === "Stamped")) added()
      },
    })
    const closing = new AbortController()
    let current: Promise<void> | null = null
    const runOnce = async (): Promise<void> => {
      await Effect.runPromiseExit(attempt, { signal: closing.signal })
      current = null
    }
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => {
        closing.abort()
        await current
      }),
    )
    const nudge = (): void => {
      if (!closing.signal.aborted) current ??= runOnce()
    }
    return { nudge }
  })
