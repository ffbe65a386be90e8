/**
 * Response bodies that only the HTTP surface defines.
 *
 * @module
 */
import { VendorChoice } from "@consent-service/core/vendor"
import { VisitorLocation } from "@consent-service/core/visitor"
import { Choice } from "@consent-service/core/consent"
import { atMost, described, JsonObject, omissible, optional } from "@consent-service/core/primitives"
import * as Schema from "effect/Schema"

const linkFields = {
  externalId: "The user's id in the site's own backend",
  identityProvider: "The provider that issued that id",
}

const isoTime = "ISO 8601, UTC, with milliseconds"

const NullableText = Schema.NullOr(Schema.String)

const IsoTime = Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } })

const Flags = Schema.Record({ key: Schema.String, value: Schema.Boolean })

/** The body of `GET /status`. */
export const Status = Schema.Struct({
  version: Schema.String,
  timestamp: IsoTime,
  client: Schema.Struct({
    ip: NullableText,
    acceptLanguage: Schema.String,
    userAgent: NullableText,
    region: VisitorLocation,
  }),
}).annotations({
  identifier: "Status",
  ...described({
    description: "The service, and what it knows about its client",
    fields: {
      version: "As the instance was configured",
      timestamp: `The server's time: ${isoTime}`,
      client: "The client",
      ip: "The address as it would be stored: masked as configured; null when unknown or not tracked",
      acceptLanguage: "`Accept-Language` as it came, `en` without one",
      userAgent: "`User-Agent` as it came, null without one",
    },
  }),
})
export type Status = typeof Status.Type

/** The response to a save: what is on record now. */
export const ConsentReceipt = Schema.Struct({
  ok: Schema.Literal(true),
  subjectId: Schema.String,
  consentId: Schema.String,
  type: Schema.String,
  domain: Schema.String,
  givenAt: IsoTime,
  createdAt: IsoTime,
  appliedPreferences: optional(Flags),
  metadata: optional(JsonObject),
  uiSource: optional(Schema.String),
  subjectVendorChoice: optional(VendorChoice),
}).annotations({
  identifier: "ConsentReceipt",
  ...described({
    description: "The stored record",
    fields: {
      ok: "Always true",
      subjectId: "The visitor's id",
      consentId: "The record's id: the same for the same act, however often it is sent",
      type: "What the consent covers",
      domain: "The site, in normalized form",
      givenAt: `When the visitor acted: ${isoTime}`,
      createdAt: `When the service recorded it: ${isoTime}`,
      appliedPreferences: "Every category with whether it is granted, after the policy's scope",
      metadata: "As it was sent",
      uiSource: "As it was sent",
    },
  }),
})
export type ConsentReceipt = typeof ConsentReceipt.Type

/** One record in a read; a stored value that cannot be read is null, one that never was is absent. */
export const ConsentItem = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  domain: Schema.String,
  givenAt: IsoTime,
  createdAt: IsoTime,
  isLatestPolicy: Schema.Boolean,
  /** Of a record about a legal document's version. */
  policyId: optional(Schema.String),
  policyVersion: optional(Schema.String),
  policyHash: optional(Schema.String),
  policyEffectiveDate: optional(IsoTime),
  jurisdiction: optional(Schema.String),
  preferences: optional(Schema.NullOr(Flags)),
  runtimePolicySource: optional(Schema.String),
  choice: optional(Schema.NullOr(Choice)),
  vendorChoice: optional(Schema.NullOr(VendorChoice)),
}).annotations({
  identifier: "ConsentItem",
  ...described({
    description: "One record. A stored value that cannot be read is null; a value that was never sent is absent",
    fields: {
      id: "The record's id",
      type: "What the consent covers",
      domain: "The site",
      givenAt: `When the visitor acted: ${isoTime}`,
      createdAt: `When the service recorded it: ${isoTime}`,
      isLatestPolicy: "Whether it is about the version now in force; true where there are no versions",
      policyId: "The id of the legal document's version",
      policyVersion: "What the site calls that version",
      policyHash: "The hash of its text",
      policyEffectiveDate: `When it takes effect: ${isoTime}`,
      jurisdiction: "The privacy law that applied to the visitor",
      preferences: "Every category with whether it was granted, refusals too",
      runtimePolicySource: "How the policy was established, such as `snapshot_token`",
      choice: "The receipts of this act",
      vendorChoice: "The vendor map of this act",
    },
  }),
})
export type ConsentItem = typeof ConsentItem.Type

/** The body of `GET /subjects/:id`. */
export const SubjectState = Schema.Struct({
  subject: Schema.Struct({
    id: Schema.String,
    createdAt: IsoTime,
    externalId: optional(Schema.String),
    identityProvider: optional(Schema.String),
  }),
  consents: Schema.Array(ConsentItem),
  isValid: Schema.Boolean,
  subjectChoice: Schema.NullOr(Choice),
  subjectVendorChoice: Schema.NullOr(VendorChoice),
}).annotations({
  identifier: "SubjectState",
  ...described({
    description: "A subject's records and current consent state",
    fields: {
      ...linkFields,
      subject: "The subject itself",
      "subject.id": "The visitor's id",
      "subject.createdAt": `When the first save created it: ${isoTime}`,
      consents: "Its records of the requested types, newest first",
      isValid: "Whether there is a record of every requested type, none of them of an outdated version",
      subjectChoice: "The current choice for each category; null when none was made",
      subjectVendorChoice: "The current choice for each vendor; null when none was made",
    },
  }),
})
export type SubjectState = typeof SubjectState.Type

/** The body of `PATCH /subjects/:id`. */
export const LinkRequest = Schema.Struct({
  externalId: atMost(255)
    .pipe(Schema.minLength(1))
    .annotations({ description: "The user's id in the site's own backend" }),
  identityProvider: omissible(atMost(255).annotations({ description: "`external` when absent" })),
  identityToken: omissible(
    Schema.String.annotations({ description: "Signed by the site's backend; a link with a valid one is verified" }),
  ),
}).annotations({
  identifier: "LinkRequest",
  ...described({
    description: "The user account to link a subject to",
    fields: {
      externalId: "The user's id in the site's own backend",
      identityProvider: "The provider that issued that id; `external` when absent",
      identityToken: "Signed by the site's backend; a link with a valid one is verified",
    },
  }),
})
export type LinkRequest = typeof LinkRequest.Type

/** Its response. */
export const LinkedSubject = Schema.Struct({
  subject: Schema.Struct({ id: Schema.String, externalId: Schema.String, identityProvider: Schema.String }),
}).annotations({
  identifier: "LinkedSubject",
  ...described({
    description: "A subject and the user account it is linked to",
    fields: { ...linkFields, subject: "The subject", "subject.id": "The visitor's id" },
  }),
})
export type LinkedSubject = typeof LinkedSubject.Type

/** The body of `GET /subjects?externalId=`. */
export const SubjectList = Schema.Struct({
  subjects: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      externalId: Schema.String,
      identityProvider: Schema.String,
      createdAt: IsoTime,
      consents: Schema.Array(ConsentItem),
    }),
  ),
}).annotations({
  identifier: "SubjectList",
  ...described({
    description: "The subjects of a user account",
    fields: {
      ...linkFields,
      subjects: "Those with a verified link, by id",
      "subjects.id": "The visitor's id",
      createdAt: `When the first save created it: ${isoTime}`,
      consents: "Its records, newest first",
    },
  }),
})
export type SubjectList = typeof SubjectList.Type

/** The body of `GET /consents/check`: each requested type is a key. */
export const ConsentCheck = Schema.Struct({
  results: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ hasConsent: Schema.Boolean, isLatestPolicy: Schema.Boolean }),
  }),
}).annotations({
  identifier: "ConsentCheck",
  ...described({
    description: "Which consents of a user account are on record",
    fields: {
      results: "By type: every requested type, known or not",
      hasConsent: "Whether there is a record, a refusal included",
      isLatestPolicy: "Whether one of them is about the version now in force",
    },
  }),
})
export type ConsentCheck = typeof ConsentCheck.Type

const Count = Schema.Int.pipe(Schema.nonNegative())

/** The body of `GET /experiments/:id/summary`. */
export const ExperimentSummary = Schema.Struct({
  experimentId: Schema.String,
  from: Schema.NullOr(IsoTime),
  to: Schema.NullOr(IsoTime),
  arms: Schema.Array(
    Schema.Struct({
      arm: Schema.String,
      choices: Count,
      byAction: Schema.Struct({
        accept_all: Count,
        custom: Count,
        opt_out: Count,
        reject_all: Count,
        unknown: Count,
      }),
      bySurface: Schema.Record({ key: Schema.String, value: Count }),
      medianTimeToDecisionMs: Schema.NullOr(Schema.Number),
    }),
  ),
}).annotations({
  identifier: "ExperimentSummary",
  ...described({
    description: "Visitors' choices under each arm of a banner experiment",
    fields: {
      experimentId: "The experiment",
      from: `Start of the period: ${isoTime}; null for no bound`,
      to: `End of the period: ${isoTime}; null for no bound`,
      arms: "The arms that occur in records, by name",
      arm: "The arm's name",
      choices: "The number of records",
      byAction: "The number of records of each action",
      accept_all: "Everything was granted with one action",
      custom: "Categories were chosen individually",
      opt_out: "Everything was refused with one action, where the model is opt-out",
      reject_all: "Everything was refused with one action",
      unknown: "The client did not say",
      bySurface: "The number of records on each surface, by `uiSource`",
      medianTimeToDecisionMs: "The median time to decision in milliseconds; null where none was sent",
    },
  }),
})
export type ExperimentSummary = typeof ExperimentSummary.Type

/** The response to `PUT /legal-documents/:type/current`. */
export const PublishedPolicy = Schema.Struct({
  policy: Schema.Struct({
    id: Schema.String,
    type: Schema.String,
    version: Schema.String,
    hash: Schema.String,
    effectiveDate: IsoTime,
    isActive: Schema.Literal(true),
  }),
}).annotations({
  identifier: "PublishedPolicy",
  ...described({
    description: "The version of a legal document that is in force now",
    fields: {
      policy: "The version",
      id: "Its id, derived from tenant, type and hash",
      type: "The document's type",
      version: "What the site calls it",
      hash: "The SHA-256 of its text",
      effectiveDate: `When it takes effect: ${isoTime}`,
      isActive: "Always true: publishing makes it the current one",
    },
  }),
})
export type PublishedPolicy = typeof PublishedPolicy.Type
