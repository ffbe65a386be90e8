/**
 * Receives resolution reports, counts the prompts of which, and passes them on to the integrator's `sessions.onReport`.
 *
 * @module
 */
import { ResolutionReports, type Statistics } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { OnReport } from "../options/SessionOptions.js"
import { makePromptCounting } from "./PromptCounting.js"
import { deliverTo } from "./SessionSink.js"

const nowhere = Effect.succeed(null)

/** The receiver of an instance that counts prompts. */
export const layer = ({
  onReport,
}: {
  readonly onReport: OnReport | undefined
}): Layer.Layer<ResolutionReports, never, Statistics> => {
  const passOn = onReport === undefined ? () => nowhere : deliverTo(onReport)
  return Layer.scoped(
    ResolutionReports,
    Effect.map(makePromptCounting, (countPrompt) => ({
      deliver: (report, visitor) => {
        countPrompt(report, visitor)
        return passOn(report, visitor)
      },
    })),
  )
}
