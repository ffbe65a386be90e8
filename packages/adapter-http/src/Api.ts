/**
 * The HTTP surface, declared once. From this come the dispatch table, the decoders and the OpenAPI document; nothing
 * is routed that is not declared here (service.md, "Endpoints").
 *
 * @module
 */
import { SubmissionBody } from "@consent-service/core/consent/Submission"
import { ManifestDocument } from "@consent-service/core/manifest/ManifestDocument"
import { InitBody } from "@consent-service/core/visitor/ResolveVisitor"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { errorAnswer } from "./api/ErrorAnswer.js"
import { ConsentReceipt, Status, SubjectState } from "./api/Schemas.js"

const text = (description: string) => Schema.optionalWith(Schema.String.annotations({ description }), { exact: true })

/** To a client whose `If-None-Match` names what it would get. */
const unchanged = HttpApiSchema.Empty(304).annotations({ description: "What the client has is current" })

/** Every route can fail in these ways. */
const anyRoute = errorAnswer("Unexpected")

/** `GET /status`: whether the service can answer, its version, and what it sees of the client. */
export const status = HttpApiEndpoint.get("status", "/status")
  .addSuccess(Status)
  .addError(errorAnswer("StoreUnhealthy"))
  .addError(anyRoute)
  .annotate(OpenApi.Summary, "Status and version")

/** `GET /manifest`: the policy configuration that does not depend on the visitor. */
export const manifest = HttpApiEndpoint.get("manifest", "/manifest")
  .setUrlParams(Schema.Struct({ language: text("Slices the authored translations to one language") }))
  .addSuccess(ManifestDocument)
  .addSuccess(unchanged)
  .addError(anyRoute)
  .annotate(OpenApi.Summary, "Policy configuration, cacheable by anybody")

/** `GET /init`: everything a banner needs for this visitor. */
export const init = HttpApiEndpoint.get("init", "/init")
  .setUrlParams(
    Schema.Struct({
      contract: text("The policy contract the client speaks; only 1 is supported"),
      country: text("Overrides the visitor's country"),
      region: text("Overrides the visitor's region"),
      gpc: text("1 or 0: overrides Global Privacy Control"),
      v: text("The client's version"),
      experiment: text("The arm of a banner experiment that is shown: <id>=<arm>, each part URI-encoded"),
      journey: text("The UUID of the visitor's journey"),
      journeyScope: text("page or tab: what the journey spans"),
      stored: text("1 or 0: whether the browser holds a choice already"),
    }),
  )
  .addSuccess(InitBody)
  .addError(anyRoute)
  .annotate(OpenApi.Summary, "Resolve the policy and the banner of this visitor")

/** `POST /subjects`: one act of consent on record, once. */
export const saveConsent = HttpApiEndpoint.post("saveConsent", "/subjects")
  .setPayload(SubmissionBody)
  .addSuccess(ConsentReceipt)
  .addError(
    errorAnswer(
      "InputInvalid",
      "BodyIncomplete",
      "ReceiptContradictsPreferences",
      "ReceiptOutsideScope",
      "GrantOutsideScope",
    ),
  )
  .addError(errorAnswer("DocumentUnknown"))
  .addError(
    errorAnswer(
      "SnapshotRequired",
      "SnapshotInvalid",
      "SnapshotExpired",
      "DocumentAmbiguous",
      "DocumentSnapshotRequired",
      "DocumentSnapshotInvalid",
      "DocumentSnapshotExpired",
      "ActDiffers",
      "SubjectHeldElsewhere",
    ),
  )
  .addError(errorAnswer("PolicyChanged", "PolicyInputsIncomplete", "PolicyDecisionDiffers"))
  .addError(errorAnswer("BodyTooLarge"))
  .addError(errorAnswer("StoreFailed", "Unexpected"))
  .addError(errorAnswer("StoreUnreachable", "SchemaMismatch"))
  .annotate(OpenApi.Summary, "Record a consent")

/** `GET /subjects/:id`: what is on record of a subject; whoever knows the id may read it. */
export const readSubject = HttpApiEndpoint.get("readSubject", "/subjects/:id")
  .setPath(Schema.Struct({ id: Schema.String }))
  .setUrlParams(Schema.Struct({ type: text("Only records of these types, comma-separated") }))
  .addSuccess(SubjectState)
  .addError(errorAnswer("SubjectUnknown"))
  .addError(errorAnswer("StoreFailed", "Unexpected"))
  .addError(errorAnswer("StoreUnreachable", "SchemaMismatch"))
  .annotate(OpenApi.Summary, "Read a subject's consent state")

/** The whole surface. */
export const api = HttpApi.make("consent")
  .add(HttpApiGroup.make("service", { topLevel: true }).add(status))
  .add(HttpApiGroup.make("policy", { topLevel: true }).add(manifest).add(init))
  .add(HttpApiGroup.make("consent", { topLevel: true }).add(saveConsent).add(readSubject))
