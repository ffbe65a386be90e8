/** Whatever a page, a cookie, the storage or the network gives to the scripts is read, or counts as absent. */
import { describeParsers, parser } from "@consent-service/test-engines/fuzz-suite"
import { isDeepStrictEqual } from "node:util"
import { decodeOutbox } from "./backend/Outbox.js"
import { configOf } from "./config/Tag.js"
import type { ConsentRecords } from "./consent/Records.js"
import { readServices } from "./declaration/Services.js"
import { readCondition } from "./gate/Conditions.js"
import { readCall } from "./page/Queue.js"
import { parseJson } from "./store/Plain.js"
import { decodeCookie, decodeJson, encodeCookie, encodeJson } from "./store/RecordCodec.js"
import { decodeTcString, encodeTcString } from "./tcf/TcString.js"

const records: ConsentRecords = {
  subject: { subjectId: "sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ", externalId: "user 42", identityProvider: "external" },
  categories: {
    marketing: { value: true, confirmedAt: 1_767_225_600_000, basis: { kind: "choice-v1", fingerprint: "f00d" } },
    measurement: { value: false, confirmedAt: 1_767_225_600_000, basis: { kind: "legacy-v2" } },
  },
  vendors: { confirmedAt: 1_767_225_600_000, denied: ["maps.example", "7"] },
}

const model = {
  created: 1_767_225_600_000,
  lastUpdated: 1_767_225_600_000,
  cmpId: 10,
  cmpVersion: 1,
  consentScreen: 1,
  consentLanguage: "DE",
  vendorListVersion: 48,
  policyVersion: 5,
  useNonStandardTexts: false,
  specialFeatures: new Set([1]),
  purposeConsents: new Set([1, 2, 10]),
  purposeLegitimateInterests: new Set([2, 7]),
  purposeOneTreatment: false,
  publisherCountryCode: "DE",
  vendorConsents: new Set([2, 10, 755, 900]),
  vendorLegitimateInterests: new Set([10]),
  publisherRestrictions: [{ purposeId: 2, type: 0, vendorIds: new Set([2, 3, 4]) }],
  disclosedVendors: new Set([2, 10, 755, 900]),
}

const outbox = JSON.stringify([
  { queuedAt: 7, attempts: 1, payload: { subjectId: "sub_1", givenAt: 7, preferences: { marketing: true } } },
])

const services = JSON.stringify([
  {
    id: "stats",
    name: "Stats",
    category: "measurement",
    privacyPolicyUrl: "https://stats.example",
    cookies: [{ name: "_stats*", purpose: "Counts", duration: { en: "2 years", de: "2 Jahre" } }],
  },
])

describeParsers("what the scripts read", [
  parser({
    name: "TC string",
    seeds: [encodeTcString(model), encodeTcString({ ...model, disclosedVendors: null, vendorConsents: new Set([1]) })],
    parse: decodeTcString,
    holds: (read) => read === null || isDeepStrictEqual(decodeTcString(encodeTcString(read)), read),
    share: 0.3,
  }),
  parser({
    name: "cookie of the record",
    seeds: [encodeCookie(records)],
    parse: decodeCookie,
    holds: (kept) => kept === null || decodeJson(JSON.stringify({ version: 3, ...kept })) !== null,
  }),
  parser({
    name: "record in the storage",
    seeds: [encodeJson(records)],
    parse: decodeJson,
    // A damaged copy never has a grant without terms.
    holds: (kept) => kept === null || Object.values(kept.categories).every(({ basis }) => basis.kind.length > 0),
  }),
  parser({
    name: "outbox",
    seeds: [outbox],
    parse: decodeOutbox,
    holds: (list) => list.every(({ attempts, queuedAt }) => Number.isFinite(attempts) && Number.isFinite(queuedAt)),
  }),
  parser({
    name: "condition",
    seeds: ["marketing", '{"and":["marketing",{"not":"measurement"}]}', '{"or":["experience","functionality"]}'],
    parse: readCondition,
  }),
  parser({ name: "queued call", seeds: ['["save",{"marketing":true}]'], parse: (text) => readCall(parseJson(text)) }),
  parser({
    name: "attributes of the tag",
    seeds: ["https://consent.example, marketing measurement"],
    parse: (text) => configOf({ backendUrl: text, categories: text, manual: text, noUi: text, trigger: text }),
  }),
  parser({
    name: "declared services",
    seeds: [services],
    parse: (text) => readServices(parseJson(text), []),
    holds: ({ problems, services: read }) => read.every(({ id }) => id !== "") && problems.every((line) => line !== ""),
  }),
])
