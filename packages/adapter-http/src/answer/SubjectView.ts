/**
 * Records as the wire shows them.
 *
 * @module
 */
import type { SubjectReading } from "@consent-service/core/consent/Consents"
import type { ConsentRecord, Stored } from "@consent-service/core/consent/ConsentRecord"
import { isLatestVersion } from "@consent-service/core/legal-document/LatestVersion"
import type { LegalDocument } from "@consent-service/core/legal-document/LegalDocument"
import { subjectChoice } from "@consent-service/core/consent/SubjectChoice"
import { subjectVendorChoice } from "@consent-service/core/vendor/SubjectVendorChoice"
import type { VendorChoice } from "@consent-service/core/vendor/VendorChoice"
import type { ConsentItem, ConsentReceipt, SubjectList, SubjectState } from "../api/Schemas.js"

const iso = (epochMs: number): string => new Date(epochMs).toISOString()

const readable = <A>(stored: Stored<A>): A | null => (stored === "unreadable" ? null : stored)

/** Absent when never stored, null when stored but unreadable. */
const member = <Key extends string, A>(key: Key, stored: Stored<A>): { readonly [K in Key]?: A | null } => {
  const members: { [K in Key]?: A | null } = {}
  if (stored !== null) members[key] = readable(stored)
  return members
}

const documentMembers = ({ documentId }: ConsentRecord, documents: ReadonlyArray<LegalDocument>) => {
  const document = documents.find(({ id }) => id === documentId)
  if (document === undefined) return documentId === null ? {} : { policyId: documentId }
  const { effectiveDate, hash, id, version } = document
  return { policyId: id, policyVersion: version, policyHash: hash, policyEffectiveDate: iso(effectiveDate) }
}

const itemOf = (record: ConsentRecord, documents: ReadonlyArray<LegalDocument>): ConsentItem => ({
  id: record.id,
  type: record.type,
  domain: record.domain,
  givenAt: iso(record.givenAt),
  createdAt: iso(record.createdAt),
  isLatestPolicy: isLatestVersion(record, documents),
  ...documentMembers(record, documents),
  ...(record.jurisdiction === null ? {} : { jurisdiction: record.jurisdiction }),
  ...(record.decisionSource === null ? {} : { runtimePolicySource: record.decisionSource }),
  ...member("preferences", record.preferences),
  ...member("choice", record.choice),
  ...member("vendorChoice", record.vendorChoice),
})

/** The names in a comma-separated query; none where it names none. */
export const namesIn = (query: string | null): ReadonlyArray<string> =>
  (query ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/**
 * The body of `GET /subjects/:id`: the filter narrows the records and `isValid`, never the choices.
 *
 * @param typeQuery - the raw `type` query, or null
 */
export const subjectState = ({ documents, history }: SubjectReading, typeQuery: string | null): SubjectState => {
  const types = namesIn(typeQuery)
  const consents = history.records
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map((record) => itemOf(record, documents))
  const { createdAt, id, link, records } = history
  return {
    subject: {
      id,
      createdAt: iso(createdAt),
      ...(link === null ? {} : { externalId: link.externalId, identityProvider: link.identityProvider }),
    },
    consents,
    isValid: types.every((type) => consents.some((consent) => consent.type === type && consent.isLatestPolicy)),
    subjectChoice: subjectChoice(records),
    subjectVendorChoice: subjectVendorChoice(records),
  }
}

/** The body of `GET /subjects?externalId=`; all of them are linked, or they would not have been found. */
export const linkedSubjects = (readings: ReadonlyArray<SubjectReading>): SubjectList => ({
  subjects: readings.map(({ documents, history: { createdAt, id, link, records } }) => ({
    id,
    externalId: link?.externalId ?? "",
    identityProvider: link?.identityProvider ?? "",
    createdAt: iso(createdAt),
    consents: records.map((record) => itemOf(record, documents)),
  })),
})

/**
 * The answer to a save (contract decision 3).
 *
 * @param vendorChoice - what holds for each vendor now; null where the save decides about none
 */
export const consentReceipt = (record: ConsentRecord, vendorChoice: VendorChoice | null): ConsentReceipt => {
  const preferences = readable(record.preferences)
  const metadata = readable(record.metadata)
  return {
    ok: true,
    subjectId: record.subjectId,
    consentId: record.id,
    type: record.type,
    domain: record.domain,
    givenAt: iso(record.givenAt),
    createdAt: iso(record.createdAt),
    ...(preferences === null ? {} : { appliedPreferences: preferences }),
    ...(metadata === null ? {} : { metadata }),
    ...(record.uiSource === null ? {} : { uiSource: record.uiSource }),
    ...(vendorChoice === null ? {} : { subjectVendorChoice: vendorChoice }),
  }
}
