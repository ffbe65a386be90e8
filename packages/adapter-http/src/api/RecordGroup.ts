/**
 * The route that lists records, which needs an API key.
 *
 * @module
 */
import { described } from "@consent-service/core/primitives"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented } from "./Annotations.js"
import { apiKeyRequired } from "./ApiKey.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { choice, givenAtIso, preferences, subjectId } from "./Examples.js"
import { uncached } from "./Headers.js"
import { storeAway, storeFailed, text } from "./Parts.js"

const Text = Schema.NullOr(Schema.String)

const Time = Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } })

/** A record with all that is stored of it. */
export const RecordItem = Schema.Struct({
  id: Schema.String,
  subjectId: Schema.String,
  type: Schema.String,
  domain: Schema.String,
  givenAt: Time,
  createdAt: Time,
  validUntil: Schema.NullOr(Time),
  action: Text,
  preferences: Schema.Unknown,
  choice: Schema.Unknown,
  vendorChoice: Schema.Unknown,
  tcString: Text,
  jurisdiction: Text,
  model: Text,
  rule: Text,
  country: Text,
  region: Text,
  textsLanguage: Text,
  decisionId: Text,
  decisionSource: Text,
  documentId: Text,
  uiSource: Text,
  experimentId: Text,
  experimentArm: Text,
  timeToDecisionMs: Schema.NullOr(Schema.Number),
  ipAddress: Text,
  userAgent: Text,
  language: Text,
  metadata: Schema.Unknown,
}).annotations({
  identifier: "RecordItem",
  ...described({
    description: "All that is stored of a record; null is what was not recorded",
    fields: {
      id: "The record's id",
      subjectId: "The visitor's id",
      type: "What the consent covers",
      domain: "The site",
      givenAt: "When the visitor acted",
      createdAt: "When the service recorded it",
      validUntil: "When the decision is no longer valid",
      action: "`accept_all`, `reject_all`, `opt_out` or `custom`",
      preferences: "Every category with whether it was granted",
      choice: "The receipts of this act",
      vendorChoice: "The vendor map of this act",
      tcString: "The IAB TC string",
      jurisdiction: "The privacy law that applied",
      model: "The model of the rule",
      rule: "The id of the rule that applied",
      country: "The visitor's country, as the policy was decided",
      region: "The visitor's region",
      textsLanguage: "The `Accept-Language` that selected the texts",
      decisionId: "The id of the stored decision",
      decisionSource: "How the policy was established",
      documentId: "The id of the legal document's version",
      uiSource: "The surface that was used",
      experimentId: "The banner experiment",
      experimentArm: "Its arm",
      timeToDecisionMs: "From banner to decision, in milliseconds",
      ipAddress: "As it was stored, masked by default",
      userAgent: "The browser",
      language: "The `Accept-Language` of the request",
      metadata: "What the page added",
    },
  }),
})

/** The body of `GET /consents`. */
export const RecordPage = Schema.Struct({ consents: Schema.Array(RecordItem), next: Text }).annotations({
  identifier: "RecordPage",
  ...described({
    description: "A page of records",
    fields: {
      consents: "In the order of their ids, which begin with the times of the acts",
      next: "What `after` of the next page is; null when there is none. A page may have fewer records than `limit`, or none, and a next one",
    },
  }),
})
export type RecordPage = typeof RecordPage.Type

const none = {
  validUntil: null,
  vendorChoice: null,
  tcString: null,
  documentId: null,
  experimentId: null,
  experimentArm: null,
  timeToDecisionMs: null,
  metadata: null,
}

/** A record as an example. */
export const recordExample = {
  ...none,
  id: "cns_1114Ltos3QGdKrufUPhZCjAmhs",
  subjectId,
  type: "cookie_banner",
  domain: "shop.example",
  givenAt: givenAtIso,
  createdAt: givenAtIso,
  action: "custom",
  preferences,
  choice,
  jurisdiction: "GDPR",
  model: "opt-in",
  rule: "europe",
  country: "DE",
  region: null,
  textsLanguage: "de",
  decisionId: "dec_1",
  decisionSource: "snapshot_token",
  uiSource: "banner",
  ipAddress: "203.0.113.0",
  userAgent: "Mozilla/5.0",
  language: "de-DE",
}

/** `GET /consents`: the records of a span of time. */
export const listConsents = HttpApiEndpoint.get("listConsents", "/consents")
  .setUrlParams(
    Schema.Struct({
      from: text("ISO 8601 date or timestamp: only acts of then or later"),
      to: text("ISO 8601 date or timestamp: only acts until then; a date includes its last millisecond"),
      domain: text("Only acts on this domain"),
      type: text("Only records of this type"),
      country: text("Only visitors from this country, as the policy was decided: ISO 3166-1"),
      action: text("Only accept_all, reject_all, opt_out or custom"),
      after: text("The `next` of the page before"),
      limit: text("How many records at most: 1 to 1000, 100 when absent"),
    }),
  )
  .addSuccess(RecordPage)
  .addError(errorAnswer("Unauthorized"))
  .addError(errorAnswer("InputInvalid"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "List records",
      description:
        "Page by page, in the order of the acts. Records that are added meanwhile are on later pages when their acts " +
        "are newer. A filter that fits few records gives short pages: go on until `next` is null.",
      parameters: { from: "2026-11-01", to: "2026-11-30", domain: "shop.example", country: "DE", limit: "100" },
      answerHeaders: { 200: uncached },
      answers: {
        200: {
          page: { value: { consents: [recordExample], next: recordExample.id } },
          last: { value: { consents: [], next: null } },
        },
      },
    }),
  )
  .annotateContext(apiKeyRequired)

export const recordGroup = HttpApiGroup.make("records", { topLevel: true })
  .annotate(OpenApi.Description, "Lists of records; an API key is required")
  .add(listConsents)
