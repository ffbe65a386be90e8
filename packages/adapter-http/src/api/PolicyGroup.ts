/**
 * The routes that tell which policy applies.
 *
 * @module
 */
import { ManifestDocument } from "@consent-service/core/manifest/ManifestDocument"
import { SessionReport } from "@consent-service/core/session/SessionReport"
import { InitBody } from "@consent-service/core/visitor/ResolveVisitor"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import { errorAnswer } from "./ErrorAnswer.js"
import { anyRoute, journeyParameters, olderJourneyParameters, placeParameters, text, unchanged } from "./Parts.js"
import { initNote, manifestNote, reportNote } from "./notes/PolicyNotes.js"

/** `GET /manifest`: the policy configuration that does not depend on the visitor. */
export const manifest = HttpApiEndpoint.get("manifest", "/manifest")
  .setUrlParams(Schema.Struct({ language: text("Slices the authored translations to one language") }))
  .addSuccess(ManifestDocument)
  .addSuccess(unchanged)
  .addError(anyRoute)
  .annotateContext(manifestNote)

/** `GET /init`: everything a banner needs for this visitor. */
export const init = HttpApiEndpoint.get("init", "/init")
  .setUrlParams(
    Schema.Struct({
      contract: text("The policy contract the client speaks; only 1 is supported"),
      ...placeParameters,
      gpc: text("1 or 0: overrides Global Privacy Control"),
      v: text("The client's version"),
      experiment: text("The arm of a banner experiment that is shown: <id>=<arm>, each part URI-encoded"),
      ...journeyParameters,
      stored: text("1 or 0: whether the browser holds a choice already"),
      ...olderJourneyParameters,
      csStored: text("Older name of stored"),
    }),
  )
  .addSuccess(InitBody)
  .addError(anyRoute)
  .annotateContext(initNote)

/** `POST /sessions`: a framework server's report of a resolution it made from the manifest. */
export const reportSession = HttpApiEndpoint.post("reportSession", "/sessions")
  .setPayload(SessionReport)
  .addSuccess(HttpApiSchema.Empty(204).annotations({ description: "The report was taken; nothing is stored" }))
  .addError(errorAnswer("ReportInvalid", "BodyIncomplete"))
  .addError(errorAnswer("BodyTooLarge"))
  .addError(anyRoute)
  .annotateContext(reportNote)

export const policyGroup = HttpApiGroup.make("policy", { topLevel: true }).add(manifest).add(init).add(reportSession)
