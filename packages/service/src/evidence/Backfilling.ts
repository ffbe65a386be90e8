/**
 * Logs the records from before the log in the background.
 *
 * @module
 */
import { backfillStep, type BackfillOptions } from "@consent-service/core/evidence-log"
import type { EvidenceLog, LogStores, Observe } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { makeRestfulSteps, type StepOutcome } from "./RestfulSteps.js"

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
    let [hasBegun, queued] = [false, 0]
    const { begin } = yield* makeRestfulSteps(async (): Promise<StepOutcome> => {
      const exit = await Effect.runPromiseExit(step)
      // Trouble with the database is reported by what serves requests and by the sequencer.
      if (Exit.isFailure(exit) || exit.value === null) return "failed"
      queued += exit.value.queued
      if (!exit.value.isDone) return "more"
      if (queued > 0) observe({ _tag: "EvidenceBackfilled", records: queued })
      return "done"
    })
    return {
      begin: () => {
        if (hasBegun) return
        hasBegun = true
        begin()
      },
    }
  })
