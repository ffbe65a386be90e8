/**
 * The routes that resolve which policy applies.
 *
 * @module
 */
import { InitBody, SessionReportBody } from "@consent-service/core/visitor"
import { ManifestDocument } from "@consent-service/core/manifest"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented, header, requiredHeader } from "./Annotations.js"
import { apiKeyOptional, apiKeyRequired } from "./ApiKey.js"
import { errorAnswer } from "./ErrorAnswer.js"
import {
  addressHeaders,
  cacheable,
  clientHeaders,
  compressed,
  conditional,
  negotiated,
  uncached,
  visitorHeaders,
} from "./Headers.js"
import { anyRoute, journeyParameters, olderJourneyParameters, placeParameters, text, unchanged } from "./Parts.js"

/** `GET /manifest`: the policy configuration that does not depend on the visitor. */
export const manifest = HttpApiEndpoint.get("manifest", "/manifest")
  .setUrlParams(Schema.Struct({ language: text("Slices the authored translations to one language") }))
  .addSuccess(ManifestDocument)
  .addSuccess(unchanged)
  .addError(anyRoute)
  .annotateContext(
    documented({
      summary: "Visitor-independent policy configuration, cacheable by CDNs",
      description:
        "The same for every visitor: a host can resolve visitors from it by itself. `revision` changes with what is " +
        "configured, and is the entity tag.",
      parameters: { language: "de" },
      requestHeaders: { ...conditional, ...negotiated },
      answerHeaders: { 200: { ...cacheable, ...compressed }, 304: cacheable },
    }),
  )

/** `GET /init`: everything a banner needs for this visitor. */
export const init = HttpApiEndpoint.get("init", "/init")
  .setUrlParams(
    Schema.Struct({
      contract: text("The client's version of the policy contract; only 1 is supported"),
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
  .annotateContext(
    documented({
      summary: "Resolve the policy and the banner of this visitor",
      description:
        "Open to pages of every origin. A 200 alone does not mean that a rule matched: look at " +
        "`policyResolution.status`. The overrides in the query are the visitor's to choose.",
      parameters: { contract: "1", country: "DE", gpc: "1", experiment: "hero=short" },
      requestHeaders: {
        ...visitorHeaders,
        ...clientHeaders,
        "x-cs-experiment": header("The arm of a banner experiment, after the query", "hero=short"),
        "x-cs-vendors": header("Vendor ids the application ships, comma-separated: narrows the vendor list", "1,2,755"),
        ...addressHeaders,
        ...negotiated,
      },
      answerHeaders: { 200: { ...uncached, ...compressed } },
    }),
  )

/** `POST /sessions`: a framework server's report of a resolution it made from the manifest. */
const reportSession = HttpApiEndpoint.post("reportSession", "/sessions")
  .setPayload(SessionReportBody)
  .addSuccess(HttpApiSchema.Empty(204).annotations({ description: "The report was accepted; nothing is stored" }))
  .addError(errorAnswer("ReportInvalid", "BodyIncomplete"))
  .addError(errorAnswer("BodyTooLarge"))
  .addError(errorAnswer("RateLimited"))
  .addError(anyRoute)
  .annotateContext(
    documented({
      summary: "Report a resolution made from a cached manifest (servers only)",
      description:
        "For servers that render pages and resolve visitors from `/manifest`. The report goes to `sessions.onReport` and " +
        "to the log; nothing is stored. Requests of browsers, which carry an `Origin`, are refused. An API key is needed " +
        "where `sessions.apiKey` says so; with one there is no rate limit.",
      requestHeaders: {
        "x-cs-version": requiredHeader("The reporting library's version", "3.0.0"),
        "x-cs-client-ip": header("The visitor's address, treated as `ipAddress` says", "203.0.113.7"),
        "user-agent": header("The visitor's"),
      },
      answerHeaders: { 204: uncached },
      requests: {
        rendered: {
          value: {
            source: "render",
            revision: "2f6c1d",
            resolution: "matched",
            policy: { id: "europe", fingerprint: "9a3f", matchedBy: "country", model: "opt-in" },
            country: "DE",
            region: null,
            language: "de",
            gpc: false,
          },
        },
      },
    }),
  )
  .annotateContext(apiKeyOptional)

const reportSessionWithKey = reportSession.addError(errorAnswer("Unauthorized")).annotateContext(apiKeyRequired)

/** `POST /sessions` of an instance: for any server, or with an API key. */
export const reportEndpoint = (needsKey: boolean) => (needsKey ? reportSessionWithKey : reportSession)

const policies = HttpApiGroup.make("policy", { topLevel: true })
  .annotate(OpenApi.Description, "Which policy applies to a visitor, and what a banner shows")
  .add(manifest)
  .add(init)

/** The routes that resolve which policy applies. */
export const policyGroup = policies.add(reportSession)

/** The same, where reports need an API key. */
export const policyGroupWithKey = policies.add(reportSessionWithKey)
