/**
 * Applies the retention schedule of an instance in the background, once a day.
 *
 * @module
 */
import { applyRetention, type RetentionOptions, type RetentionSchedule } from "@consent-service/core/erasure"
import type { Erasures, Observe, Records } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { failureText } from "./Report.js"

/** How much longer it rests than it works: saves come first. */
const restFactor = 2

/** When a schedule is applied, in milliseconds. */
export interface RetentionTimes {
  readonly first: number
  readonly every: number
  /** After trouble with the database. */
  readonly retry: number
}

const daily: RetentionTimes = { first: 60_000, every: 86_400_000, retry: 600_000 }

/** Rests after each page, as long as the page took. */
const resting = () => {
  let workedSince = performance.now()
  return Effect.suspend(() => Effect.sleep(restFactor * (performance.now() - workedSince))).pipe(
    Effect.tap(() => Effect.sync(() => void (workedSince = performance.now()))),
  )
}

/**
 * Applies a schedule again and again until the scope closes. An erasure that is running then is completed.
 *
 * @param salts - returns a new salt at each call
 */
export const makeRetaining = (
  schedule: RetentionSchedule,
  salts: () => string,
  observe: Observe,
  times: RetentionTimes = daily,
): Effect.Effect<void, never, Erasures | Records | Scope.Scope> =>
  Effect.gen(function* () {
    const ports = yield* Effect.context<Erasures | Records>()
    const run = Effect.suspend(() => {
      const rest = resting()
      const options: RetentionOptions = { schedule, salts, dryRun: false, onPage: () => rest }
      return Effect.provide(applyRetention(options), ports)
    })
    let timer: ReturnType<typeof setTimeout> | null = null
    let current: Fiber.RuntimeFiber<void> | null = null
    const next = (ms: number): void => {
      timer = setTimeout(() => {
        current = Effect.runFork(attempt)
      }, ms)
      // The process ends when nothing else is left to do.
      timer.unref?.()
    }
    const attempt = Effect.map(Effect.exit(run), (result) => {
      if (Exit.isFailure(result)) {
        observe({ _tag: "RetentionFailed", failure: failureText(result.cause) })
        return next(times.retry)
      }
      const { erased, records, traces } = result.value
      if (erased + traces > 0) observe({ _tag: "RetentionApplied", records, erased, traces })
      next(times.every)
    })
    next(times.first)
    yield* Effect.addFinalizer(() => {
      const stop = current === null ? Effect.void : Fiber.interrupt(current)
      // An interrupted attempt plans no other.
      return Effect.zipRight(
        stop,
        Effect.sync(() => {
          if (timer !== null) clearTimeout(timer)
        }),
      )
    })
  })
