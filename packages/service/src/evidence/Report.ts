/**
 * Reports trouble of what runs in the background.
 *
 * @module
 */
import type { Observation, Observe } from "@consent-service/core/ports"

/** How often the same trouble is reported. */
const reportEveryMs = 60_000

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
