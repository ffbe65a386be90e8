/**
 * Records as consent records after ISO/IEC TS 27560, as JSON-LD with terms of the Data Privacy Vocabulary: the profile of
 * the W3C community group's guide.
 *
 * @module
 */
import type { Json } from "../digest/CanonicalJson.js"
import { type OptionalCategory, optionalCategories } from "../policy/Category.js"
import type { RecordItem } from "../record-list/RecordItem.js"
import { decidedCategories } from "./DecidedCategories.js"
import type { Controller, Disclosure, Processing } from "./Disclosure.js"
import type { ShownNotice } from "./ReadShown.js"

/** A node of the graph, in the terms of {@link iso27560Context}. */
export interface GraphNode {
  readonly [term: string]: Json
}

const reference = { "@type": "@id" }

/** What the terms mean. It is in every file: reading one needs no network. */
export const iso27560Context: GraphNode = {
  "@version": 1.1,
  dpv: "https://w3id.org/dpv#",
  dct: "http://purl.org/dc/terms/",
  xsd: "http://www.w3.org/2001/XMLSchema#",
  "eu-gdpr": "https://w3id.org/dpv/legal/eu/eu-gdpr#",
  foaf: "http://xmlns.com/foaf/0.1/",
  record: "urn:consent-service:record:",
  subject: "urn:consent-service:subject:",
  notice: "urn:consent-service:notice:",
  party: "urn:consent-service:party:",
  used: "urn:consent-service:used:",
  conformsTo: { "@id": "dct:conformsTo", ...reference },
  identifier: "dct:identifier",
  title: "dct:title",
  language: "dct:language",
  source: "dct:source",
  created: { "@id": "dct:created", "@type": "xsd:dateTime" },
  validUntil: { "@id": "dct:valid", "@type": "xsd:dateTime" },
  page: { "@id": "foaf:page", ...reference },
  hasDataSubject: { "@id": "dpv:hasDataSubject", ...reference },
  hasDataController: { "@id": "dpv:hasDataController", ...reference },
  hasNotice: { "@id": "dpv:hasNotice", ...reference },
  hasJurisdiction: "dpv:hasJurisdiction",
  hasProcess: { "@id": "dpv:hasProcess", ...reference },
  hasPurpose: { "@id": "dpv:hasPurpose", ...reference },
  hasLegalBasis: { "@id": "dpv:hasLegalBasis", ...reference },
  hasPersonalData: { "@id": "dpv:hasPersonalData", ...reference },
  hasRecipient: { "@id": "dpv:hasRecipient", ...reference },
  hasStorageCondition: { "@id": "dpv:hasStorageCondition", ...reference },
  hasConsentStatus: { "@id": "dpv:hasConsentStatus", ...reference },
  hasConsentControl: { "@id": "dpv:hasConsentControl", ...reference },
  isIndicatedAtTime: { "@id": "dpv:isIndicatedAtTime", "@type": "xsd:dateTime" },
  isIndicatedBy: { "@id": "dpv:isIndicatedBy", ...reference },
  hasIndicationMethod: "dpv:hasIndicationMethod",
  hasName: "dpv:hasName",
  hasAddress: "dpv:hasAddress",
  hasContact: "dpv:hasContact",
  hasDuration: "dpv:hasDuration",
  hasLocation: "dpv:hasLocation",
}

const profile = "https://w3id.org/dpv/guides/consent-27560"

/** The node of the controller, which every record names. */
const controllerId = "party:controller"

const controllerNode = ({ address, contact, country, email, name, phone, url }: Controller): GraphNode => ({
  "@id": controllerId,
  "@type": "dpv:DataController",
  hasName: name,
  hasAddress: address,
  hasContact: [contact, email, ...(phone === undefined ? [] : [phone])],
  hasJurisdiction: country,
  ...(url === undefined ? {} : { page: url }),
})

/** The nodes of a category's use share its name. */
const usedId = (category: OptionalCategory, what: string): string => `used:${category}-${what}`

const dataId = (category: OptionalCategory, at: number): string => usedId(category, `data-${at + 1}`)

const recipientId = (category: OptionalCategory, at: number): string => usedId(category, `recipient-${at + 1}`)

const processingNodes = (category: OptionalCategory, used: Processing): ReadonlyArray<GraphNode> => [
  { "@id": usedId(category, "purpose"), "@type": "dpv:Purpose", identifier: category, title: used.purpose },
  ...used.dataCategories.map((title, at) => ({
    "@id": dataId(category, at),
    "@type": used.sensitive.includes(title) ? "dpv:SensitivePersonalData" : "dpv:PersonalData",
    title,
  })),
  ...used.recipients.map((hasName, at) => ({ "@id": recipientId(category, at), "@type": "dpv:Recipient", hasName })),
  { "@id": usedId(category, "storage"), "@type": "dpv:StorageDuration", hasDuration: used.retention },
  { "@id": usedId(category, "place"), "@type": "dpv:StorageLocation", hasLocation: used.storage },
]

/**
 * The nodes that every record of an export refers to: the controller, how consent is withdrawn, and what each category is
 * used for.
 *
 * @example
 * ```ts
 * import { type Disclosure, iso27560Shared } from "@consent-service/core/records"
 *
 * const idsOf = (disclosure: Disclosure) => iso27560Shared(disclosure).map((node) => node["@id"])
 * ```
 */
export const iso27560Shared = ({ controller, processing }: Disclosure): ReadonlyArray<GraphNode> => [
  controllerNode(controller),
  { "@id": "party:withdrawal", "@type": "dpv:WithdrawConsent", title: controller.withdrawal },
  ...optionalCategories.flatMap((category) => {
    const used = processing[category]
    return used === undefined ? [] : processingNodes(category, used)
  }),
]

/** Which basis a decision is. Where consent is not asked for first, a record does not tell it. */
const basisOf = ({ jurisdiction, model }: RecordItem): string => {
  if (model !== "opt-in") return "dpv:LegalBasis"
  return jurisdiction === "GDPR" ? "eu-gdpr:A6-1-a" : "dpv:Consent"
}

const processNode = (
  category: OptionalCategory,
  isGranted: boolean,
  used: Processing,
  item: RecordItem,
): GraphNode => ({
  "@type": "dpv:Process",
  hasPurpose: usedId(category, "purpose"),
  hasLegalBasis: basisOf(item),
  hasPersonalData: used.dataCategories.map((_, at) => dataId(category, at)),
  ...(used.recipients.length === 0 ? {} : { hasRecipient: used.recipients.map((_, at) => recipientId(category, at)) }),
  hasStorageCondition: [usedId(category, "storage"), usedId(category, "place")],
  hasConsentStatus: isGranted ? "dpv:ConsentGiven" : "dpv:ConsentRefused",
})

const noticeNode = ({ language, textsDigest }: ShownNotice, { privacyPolicy }: Controller): GraphNode => ({
  "@id": `notice:${textsDigest}`,
  "@type": "dpv:ConsentNotice",
  identifier: textsDigest,
  ...(language === null ? {} : { language }),
  page: privacyPolicy,
})

/** A record without archived texts still had the privacy policy. */
const noticeOf = (shown: ShownNotice | null, controller: Controller): GraphNode =>
  shown === null
    ? { "@id": "notice:unknown", "@type": "dpv:PrivacyNotice", page: controller.privacyPolicy }
    : noticeNode(shown, controller)

/**
 * Writes a record as a node of the graph. Each category that it decides about is a process with its own status: given or
 * refused. A refusal that follows a consent of the same subject is its withdrawal.
 *
 * @returns null for a record that decides about nothing of what the controller discloses
 * @example
 * ```ts
 * import { type Disclosure, type RecordItem, iso27560Record } from "@consent-service/core/records"
 *
 * const line = (item: RecordItem, disclosure: Disclosure): string =>
 *   JSON.stringify(iso27560Record(item, null, disclosure))
 * ```
 */
export const iso27560Record = (
  item: RecordItem,
  shown: ShownNotice | null,
  { controller, processing }: Disclosure,
): GraphNode | null => {
  const processes = decidedCategories(item.preferences).flatMap(({ category, isGranted }) => {
    const used = processing[category]
    return used === undefined ? [] : [processNode(category, isGranted, used, item)]
  })
  if (processes.length === 0) return null
  return {
    "@id": `record:${item.id}`,
    "@type": "dpv:ConsentRecord",
    conformsTo: profile,
    identifier: item.id,
    created: item.createdAt,
    source: item.domain,
    hasDataSubject: { "@id": `subject:${item.subjectId}`, "@type": "dpv:DataSubject", identifier: item.subjectId },
    hasDataController: controllerId,
    hasNotice: noticeOf(shown, controller),
    hasJurisdiction: item.jurisdiction ?? "NONE",
    hasProcess: processes,
    hasConsentControl: "party:withdrawal",
    isIndicatedAtTime: item.givenAt,
    isIndicatedBy: `subject:${item.subjectId}`,
    hasIndicationMethod: `${item.action ?? "custom"}, ${item.uiSource ?? item.type}`,
    ...(item.validUntil === null ? {} : { validUntil: item.validUntil }),
  }
}
