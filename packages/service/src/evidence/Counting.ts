/**
 * Counts, in the background, the entries that no integration counted: those from before an update, and those that a
 * process of an earlier version integrated.
 *
 * @module
 */
import { type LogState, Statistics } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { makeRestfulSteps, type StepOutcome } from "./RestfulSteps.js"

/** The counting of an instance. */
export interface Counting {
  /** Begins where something is left to count. */
  readonly catchUp: (state: LogState | null) => void
}

/** Makes the counting of an instance. It ends with the scope, after the step that is running. */
export const makeCounting: Effect.Effect<Counting, never, Statistics | Scope.Scope> = Effect.gen(function* () {
  const { countLogged } = yield* Statistics
  const { begin } = yield* makeRestfulSteps(async (): Promise<StepOutcome> => {
    const exit = await Effect.runPromiseExit(countLogged)
    // Trouble with the database is reported by the sequencer.
    if (Exit.isFailure(exit) || exit.value._tag === "NotOpened") return "failed"
    return exit.value.left > 0 ? "more" : "done"
  })
  return {
    catchUp: (state) => {
      if (state !== null && state.counted < state.head.size) begin()
    },
  }
})
