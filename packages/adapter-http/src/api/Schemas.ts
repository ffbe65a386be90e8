/**
 * The bodies of answers that only the HTTP surface knows (service.md, wire.md 1.2, 1.6; contract decisions 2 to 4).
 *
 * @module
 */
import { Choice } from "@consent-service/core/consent/Receipt"
import { JsonObject } from "@consent-service/core/consent/Submission"
import { VisitorLocation } from "@consent-service/core/visitor/ResolveVisitor"
import { VendorChoice } from "@consent-service/core/vendor/VendorChoice"
import * as Schema from "effect/Schema"
import { atMost } from "@consent-service/core/consent/BoundedText"
import { optional } from "@consent-service/core/schema/Member"

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
}).annotations({ identifier: "Status" })
export type Status = typeof Status.Type

/** The answer to a save: what is on record now. */
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
}).annotations({ identifier: "ConsentReceipt" })
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
}).annotations({ identifier: "ConsentItem" })
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
}).annotations({ identifier: "SubjectState" })
export type SubjectState = typeof SubjectState.Type

/** The body of `PATCH /subjects/:id` (wire.md 1.7). */
export const LinkRequest = Schema.Struct({
  externalId: atMost(255)
    .pipe(Schema.minLength(1))
    .annotations({ description: "The user's id in the site's own backend" }),
  identityProvider: optional(atMost(255).annotations({ description: "`external` when absent" })),
  identityToken: optional(
    Schema.String.annotations({ description: "Signed by the site's backend; a link with a valid one is verified" }),
  ),
}).annotations({ identifier: "LinkRequest" })
export type LinkRequest = typeof LinkRequest.Type

/** The answer to it. */
export const LinkedSubject = Schema.Struct({
  subject: Schema.Struct({ id: Schema.String, externalId: Schema.String, identityProvider: Schema.String }),
}).annotations({ identifier: "LinkedSubject" })
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
}).annotations({ identifier: "SubjectList" })
export type SubjectList = typeof SubjectList.Type

/** The body of `GET /consents/check`: each requested type is a key. */
export const ConsentCheck = Schema.Struct({
  results: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ hasConsent: Schema.Boolean, isLatestPolicy: Schema.Boolean }),
  }),
}).annotations({ identifier: "ConsentCheck" })
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
}).annotations({ identifier: "ExperimentSummary" })
export type ExperimentSummary = typeof ExperimentSummary.Type

/** The answer to `PUT /legal-documents/:type/current`. */
export const PublishedPolicy = Schema.Struct({
  policy: Schema.Struct({
    id: Schema.String,
    type: Schema.String,
    version: Schema.String,
    hash: Schema.String,
    effectiveDate: IsoTime,
    isActive: Schema.Literal(true),
  }),
}).annotations({ identifier: "PublishedPolicy" })
export type PublishedPolicy = typeof PublishedPolicy.Type
