/**
 * The routes for a site's own backend, which all need an API key.
 *
 * @module
 */
import { LegalDocumentType, ReleaseBody } from "@consent-service/core/consent"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented } from "./Annotations.js"
import { apiKeyRequired } from "./ApiKey.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { givenAtIso, recordItem, subjectId } from "./Examples.js"
import { uncached } from "./Headers.js"
import { required, storeAway, storeFailed, text } from "./Parts.js"
import { ConsentCheck, ExperimentSummary, PublishedPolicy, SubjectList } from "./Schemas.js"

const answerHeaders = { 200: uncached }

const hash = `sha256:${"3b".repeat(32)}`

const unauthorized = errorAnswer("Unauthorized")

const externalId = required("The user's id in the site's own backend, as it was linked")

/** `GET /subjects?externalId=`: the subjects with a verified link to a user account. */
export const listSubjects = HttpApiEndpoint.get("listSubjects", "/subjects")
  .setUrlParams(Schema.Struct({ externalId }))
  .addSuccess(SubjectList)
  .addError(unauthorized)
  .addError(errorAnswer("ExternalIdRequired"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "List the subjects with a verified link to a user account",
      description: "With all their records, newest first. Unverified links do not count.",
      parameters: { externalId: "user-42" },
      answerHeaders,
      answers: {
        200: {
          one: {
            value: {
              subjects: [
                {
                  id: subjectId,
                  externalId: "user-42",
                  identityProvider: "external",
                  createdAt: givenAtIso,
                  consents: [recordItem],
                },
              ],
            },
          },
          none: { value: { subjects: [] } },
        },
      },
    }),
  )
  .annotateContext(apiKeyRequired)

/** `GET /consents/check`: whether a user account has records of the given types. */
export const checkConsent = HttpApiEndpoint.get("checkConsent", "/consents/check")
  .setUrlParams(Schema.Struct({ externalId, type: required("Consent types, comma-separated") }))
  .addSuccess(ConsentCheck)
  .addError(unauthorized)
  .addError(errorAnswer("ExternalIdRequired", "TypeRequired"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Check which consents of a user account are on record",
      description:
        "`hasConsent` is true when there is a record of the type, refusals included: its preferences show what was allowed. " +
        "`isLatestPolicy` is true when one of them is about the version now in force.",
      parameters: { externalId: "user-42", type: "marketing_communications,privacy_policy" },
      answerHeaders,
      answers: {
        200: {
          checked: {
            value: {
              results: {
                marketing_communications: { hasConsent: true, isLatestPolicy: true },
                privacy_policy: { hasConsent: true, isLatestPolicy: false },
              },
            },
          },
        },
      },
    }),
  )
  .annotateContext(apiKeyRequired)

/** `GET /experiments/:id/summary`: what visitors decided under each arm of a banner experiment. */
export const experimentSummary = HttpApiEndpoint.get("experimentSummary", "/experiments/:id/summary")
  .setPath(
    Schema.Struct({ id: Schema.String.annotations({ description: "The experiment's id, 1 to 128 characters" }) }),
  )
  .setUrlParams(
    Schema.Struct({
      from: text("ISO 8601 date or timestamp: only choices made then or later"),
      to: text("ISO 8601 date or timestamp: only choices made until then; a date includes its last millisecond"),
      domain: text("Only choices made on this domain"),
    }),
  )
  .addSuccess(ExperimentSummary)
  .addError(unauthorized)
  .addError(errorAnswer("InputInvalid"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Summarize a banner experiment",
      description:
        "Records that name no arm are not counted. Both bounds are inclusive; an experiment without records has no arms.",
      parameters: { id: "hero", from: "2026-11-01", to: "2026-11-30", domain: "shop.example" },
      answerHeaders,
      answers: {
        200: {
          summary: {
            value: {
              experimentId: "hero",
              from: "2026-11-01T00:00:00.000Z",
              to: "2026-11-30T23:59:59.999Z",
              arms: [
                {
                  arm: "control",
                  choices: 3,
                  byAction: { accept_all: 1, custom: 0, opt_out: 0, reject_all: 2, unknown: 0 },
                  bySurface: { banner: 3 },
                  medianTimeToDecisionMs: 4200,
                },
              ],
            },
          },
        },
      },
    }),
  )
  .annotateContext(apiKeyRequired)

/** `PUT /legal-documents/:type/current`: which version of a legal document is in force. */
export const publishDocument = HttpApiEndpoint.put("publishDocument", "/legal-documents/:type/current")
  .setPath(Schema.Struct({ type: LegalDocumentType }))
  .setPayload(ReleaseBody)
  .addSuccess(PublishedPolicy)
  .addError(unauthorized)
  .addError(errorAnswer("InputInvalid", "BodyIncomplete"))
  .addError(errorAnswer("DocumentDiverged"))
  .addError(errorAnswer("EffectiveDateUnusable"))
  .addError(errorAnswer("BodyTooLarge"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Publish the current version of a legal document",
      description:
        "Consents of this type given from now on are about this version. Publishing it again changes nothing; publishing " +
        "an earlier text again makes that the current one.",
      parameters: { type: "privacy_policy" },
      answerHeaders,
      requests: { release: { value: { version: "2026-11", hash, effectiveDate: "2026-12-01" } } },
      answers: {
        200: {
          published: {
            value: {
              policy: {
                id: `pol_${"7e".repeat(32)}`,
                type: "privacy_policy",
                version: "2026-11",
                hash,
                effectiveDate: "2026-12-01T00:00:00.000Z",
                isActive: true,
              },
            },
          },
        },
      },
    }),
  )
  .annotateContext(apiKeyRequired)

export const adminGroup = HttpApiGroup.make("admin", { topLevel: true })
  .annotate(
    OpenApi.Description,
    "Records, experiments and legal documents, for the site's own backend; an API key is required",
  )
  .add(listSubjects)
  .add(checkConsent)
  .add(experimentSummary)
  .add(publishDocument)
