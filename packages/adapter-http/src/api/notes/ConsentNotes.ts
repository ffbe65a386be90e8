/**
 * What the document says of the routes of visitors' records, beside their schemas.
 *
 * @module
 */
import { documented } from "../../openapi/Annotations.js"
import { addressHeaders, placeHeaders, uncached } from "./Headers.js"

const subjectId = "sub_2Zk7PqYb9RtWmN4x"

const givenAt = 1_763_725_200_000

const preferences = { necessary: true, measurement: true, marketing: false }

const choice = {
  version: 3,
  categories: {
    measurement: { value: true, confirmedAt: givenAt, basis: { kind: "legacy-v2" } },
    marketing: { value: false, confirmedAt: givenAt, basis: { kind: "legacy-v2" } },
  },
} as const

const iso = new Date(givenAt).toISOString()

export const saveNote = documented({
  summary: "Record a consent",
  description:
    "One act, on record once: the same act sent again is answered with the first record, a different one under the " +
    "same subject, type, domain and time is a conflict. What is answered with 200 is durable. With an API key or a " +
    "valid `identityToken` the link to `externalSubjectId` is verified.",
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
          givenAt: iso,
          createdAt: iso,
          appliedPreferences: preferences,
          uiSource: "dialog",
        },
      },
    },
  },
})

export const readNote = documented({
  summary: "Read a subject's consent state",
  description:
    "Whoever knows the id may read it. The filter narrows `consents` and what `isValid` speaks of; the choices are of " +
    "all the subject's banner records.",
  parameters: { id: subjectId, type: "cookie_banner,terms_and_conditions" },
  answerHeaders: { 200: uncached },
  answers: {
    200: {
      refused: {
        value: {
          subject: { id: subjectId, createdAt: iso },
          consents: [
            {
              id: "cns_5HxTq1vYw8",
              type: "cookie_banner",
              domain: "shop.example",
              givenAt: iso,
              createdAt: iso,
              isLatestPolicy: true,
              jurisdiction: "GDPR",
              preferences,
              choice,
            },
          ],
          isValid: true,
          subjectChoice: choice,
          subjectVendorChoice: null,
        },
      },
    },
  },
})

export const linkNote = documented({
  summary: "Link a subject to a user account",
  description:
    "With an API key or a valid `identityToken` the link is verified, and counts where records are looked up by " +
    "account. Without, it is kept but does not count, and never replaces a verified one.",
  parameters: { id: subjectId },
  answerHeaders: { 200: uncached },
  requests: {
    unverified: { value: { externalId: "user-42" } },
    provider: { value: { externalId: "user-42", identityProvider: "auth0" } },
  },
  answers: {
    200: { linked: { value: { subject: { id: subjectId, externalId: "user-42", identityProvider: "external" } } } },
  },
})
