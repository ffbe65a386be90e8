/** Whatever a host fetches, an operator writes or a database holds as a document is read or refused. */
import { describeParsers, parser } from "@consent-service/test-engines/fuzz-suite"
import * as Either from "effect/Either"
import { type HistoryRecord, vendorText } from "./consent/record/ConsentRecord.js"
import { entriesOf, readVendorText } from "./consent/record/VendorText.js"
import { readManifest } from "./manifest/CompiledManifest.js"
import { toManifestDocument } from "./manifest/ManifestDocument.js"
import { languageOfTexts } from "./person-report/ShownTexts.js"
import { inspectPolicyRules } from "./policy/InspectRules.js"
import { policyPresets } from "./policy/PolicyPresets.js"
import { fullManifest, settings } from "./testing/ManifestFixture.js"
import { leastList, leastVendor } from "./testing/VendorListArbitrary.js"
import { editionFromText } from "./vendor/VendorListEdition.js"

/** The value of JSON; undefined for another text. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fullDocument = toManifestDocument(fullManifest, settings)

/** Small, so that most mutations hit something else than texts. */
const smallDocument = toManifestDocument({ policyRules: [policyPresets.worldNone()] }, settings)

const list = { ...leastList, vendors: { "1": leastVendor(1), "7": leastVendor(7) } }

const record = (text: string): HistoryRecord => ({
  id: "cns_1",
  type: "cookie_banner",
  domain: "shop.example",
  documentId: null,
  givenAt: 0,
  createdAt: 0,
  preferences: {},
  choice: null,
  vendorChoice: null,
  jurisdiction: null,
  decisionSource: null,
  [vendorText]: text,
})

/** The vendors of a stored text; null where it has another form. */
const vendorsIn = (text: string): Readonly<Record<string, boolean>> | null => {
  const steps = readVendorText(record(text))
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  if (step.value === null) return null
  const grants: Record<string, boolean> = {}
  for (const _ of entriesOf(step.value, (vendor, granted) => void (grants[vendor] = granted)));
  return grants
}

const grantsOf = (text: string): unknown => Object(parsed(text))["grants"]

const manifestParser = (name: string, document: object, share: number) =>
  parser({
    name,
    seeds: [JSON.stringify(document)],
    parse: (text) => readManifest(parsed(text)),
    isRead: Either.isRight,
    holds: (read) => Either.isRight(read) || read.left.message !== "",
    share,
  })

describeParsers("documents", [
  manifestParser("manifest", smallDocument, 0.1),
  manifestParser("manifest of everything", fullDocument, 0.01),
  parser({
    name: "vendor list",
    seeds: [JSON.stringify(list)],
    parse: (text) => editionFromText(text, { language: "en", vendorIds: [] }),
    isRead: Either.isRight,
    holds: (edition) => {
      if (Either.isLeft(edition)) return edition.left !== ""
      const text = edition.right.textFor(null)
      const again = editionFromText(text, { language: "en", vendorIds: [] })
      return Either.isRight(again) && again.right.digest === edition.right.digest
    },
    share: 0.3,
  }),
  parser({
    name: "stored text of a vendor map",
    seeds: [
      '{"version":1,"confirmedAt":7,"grants":{"maps.example":true,"ads":false}}',
      '{"version":1,"confirmedAt":0,"grants":{}}',
    ],
    parse: vendorsIn,
    holds: (grants, text) => grants === null || JSON.stringify(grants) === JSON.stringify(grantsOf(text)),
  }),
  parser({
    name: "policy rules",
    seeds: [JSON.stringify([policyPresets.ukStatistics(), policyPresets.worldNone()])],
    parse: (text) => inspectPolicyRules(Object(parsed(text))),
    holds: ({ errors, warnings }) => [...errors, ...warnings].every((line) => line !== ""),
    share: 0.1,
  }),
  parser({
    name: "archived texts",
    seeds: [JSON.stringify({ language: "de", translations: {} })],
    parse: (text) => languageOfTexts(parsed(text)),
    isRead: () => true,
    share: 0.5,
  }),
])
