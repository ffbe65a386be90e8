/**
 * Reports trouble of what runs in the background.
 *
 * @module
 */
import type { Observation, Observe, StoreError } from "@consent-service/core/ports"
import * as Cause from "effect/Cause"
import * as Option from "effect/Option"

/** How often the same trouble is reported. */
const reportEveryMs = 60_000

/** What failed, without a driver's own words: they may hold data. */
export const failureText = (cause: Cause.Cause<StoreError>): string =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => Cause.pretty(cause),
    onSome: (error) => `${error._tag}: ${"operation" in error ? error.operation : error.message}`,
  })

/** Reports trouble when it begins, and again each minute while it lasts. */
export const makeReport = (observe: Observe) => {
  let [last, at] = ["", 0]
  return (trouble: Observation | null): void => {
    const tag = trouble?._tag ?? ""
    if (trouble !== null && (tag !== last || performance.now() - at >= reportEveryMs)) {
      at = performance.now()
      observe(trouble)
    }
    last = tag
  }
}
