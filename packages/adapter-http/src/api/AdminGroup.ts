/**
 * The routes for a site's own backend, which all need an API key.
 *
 * @module
 */
import { ReleaseBody } from "@consent-service/core/legal-document/PublishDocument"
import { LegalDocumentType } from "@consent-service/core/legal-document/LegalDocument"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as Schema from "effect/Schema"
import { apiKeyRequired } from "./ApiKey.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { required, storeAway, storeFailed, text } from "./Parts.js"
import { ConsentCheck, ExperimentSummary, PublishedPolicy, SubjectList } from "./Schemas.js"
import { checkNote, listNote, publishNote, summaryNote } from "./notes/AdminNotes.js"

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
  .annotateContext(listNote)
  .annotateContext(apiKeyRequired)

/** `GET /consents/check`: whether a user account has records of some types. */
export const checkConsent = HttpApiEndpoint.get("checkConsent", "/consents/check")
  .setUrlParams(Schema.Struct({ externalId, type: required("Consent types, comma-separated") }))
  .addSuccess(ConsentCheck)
  .addError(unauthorized)
  .addError(errorAnswer("ExternalIdRequired", "TypeRequired"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(checkNote)
  .annotateContext(apiKeyRequired)

/** `GET /experiments/:id/summary`: what visitors decided under each arm of a banner experiment. */
export const experimentSummary = HttpApiEndpoint.get("experimentSummary", "/experiments/:id/summary")
  .setPath(
    Schema.Struct({ id: Schema.String.annotations({ description: "The experiment's id, 1 to 128 characters" }) }),
  )
  .setUrlParams(
    Schema.Struct({
      from: text("ISO 8601 date or timestamp: only what was decided then or later"),
      to: text("ISO 8601 date or timestamp: only what was decided until then; a date counts to its last millisecond"),
      domain: text("Only what was decided on this domain"),
    }),
  )
  .addSuccess(ExperimentSummary)
  .addError(unauthorized)
  .addError(errorAnswer("InputInvalid"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(summaryNote)
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
  .annotateContext(publishNote)
  .annotateContext(apiKeyRequired)

export const adminGroup = HttpApiGroup.make("admin", { topLevel: true })
  .add(listSubjects)
  .add(checkConsent)
  .add(experimentSummary)
  .add(publishDocument)
