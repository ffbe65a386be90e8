/**
 * What the document says of the routes for a site's own backend, beside their schemas.
 *
 * @module
 */
import { documented } from "../../openapi/Annotations.js"
import { uncached } from "./Headers.js"

const answerHeaders = { 200: uncached }

const hash = `sha256:${"3b".repeat(32)}`

export const listNote = documented({
  summary: "List the subjects verifiably linked to a user account",
  description: "With all their records, newest first. Unverified links do not count.",
  parameters: { externalId: "user-42" },
  answerHeaders,
  answers: {
    200: {
      one: {
        value: {
          subjects: [
            {
              id: "sub_2Zk7PqYb9RtWmN4x",
              externalId: "user-42",
              identityProvider: "external",
              createdAt: "2026-11-21T11:40:00.000Z",
              consents: [],
            },
          ],
        },
      },
      none: { value: { subjects: [] } },
    },
  },
})

export const checkNote = documented({
  summary: "Check which consents of a user account are on record",
  description:
    "`hasConsent` says that there is a record of the type, a refusal included: what was allowed is in its preferences. " +
    "`isLatestPolicy` says that one of them is about the version now in force.",
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
})

export const summaryNote = documented({
  summary: "Sum up a banner experiment",
  description:
    "Records that name no arm are not counted. Both bounds are inclusive; an experiment nobody saw has no arms.",
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
})

export const publishNote = documented({
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
})
