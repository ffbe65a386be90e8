/**
 * The route about the service itself.
 *
 * @module
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented, header } from "./Annotations.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { placeHeaders, addressHeaders, uncached } from "./Headers.js"
import { anyRoute, placeParameters } from "./Parts.js"
import { Status } from "./Schemas.js"

/** `GET /status`: whether the service can answer, its version, and what it sees of the client. */
export const status = HttpApiEndpoint.get("status", "/status")
  .setUrlParams(Schema.Struct(placeParameters))
  .addSuccess(Status)
  .addError(errorAnswer("StoreUnhealthy"))
  .addError(anyRoute)
  .annotateContext(
    documented({
      summary: "Status and version",
      description:
        "Answers 200 while the database is available, checked at most ten times a second, and 503 while " +
        "it is not. Also returns what the service knows about its client.",
      requestHeaders: { ...placeHeaders, ...addressHeaders, "accept-language": header("Echoed as it is", "de") },
      answerHeaders: { 200: uncached },
      answers: {
        200: {
          healthy: {
            value: {
              version: "1.4.0",
              timestamp: "2026-11-21T12:00:00.000Z",
              client: {
                ip: "203.0.113.0",
                acceptLanguage: "de",
                userAgent: "curl/8.5.0",
                region: { countryCode: "DE", regionCode: null },
              },
            },
          },
        },
      },
    }),
  )

export const serviceGroup = HttpApiGroup.make("service", { topLevel: true })
  .annotate(OpenApi.Description, "The service itself")
  .add(status)
