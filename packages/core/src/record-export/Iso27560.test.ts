import { assert, describe, it } from "@effect/vitest"
import { controller, disclosure, fullItem } from "../testing/RecordItems.js"
import { iso27560Context, iso27560Record, iso27560Shared } from "./Iso27560.js"

const shown = { textsDigest: "abc", language: "de" }

describe("a consent record after ISO/IEC TS 27560", () => {
  it("says what was decided about each category, in which notice, by whom and when", () => {
    assert.deepStrictEqual(iso27560Record(fullItem, shown, disclosure), {
      "@id": "record:cns_1",
      "@type": "dpv:ConsentRecord",
      conformsTo: "https://w3id.org/dpv/guides/consent-27560",
      identifier: "cns_1",
      created: "2026-11-03T09:12:46.001Z",
      source: "shop.example",
      hasDataSubject: { "@id": "subject:sub_1", "@type": "dpv:DataSubject", identifier: "sub_1" },
      hasDataController: "party:controller",
      hasNotice: {
        "@id": "notice:abc",
        "@type": "dpv:ConsentNotice",
        identifier: "abc",
        language: "de",
        page: "https://shop.example/privacy",
      },
      hasJurisdiction: "GDPR",
      hasProcess: [
        {
          "@type": "dpv:Process",
          hasPurpose: "used:marketing-purpose",
          hasLegalBasis: "eu-gdpr:A6-1-a",
          hasPersonalData: ["used:marketing-data-1"],
          hasStorageCondition: ["used:marketing-storage", "used:marketing-place"],
          hasConsentStatus: "dpv:ConsentRefused",
        },
        {
          "@type": "dpv:Process",
          hasPurpose: "used:measurement-purpose",
          hasLegalBasis: "eu-gdpr:A6-1-a",
          hasPersonalData: ["used:measurement-data-1", "used:measurement-data-2"],
          hasRecipient: ["used:measurement-recipient-1", "used:measurement-recipient-2"],
          hasStorageCondition: ["used:measurement-storage", "used:measurement-place"],
          hasConsentStatus: "dpv:ConsentGiven",
        },
      ],
      hasConsentControl: "party:withdrawal",
      isIndicatedAtTime: "2026-11-03T09:12:44.999Z",
      isIndicatedBy: "subject:sub_1",
      hasIndicationMethod: "custom, banner",
      validUntil: "2027-11-03T09:12:44.999Z",
    })
  })

  it("names as its basis only what the record tells", () => {
    const basisOf = (change: { readonly jurisdiction: string | null; readonly model: string | null }) => {
      const [process] = [iso27560Record({ ...fullItem, ...change }, null, disclosure)?.["hasProcess"]].flat()
      return typeof process === "object" && process !== null ? Object.entries(process) : []
    }
    for (const [jurisdiction, model, basis] of [
      ["GDPR", "opt-in", "eu-gdpr:A6-1-a"],
      ["LGPD", "opt-in", "dpv:Consent"],
      [null, "opt-in", "dpv:Consent"],
      ["GDPR", "opt-out", "dpv:LegalBasis"],
      ["CCPA", "opt-out", "dpv:LegalBasis"],
      [null, null, "dpv:LegalBasis"],
    ] as const) {
      assert.deepInclude(basisOf({ jurisdiction, model }), ["hasLegalBasis", basis])
    }
  })

  it("leaves out what was not recorded", () => {
    const bare = { ...fullItem, validUntil: null, jurisdiction: null, action: null, uiSource: null }
    const record = iso27560Record(bare, null, disclosure)
    assert.notProperty(record, "validUntil")
    assert.strictEqual(record?.["hasJurisdiction"], "NONE")
    assert.strictEqual(record?.["hasIndicationMethod"], "custom, cookie_banner")
    assert.deepStrictEqual(record?.["hasNotice"], {
      "@id": "notice:unknown",
      "@type": "dpv:PrivacyNotice",
      page: "https://shop.example/privacy",
    })
    const unknownLanguage = iso27560Record(fullItem, { ...shown, language: null }, disclosure)
    assert.notProperty(unknownLanguage?.["hasNotice"], "language")
  })

  it("is not made of a record that decides about nothing of what is disclosed", () => {
    for (const preferences of [{ necessary: true }, { experience: true }, {}, null]) {
      assert.isNull(iso27560Record({ ...fullItem, preferences }, shown, disclosure))
    }
  })
})

describe("the nodes that records after ISO/IEC TS 27560 share", () => {
  it("are the controller, the way to withdraw, and each use with its data, recipients and storage", () => {
    assert.deepStrictEqual(iso27560Shared(disclosure), [
      {
        "@id": "party:controller",
        "@type": "dpv:DataController",
        hasName: "Shop Ltd",
        hasAddress: "1 High Street, Dublin",
        hasContact: ["Data protection officer", "privacy@shop.example", "+353 1 0000"],
        hasJurisdiction: "IE",
        page: "https://shop.example",
      },
      { "@id": "party:withdrawal", "@type": "dpv:WithdrawConsent", title: "https://shop.example/settings" },
      { "@id": "used:marketing-purpose", "@type": "dpv:Purpose", identifier: "marketing", title: "Advertising" },
      { "@id": "used:marketing-data-1", "@type": "dpv:PersonalData", title: "Interests" },
      { "@id": "used:marketing-storage", "@type": "dpv:StorageDuration", hasDuration: "13 months" },
      { "@id": "used:marketing-place", "@type": "dpv:StorageLocation", hasLocation: "European Union" },
      { "@id": "used:measurement-purpose", "@type": "dpv:Purpose", identifier: "measurement", title: "Measuring use" },
      { "@id": "used:measurement-data-1", "@type": "dpv:PersonalData", title: "Online identifiers" },
      { "@id": "used:measurement-data-2", "@type": "dpv:SensitivePersonalData", title: "Health data" },
      { "@id": "used:measurement-recipient-1", "@type": "dpv:Recipient", hasName: "Statistics Ltd" },
      { "@id": "used:measurement-recipient-2", "@type": "dpv:Recipient", hasName: "Cloud Ltd" },
      { "@id": "used:measurement-storage", "@type": "dpv:StorageDuration", hasDuration: "13 months" },
      { "@id": "used:measurement-place", "@type": "dpv:StorageLocation", hasLocation: "European Union" },
    ])
  })

  it("have no telephone and no page where the controller gave none", () => {
    const { phone: _, url: __, ...less } = controller
    const [node] = iso27560Shared({ controller: less, processing: {} })
    assert.deepStrictEqual(node?.["hasContact"], ["Data protection officer", "privacy@shop.example"])
    assert.notProperty(node, "page")
  })

  it("are all that records refer to, in terms that the context explains", () => {
    const nodes = [...iso27560Shared(disclosure), iso27560Record(fullItem, shown, disclosure) ?? {}]
    const known = new Set(nodes.map((node) => node["@id"]))
    const references: Array<unknown> = []
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) return value.forEach(visit)
      if (typeof value === "string" && /^(used|party):/.test(value)) references.push(value)
      if (typeof value !== "object" || value === null) return
      for (const [term, inner] of Object.entries(value)) {
        if (!term.startsWith("@")) assert.property(iso27560Context, term)
        visit(inner)
      }
    }
    visit(nodes)
    assert.isAbove(references.length, known.size)
    assert.deepStrictEqual(
      references.filter((reference) => !known.has(`${String(reference)}`)),
      [],
    )
  })
})
