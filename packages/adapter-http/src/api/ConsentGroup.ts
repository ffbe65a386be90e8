/**
 * The routes of visitors' own records, open to browsers.
 *
 * @module
 */
import { SubmissionBody } from "@consent-service/core/consent"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented } from "./Annotations.js"
import { apiKeyOptional } from "./ApiKey.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { choice, givenAt, givenAtIso, preferences, recordItem, subjectId } from "./Examples.js"
import { placeHeaders, addressHeaders, uncached } from "./Headers.js"
import { journeyParameters, olderJourneyParameters, placeParameters, storeFailed, text } from "./Parts.js"
import { ConsentReceipt, LinkedSubject, LinkRequest, SubjectState } from "./Schemas.js"

const overloaded = errorAnswer("StoreUnreachable", "SchemaMismatch", "Overloaded")

const subjectPath = Schema.Struct({ id: Schema.String.annotations({ description: "The subject's id: `sub_…`" }) })

/** `POST /subjects`: records one act of consent, once. */
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
  .addError(errorAnswer("RateLimited", "SubjectFull"))
  .addError(storeFailed)
  .addError(overloaded)
  .annotateContext(
    documented({
      summary: "Record a consent",
      description:
        "Records one act, once: sending the same act again returns the first record, even when its policy has " +
        "changed or its token has expired since. A different act under the same subject, type, domain and time is a " +
        "conflict. After a 200 the record is durable. With an API key or a " +
        "valid `identityToken` the link to `externalSubjectId` is verified, and there is no rate limit.",
      parameters: { country: "DE", journey: "0b4f8a52-6a1e-4a7e-9a0e-2f8b8f6d3c11", journeyScope: "page" },
      requestHeaders: { ...placeHeaders, ...addressHeaders },
      answerHeaders: { 200: uncached },
      requests: {
        banner: {
          summary: "A visitor refused marketing",
          value: {
            type: "cookie_banner",
            subjectId,
            domain: "shop.example",
            givenAt,
            preferences,
            choice,
            consentAction: "custom",
            uiSource: "dialog",
          },
        },
        document: {
          summary: "A customer agreed to the terms",
          value: { type: "terms_and_conditions", subjectId, domain: "shop.example", givenAt },
        },
      },
      answers: {
        200: {
          recorded: {
            value: {
              ok: true,
              subjectId,
              consentId: "cns_5HxTq1vYw8",
              type: "cookie_banner",
              domain: "shop.example",
              givenAt: givenAtIso,
              createdAt: givenAtIso,
              appliedPreferences: preferences,
              uiSource: "dialog",
            },
          },
        },
      },
    }),
  )
  .annotateContext(apiKeyOptional)

/** `GET /subjects/:id`: a subject's records. Anyone with the id can read them. */
export const readSubject = HttpApiEndpoint.get("readSubject", "/subjects/:id")
  .setPath(subjectPath)
  .setUrlParams(Schema.Struct({ type: text("Only records of these types, comma-separated") }))
  .addSuccess(SubjectState)
  .addError(errorAnswer("SubjectUnknown"))
  .addError(errorAnswer("RateLimited"))
  .addError(storeFailed)
  .addError(errorAnswer("StoreUnreachable", "SchemaMismatch"))
  .annotateContext(
    documented({
      summary: "Read a subject's consent state",
      description:
        "Anyone with the id may read it. There is no rate limit with an API key. The filter applies to `consents` and `isValid`; " +
        "the choices cover all banner records of the subject.",
      parameters: { id: subjectId, type: "cookie_banner,terms_and_conditions" },
      answerHeaders: { 200: uncached },
      answers: {
        200: {
          refused: {
            value: {
              subject: { id: subjectId, createdAt: givenAtIso },
              consents: [recordItem],
              isValid: true,
              subjectChoice: choice,
              subjectVendorChoice: null,
            },
          },
        },
      },
    }),
  )
  .annotateContext(apiKeyOptional)

/** `PATCH /subjects/:id`: links a subject to a user account. */
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
  .annotateContext(
    documented({
      summary: "Link a subject to a user account",
      description:
        "With an API key or a valid `identityToken` the link is verified, and counts where records are looked up by " +
        "account. Without, it is kept but does not count, and never replaces a verified one. With an API key there is no " +
        "rate limit.",
      parameters: { id: subjectId },
      answerHeaders: { 200: uncached },
      requests: {
        unverified: { value: { externalId: "user-42" } },
        provider: { value: { externalId: "user-42", identityProvider: "auth0" } },
      },
      answers: {
        200: { linked: { value: { subject: { id: subjectId, externalId: "user-42", identityProvider: "external" } } } },
      },
    }),
  )
  .annotateContext(apiKeyOptional)

export const consentGroup = HttpApiGroup.make("consent", { topLevel: true })
  .annotate(OpenApi.Description, "Consent records of a visitor, open to browsers")
  .add(saveConsent)
  .add(readSubject)
  .add(linkSubject)
