/**
 * Work in the background, a step after another. Requests come first: it rests twice as long as it worked.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** How much longer it rests than it works. */
const restFactor = 2

/** How soon a step that failed is tried again. */
const retryMs = 30_000

/** What a step came to. */
export type StepOutcome = "done" | "failed" | "more"

/** The work of an instance. */
export interface RestfulSteps {
  /** Begins, unless it is being done. */
  readonly begin: () => void
}

/** Makes the work of an instance. It ends with the scope, after the step that is running. */
export const makeRestfulSteps = (step: () => Promise<StepOutcome>): Effect.Effect<RestfulSteps, never, Scope.Scope> =>
  Effect.gen(function* () {
    let [isWorking, isClosed] = [false, false]
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
      const outcome = await step()
      if (outcome === "failed") return next(retryMs)
      if (outcome === "more") return next(restFactor * (performance.now() - startedAt))
      isWorking = false
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
        if (isWorking) return
        isWorking = true
        next(0)
      },
    }
  })
