/**
 * The route about the service itself.
 *
 * @module
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as Schema from "effect/Schema"
import { errorAnswer } from "./ErrorAnswer.js"
import { anyRoute, placeParameters } from "./Parts.js"
import { Status } from "./Schemas.js"
import { statusNote } from "./notes/PolicyNotes.js"

/** `GET /status`: whether the service can answer, its version, and what it sees of the client. */
export const status = HttpApiEndpoint.get("status", "/status")
  .setUrlParams(Schema.Struct(placeParameters))
  .addSuccess(Status)
  .addError(errorAnswer("StoreUnhealthy"))
  .addError(anyRoute)
  .annotateContext(statusNote)

export const serviceGroup = HttpApiGroup.make("service", { topLevel: true }).add(status)
