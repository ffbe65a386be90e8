/**
 * From checked JSON to answers.
 *
 * @module
 */
import { reader } from "./Reader.js"
import type { Read, Received } from "./Received.js"
import type * as Wire from "../wire/Wire.js"
import type {
  CheckAnswer,
  ConsentItem,
  ExperimentSummary,
  Init,
  LinkedSubject,
  ManifestAnswer,
  PublishedPolicy,
  ReceiptAnswer,
  SavedConsent,
  SignedReceipt,
  Status,
  SubjectList,
  SubjectState,
} from "./Answers.js"
import {
  anyObject,
  count,
  either,
  flag,
  list,
  literal,
  nullOr,
  number,
  object,
  record,
  type Shape,
  text,
  time,
  type ValueOf,
} from "./Shape.js"

const basis = either(
  object({ kind: literal("choice-v1"), fingerprint: text }),
  object({ kind: literal("legacy-v2") }, { materialFingerprint: text }),
)

const receipt = object({ value: flag, confirmedAt: number, basis })

const choice: Shape<Wire.Choice> = object({
  version: literal(3),
  categories: object({}, { experience: receipt, functionality: receipt, marketing: receipt, measurement: receipt }),
})

const vendorChoice: Shape<Wire.VendorChoice> = object({
  version: literal(1),
  confirmedAt: number,
  grants: record(flag),
})

const consentItem = object(
  { id: text, type: text, domain: text, givenAt: time, createdAt: time, isLatestPolicy: flag },
  {
    policyId: text,
    policyVersion: text,
    policyHash: text,
    policyEffectiveDate: nullOr(time),
    jurisdiction: text,
    preferences: nullOr(record(flag)),
    runtimePolicySource: text,
    choice: nullOr(choice),
    vendorChoice: nullOr(vendorChoice),
  },
)

const datedItem = ({ policyEffectiveDate, ...item }: ValueOf<typeof consentItem>): ConsentItem => ({
  ...item,
  givenAt: new Date(item.givenAt),
  createdAt: new Date(item.createdAt),
  ...(policyEffectiveDate == null ? {} : { policyEffectiveDate: new Date(policyEffectiveDate) }),
})

const place = object({ countryCode: nullOr(text), regionCode: nullOr(text) })

const status = object({
  version: text,
  timestamp: time,
  client: object({ ip: nullOr(text), acceptLanguage: text, userAgent: nullOr(text), region: place }),
})

export const readStatus = reader(status, (body): Status => ({ ...body, timestamp: new Date(body.timestamp) }))

const subjectState = object({
  subject: object({ id: text, createdAt: time }, { externalId: text, identityProvider: text }),
  consents: list(consentItem),
  isValid: flag,
  subjectChoice: nullOr(choice),
  subjectVendorChoice: nullOr(vendorChoice),
})

export const readSubject = reader(
  subjectState,
  (body): SubjectState => ({
    ...body,
    subject: { ...body.subject, createdAt: new Date(body.subject.createdAt) },
    consents: body.consents.map(datedItem),
  }),
)

const consentReceipt = object(
  {
    ok: literal(true),
    subjectId: text,
    consentId: text,
    type: text,
    domain: text,
    givenAt: time,
    createdAt: time,
  },
  { appliedPreferences: record(flag), metadata: anyObject, uiSource: text, subjectVendorChoice: vendorChoice },
)

export const readSaved = reader(
  consentReceipt,
  ({ ok: _, ...body }): SavedConsent => ({
    ...body,
    givenAt: new Date(body.givenAt),
    createdAt: new Date(body.createdAt),
  }),
)

const part = either(object({ key: text, text }), object({ commitment: text }))

const signedReceipt: Shape<SignedReceipt> = object({
  format: literal("consent-service/receipt/v1"),
  origin: text,
  index: count,
  entry: object({ kind: count, time: count, parts: object({ act: part, subject: part, trace: part }) }),
  proof: text,
  checkpoint: text,
})

const readIssued = reader(signedReceipt, (body): ReceiptAnswer => ({ status: "issued", receipt: body }))

export const readReceipt = (received: Received): Read<ReceiptAnswer> =>
  received.status === 202 ? { data: { status: "pending" } } : readIssued(received)

const linkedSubject = object({ subject: object({ id: text, externalId: text, identityProvider: text }) })

export const readLinked = reader(linkedSubject, (body): LinkedSubject => body)

const subjectList = object({
  subjects: list(
    object({ id: text, externalId: text, identityProvider: text, createdAt: time, consents: list(consentItem) }),
  ),
})

export const readSubjects = reader(
  subjectList,
  ({ subjects, ...body }): SubjectList => ({
    ...body,
    subjects: subjects.map((subject) => ({
      ...subject,
      createdAt: new Date(subject.createdAt),
      consents: subject.consents.map(datedItem),
    })),
  }),
)

const check = object({ hasConsent: flag, isLatestPolicy: flag })

/** The members that were requested. */
const resultsFor = <Type extends string>(types: () => ReadonlyArray<Type>): Shape<CheckAnswer<Type>["results"]> => ({
  problem: (value, at) => object(Object.fromEntries(types().map((type) => [type, check]))).problem(value, at),
})

/** The results for the given types, each of which must be present. */
export const readCheck = <const Type extends string>(types: () => ReadonlyArray<Type>) =>
  reader(object({ results: resultsFor(types) }), (body): CheckAnswer<Type> => body)

const summary = object({
  experimentId: text,
  from: nullOr(text),
  to: nullOr(text),
  arms: list(
    object({
      arm: text,
      choices: count,
      byAction: object({ accept_all: count, custom: count, opt_out: count, reject_all: count, unknown: count }),
      bySurface: record(count),
      medianTimeToDecisionMs: nullOr(number),
    }),
  ),
})

export const readSummary = reader(summary, (body): ExperimentSummary => body)

const published = object({
  policy: object({
    id: text,
    type: text,
    version: text,
    hash: text,
    effectiveDate: time,
    isActive: literal(true),
  }),
})

export const readPublished = reader(
  published,
  (body): PublishedPolicy => ({
    ...body,
    policy: { ...body.policy, effectiveDate: new Date(body.policy.effectiveDate) },
  }),
)

const resolution = object({
  status: literal("matched", "no-match", "unconfigured", "failed"),
  policy: nullOr(anyObject),
})

/** Large answers are checked only where servers use them: the browser has a separate reader for `/init`. */
const init: Shape<Init> = {
  problem: object({ policyResolution: resolution, translations: anyObject, location: place, jurisdiction: text })
    .problem,
}

export const readInit = reader(init, (body) => body)

const manifest: Shape<Wire.Manifest> = {
  problem: object(
    { schemaVersion: literal(2), revision: text, translations: anyObject },
    { policyPacks: list(anyObject) },
  ).problem,
}

/** @param ifNoneMatch - the caller's version; without one, a 304 is an error */
export const readManifest =
  (ifNoneMatch: () => string | undefined) =>
  (received: Received): Read<ManifestAnswer> => {
    const etag = received.headers.get("etag")
    const known = ifNoneMatch()
    if (received.status !== 304)
      return reader(manifest, (body): ManifestAnswer => ({ status: "modified", manifest: body, etag }))(received)
    return known === undefined
      ? { problem: "a 304 to a request without ifNoneMatch" }
      : { data: { status: "not-modified", etag: etag ?? known } }
  }
