/**
 * The routes of visitors' own records, open to browsers.
 *
 * @module
 */
import { SubmissionBody } from "@consent-service/core/consent/Submission"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as Schema from "effect/Schema"
import { apiKeyOptional } from "./ApiKey.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { journeyParameters, olderJourneyParameters, placeParameters, storeFailed, text } from "./Parts.js"
import { ConsentReceipt, LinkedSubject, LinkRequest, SubjectState } from "./Schemas.js"
import { linkNote, readNote, saveNote } from "./notes/ConsentNotes.js"

const overloaded = errorAnswer("StoreUnreachable", "SchemaMismatch", "Overloaded")

const subjectPath = Schema.Struct({ id: Schema.String.annotations({ description: "The subject's id: `sub_…`" }) })

/** `POST /subjects`: one act of consent on record, once. */
export const saveConsent = HttpApiEndpoint.post("saveConsent", "/subjects")
  .setUrlParams(Schema.Struct({ ...placeParameters, ...journeyParameters, ...olderJourneyParameters }))
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
  .addError(errorAnswer("RateLimited"))
  .addError(storeFailed)
  .addError(overloaded)
  .annotateContext(saveNote)
  .annotateContext(apiKeyOptional)

/** `GET /subjects/:id`: what is on record of a subject; whoever knows the id may read it. */
export const readSubject = HttpApiEndpoint.get("readSubject", "/subjects/:id")
  .setPath(subjectPath)
  .setUrlParams(Schema.Struct({ type: text("Only records of these types, comma-separated") }))
  .addSuccess(SubjectState)
  .addError(errorAnswer("SubjectUnknown"))
  .addError(storeFailed)
  .addError(errorAnswer("StoreUnreachable", "SchemaMismatch"))
  .annotateContext(readNote)

/** `PATCH /subjects/:id`: the user account that a subject is. */
export const linkSubject = HttpApiEndpoint.patch("linkSubject", "/subjects/:id")
  .setPath(subjectPath)
  .setPayload(LinkRequest)
  .addSuccess(LinkedSubject)
  .addError(errorAnswer("ExternalIdRequired", "InputInvalid", "BodyIncomplete"))
  .addError(errorAnswer("IdentityTokenInvalid"))
  .addError(errorAnswer("SubjectUnknown"))
  .addError(errorAnswer("HeldByVerified"))
  .addError(errorAnswer("BodyTooLarge"))
  .addError(errorAnswer("RateLimited"))
  .addError(storeFailed)
  .addError(overloaded)
  .annotateContext(linkNote)
  .annotateContext(apiKeyOptional)

export const consentGroup = HttpApiGroup.make("consent", { topLevel: true })
  .add(saveConsent)
  .add(readSubject)
  .add(linkSubject)
