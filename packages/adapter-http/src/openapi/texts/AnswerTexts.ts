/**
 * Words for what is answered of records, links and the service itself (service.md, "Resources and their fields";
 * contract decisions 2 to 4 and section 2).
 *
 * @module
 */
import { problemTable } from "../../answer/Problem.js"
import { requestTexts } from "./RequestTexts.js"
import type { SchemaText } from "./SchemaText.js"

const link = {
  externalId: "The user's id in the site's own backend",
  identityProvider: "Who vouches for that id",
}

const isoTime = "ISO 8601, UTC, with milliseconds"

const reasons = Array.from(new Set(Object.values(problemTable).flatMap((row) => ("reason" in row ? [row.reason] : []))))

/** Of bodies that routes answer with. */
export const answerTexts = {
  Error: {
    description: "Why a request was not served",
    fields: {
      message: "In words, for people",
      cause: "For programs",
      code: "What kind of problem it is",
      reason: { description: "Which of several; only where the code has reasons", enum: reasons },
      issues: "What is wrong with the input and where; the first five of them",
      "issues.path": "The field, dotted",
      "issues.message": "What is wrong with it",
    },
  },
  Status: {
    description: "The service, and its client as it sees him",
    fields: {
      version: "As the instance was configured",
      timestamp: `The server's time: ${isoTime}`,
      client: "Who asks",
      ip: "The address as it would be kept: masked as configured; null when unknown or not tracked",
      acceptLanguage: "`Accept-Language` as it came, `en` without one",
      userAgent: "`User-Agent` as it came, null without one",
    },
  },
  ConsentReceipt: {
    description: "What is on record now",
    fields: {
      ok: "Always true",
      subjectId: "The visitor's id",
      consentId: "The record's id: the same for the same act, however often it is sent",
      type: "What the consent is to",
      domain: "The site, in its comparable form",
      givenAt: `When the visitor acted: ${isoTime}`,
      createdAt: `When the service put it on record: ${isoTime}`,
      appliedPreferences: "Every category with whether it is granted, after the policy's scope",
      metadata: "As it was sent",
      uiSource: "As it was sent",
    },
  },
  Choice: {
    description: "The latest receipt of each category; a category without one is absent",
    fields: { ...requestTexts.Submission.fields, categories: "The receipts by category" },
  },
  ConsentItem: {
    description: "One record. A stored value that cannot be read is null, one that never was is absent",
    fields: {
      id: "The record's id",
      type: "What the consent is to",
      domain: "The site",
      givenAt: `When the visitor acted: ${isoTime}`,
      createdAt: `When the service put it on record: ${isoTime}`,
      isLatestPolicy: "Whether it is about the version now in force; true where there are no versions",
      policyId: "The id of the legal document's version",
      policyVersion: "What the site calls that version",
      policyHash: "The hash of its text",
      policyEffectiveDate: `From when it holds: ${isoTime}`,
      jurisdiction: "The law the visitor stood under",
      preferences: "Every category with whether it was granted, refusals too",
      runtimePolicySource: "How the policy was established, such as `snapshot_token`",
      choice: "The receipts of this act",
      vendorChoice: "The vendor map of this act",
    },
  },
  SubjectState: {
    description: "What is on record of a subject",
    fields: {
      ...link,
      subject: "The subject itself",
      "subject.id": "The visitor's id",
      "subject.createdAt": `When the first save made it: ${isoTime}`,
      consents: "Its records of the types asked for, newest first",
      isValid: "Whether there is a record of every type asked for, none of them of an outdated version",
      subjectChoice: "What holds for each category now; null where nothing was decided",
      subjectVendorChoice: "What holds for each vendor now; null where nothing was decided",
    },
  },
  LinkedSubject: {
    description: "A subject and the user account it is linked to",
    fields: { ...link, subject: "The subject", "subject.id": "The visitor's id" },
  },
  SubjectList: {
    description: "The subjects of a user account",
    fields: {
      ...link,
      subjects: "Those with a verified link, by id",
      "subjects.id": "The visitor's id",
      createdAt: `When the first save made it: ${isoTime}`,
      consents: "Its records, newest first",
    },
  },
  ConsentCheck: {
    description: "Which consents of a user account are on record",
    fields: {
      results: "By type: every type asked for, known or not",
      hasConsent: "Whether there is a record, a refusal included",
      isLatestPolicy: "Whether one of them is about the version now in force",
    },
  },
  ExperimentSummary: {
    description: "What visitors decided under each arm of a banner experiment",
    fields: {
      experimentId: "The experiment",
      from: `From when records count: ${isoTime}; null for no bound`,
      to: `Until when records count: ${isoTime}; null for no bound`,
      arms: "Those that records name, by name",
      arm: "The arm's name",
      choices: "How many records",
      byAction: "How many of each action",
      accept_all: "Everything was granted at once",
      custom: "Categories were decided one by one",
      opt_out: "Everything was refused at once, where the model is opt-out",
      reject_all: "Everything was refused at once",
      unknown: "The client did not say",
      bySurface: "How many on each surface, by `uiSource`",
      medianTimeToDecisionMs: "The median time to decision in milliseconds; null where none was sent",
    },
  },
  PublishedPolicy: {
    description: "The version of a legal document that is in force now",
    fields: {
      policy: "The version",
      id: "Its id, derived from tenant, type and hash",
      type: "The document's type",
      version: "What the site calls it",
      hash: "The SHA-256 of its text",
      effectiveDate: `From when it holds: ${isoTime}`,
      isActive: "Always true: publishing makes it the current one",
    },
  },
  OpenApiDocument: {
    description: "This document",
    fields: { openapi: "The version of OpenAPI" },
    also: { additionalProperties: true },
  },
  Int: { description: "A whole number", fields: {} },
} satisfies Readonly<Record<string, SchemaText>>
