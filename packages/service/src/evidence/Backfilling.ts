/**
 * Logs the records from before the log in the background, a step after another. Saves come first: it rests twice as long
 * as it worked.
 *
 * @module
 */
import { backfillStep, type BackfillOptions } from "@consent-service/core/evidence-log"
import type { EvidenceLog, LogStores, Observe } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"

/** How much longer it rests than it works. */
const restFactor = 2

/** How soon a step that failed is tried again. */
const retryMs = 30_000

/** The backfilling of an instance. */
export interface Backfilling {
  /** Begins, once; after the log was opened. */
  readonly begin: () => void
}

/** Makes the backfilling of an instance. It ends with the scope, after the step that is running. */
export const makeBackfilling = (
  options: BackfillOptions,
  observe: Observe,
): Effect.Effect<Backfilling, never, LogStores | Scope.Scope> =>
  Effect.gen(function* () {
    const ports = yield* Effect.context<EvidenceLog>()
    const step = Effect.provide(backfillStep(options), ports)
    let [hasBegun, isClosed, queued] = [false, false, 0]
    let timer: ReturnType<typeof setTimeout> | null = null
    let current: Promise<void> = Promise.resolve()

    const next = (ms: number): void => {
      if (isClosed) return
      timer = setTimeout(() => {
        current = work()
      }, ms)
      // The process ends when nothing else is left to do.
      timer.unref?.()
    }
    const work = async (): Promise<void> => {
      const startedAt = performance.now()
      const exit = await Effect.runPromiseExit(step)
      // Trouble with the database is reported by what serves requests and by the sequencer.
      if (Exit.isFailure(exit) || exit.value === null) return next(retryMs)
      queued += exit.value.queued
      if (!exit.value.isDone) return next(restFactor * (performance.now() - startedAt))
      if (queued > 0) observe({ _tag: "EvidenceBackfilled", records: queued })
    }

    yield* Effect.addFinalizer(() =>
      Effect.promise(() => {
        isClosed = true
        if (timer !== null) clearTimeout(timer)
        return current
      }),
    )
    return {
      begin: () => {
        if (hasBegun) return
        hasBegun = true
        next(0)
      },
    }
  })
