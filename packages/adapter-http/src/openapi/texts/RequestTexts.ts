/**
 * Words for what clients send (service.md, "POST /subjects"; wire.md 1.5, 1.7, 1.11 and 2.1).
 *
 * @module
 */
import { legalDocumentTypeSource } from "@consent-service/core/legal-document/LegalDocument"
import type { SchemaText } from "./SchemaText.js"

const receipt = {
  version: "The form of the receipts",
  categories: "A receipt for each category that the act renews; the others keep theirs",
  category: "The category that the receipt is of",
  value: "Whether the category was granted",
  confirmedAt: "When the visitor confirmed it, in epoch milliseconds",
  basis: "The wording it rests on. Absent counts as `legacy-v2`",
  kind: "`choice-v1`: a wording known by its fingerprint. `legacy-v2`: an older client's word",
  fingerprint: "The choice fingerprint of the policy that was shown",
  materialFingerprint: "The fingerprint as older clients computed it",
  experience: "Of the category `experience`",
  functionality: "Of the category `functionality`",
  marketing: "Of the category `marketing`",
  measurement: "Of the category `measurement`",
}

/** `cookie_banner` alone must say which categories. */
const bannerHasPreferences = {
  anyOf: [{ required: ["preferences"] }, { properties: { type: { not: { const: "cookie_banner" } } } }],
}

const consentTypes = `^(cookie_banner|marketing_communications|age_verification|other|${legalDocumentTypeSource})$`

/** Of bodies that routes take. */
export const requestTexts = {
  Submission: {
    description: "One act of consent. Fields that are not of its `type` are checked and then left out.",
    also: { ...bannerHasPreferences, not: { required: ["choice", "receipts"] } },
    fields: {
      ...receipt,
      type: { description: "What the consent is to; a legal document's type may have a suffix", pattern: consentTypes },
      subjectId: "The visitor's id, made by the client; whoever knows it can read what is on record",
      domain: "The site",
      givenAt: "When the visitor acted, in epoch milliseconds; at most 10 minutes ahead of the server",
      preferences: {
        description: "Every category with whether it was granted, refusals too. Required for `cookie_banner`",
        maxProperties: 64,
      },
      metadata: "Anything the site wants to keep beside; at most 16 KiB as JSON",
      externalSubjectId: "The user's id in the site's own backend: links the subject when this save creates it",
      identityProvider: "Who vouches for that id; `external` when absent",
      identityToken: "Signed by the site's backend; a link with a valid one is verified",
      model: "The consent model the client showed; the policy's own decides where one applied",
      jurisdictionModel: "Older name of `model`",
      consentAction: "`all`, `necessary` or `custom`; others are accepted and mean nothing",
      uiSource: "Where the visitor acted, such as `banner` or `dialog`",
      tcString: "The IAB TCF string; at most 16 KiB",
      policySnapshotToken: "The token that `/init` gave with the policy; it stands for all of the policy's inputs",
      policyId: "Of `cookie_banner`: the policy that was shown, null for none. Of a legal document: its version's id",
      choice: "Receipts by category; either this or `receipts`",
      receipts: "Receipts as a list; either this or `choice`. A category at most once",
      vendorChoice: "What was decided about single vendors; null for nothing",
      country: "The country that the policy was resolved for",
      region: "The region that the policy was resolved for",
      language: "The language that the policy was resolved for",
      gpc: "Whether the visitor's browser sent Global Privacy Control",
      policyHash: "Of a legal document: the hash of its version",
      documentSnapshotToken: "Of a legal document: the signed snapshot of its version",
    },
  },
  ConsentDomain: {
    description: "A host name or IP address, with a port or without; Unicode names become ASCII, letters lower-case",
    fields: {},
  },
  VendorChoice: {
    description: "A complete map of grants, as it was confirmed at one time",
    fields: {
      version: "The form of the map",
      confirmedAt: "When the visitor confirmed it, in epoch milliseconds",
      grants: "Whether each vendor is granted, by its id; a vendor left out was not decided",
    },
  },
  LinkRequest: {
    description: "The user account that a subject is to be linked to",
    fields: {
      externalId: "The user's id in the site's own backend",
      identityProvider: "Who vouches for that id; `external` when absent",
      identityToken: "Signed by the site's backend; a link with a valid one is verified",
    },
  },
  LegalDocumentRelease: {
    description: "A version of a legal document",
    fields: {
      version: "What the site calls it",
      hash: "The SHA-256 of its text",
      effectiveDate: "An ISO 8601 date or timestamp of the calendar. Required: without it the answer is 422",
    },
  },
  SessionReport: {
    description: "One resolution, without saying whose it is",
    fields: {
      source: "`render`: a page rendered on a server. `route`: a host's own init route. `init`: this service's",
      revision: "The revision of the manifest that it was made from",
      resolution: "What it came to",
      policy: "The policy that matched; null for none",
      "policy.id": "The policy's name",
      fingerprint: "The policy's fingerprint",
      matchedBy: "What the policy was matched by",
      model: "The policy's consent model",
      country: "The visitor's country; null when unknown",
      region: "The visitor's region; null when unknown",
      language: "The language that was served",
      gpc: "Whether the visitor's browser sent Global Privacy Control",
      adapter: "The framework adapter that reports",
      tenantId: "The tenant that the report is of",
      journey: "The visit that it is part of",
      "journey.id": "The journey's UUID; a save in the same journey carries it too",
      scope: "What the journey spans",
      prompt: "Whether the visitor had to be asked: `stored` when he had decided before",
      storedChoice: "Whether his browser holds a choice",
      domain: "The host of the page",
    },
  },
  ExperimentArm: {
    description: "The arm of a banner experiment",
    fields: { id: "The experiment", arm: "The arm that was shown" },
  },
  UUID: { description: "A UUID of any version", fields: {} },
  AnyJson: { description: "Any JSON value", fields: {} },
} satisfies Readonly<Record<string, SchemaText>>
