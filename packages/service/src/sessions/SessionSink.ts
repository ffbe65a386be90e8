/**
 * Adapts the integrator's `sessions.onReport` to the port for resolution reports.
 *
 * @module
 */
import { inWords, ResolutionReports } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { OnReport } from "../options/SessionOptions.js"

/** How long a receiver may take, in milliseconds: `POST /sessions` is answered after it. */
const timeoutMs = 5_000

/** Delivers reports to `onReport`, which may return a promise; the request continues whatever it does. */
export const deliverTo =
  (onReport: OnReport): Context.Tag.Service<ResolutionReports>["deliver"] =>
  (report, visitor) =>
    Effect.promise(async () => {
      try {
        await onReport(report, visitor)
        return null
      } catch (error) {
        return inWords(error)
      }
    }).pipe(
      Effect.timeoutTo({
        duration: timeoutMs,
        onSuccess: (failure) => failure,
        onTimeout: () => `onReport took more than ${timeoutMs} ms`,
      }),
    )

/** Reports go to `onReport`. */
export const layer = ({ onReport }: { readonly onReport: OnReport }): Layer.Layer<ResolutionReports> =>
  Layer.succeed(ResolutionReports, { deliver: deliverTo(onReport) })
