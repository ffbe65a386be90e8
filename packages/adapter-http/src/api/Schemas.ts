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
