/**
 * The integrator's receiver of resolution reports as the port (service.md, "Events" 1).
 *
 * @module
 */
import { inWords } from "@consent-service/core/observation/InWords"
import { ResolutionReports } from "@consent-service/core/ports/ResolutionReports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SessionOptions } from "../options/SessionOptions.js"

/** How long a receiver may take, in milliseconds: `POST /sessions` is answered after it. */
const timeoutMs = 5_000

/** Reports go to `onReport`, which may return a promise; whatever it does, or leaves undone, the request goes on. */
export const layer = ({ onReport }: SessionOptions): Layer.Layer<ResolutionReports> =>
  Layer.succeed(ResolutionReports, {
    deliver: (report, visitor) =>
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
      ),
  })
