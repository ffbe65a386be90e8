import { assert, describe, it } from "@effect/vitest"
import { controller, disclosure, fullItem, measuring } from "../testing/RecordItems.js"
import { kantaraReceipt } from "./Kantara.js"

const shown = { textsDigest: "abc", language: "de" }

describe("a Kantara receipt", () => {
  it("says who, what for, with whom, and when, in whole seconds that had begun", () => {
    assert.deepStrictEqual(kantaraReceipt(fullItem, shown, disclosure), {
      version: "KI-CR-v1.1.0",
      jurisdiction: "DE",
      consentTimestamp: Date.UTC(2026, 10, 3, 9, 12, 44) / 1_000,
      collectionMethod: "web: banner",
      consentReceiptID: "cns_1",
      language: "de",
      piiPrincipalId: "sub_1",
      piiControllers: [
        {
          piiController: "Shop Ltd",
          onBehalf: false,
          contact: "Data protection officer",
          address: { streetAddress: "1 High Street, Dublin", addressCountry: "IE" },
          email: "privacy@shop.example",
          phone: "+353 1 0000",
          piiControllerUrl: "https://shop.example",
        },
      ],
      policyUrl: "https://shop.example/privacy",
      services: [
        {
          service: "shop.example",
          purposes: [
            {
              purpose: "Measuring use",
              purposeCategory: ["measurement"],
              consentType: "EXPLICIT",
              piiCategory: ["Online identifiers", "Health data"],
              primaryPurpose: false,
              termination: "https://shop.example/settings",
              thirdPartyDisclosure: true,
              thirdPartyName: "Statistics Ltd, Cloud Ltd",
            },
          ],
        },
      ],
      sensitive: true,
      spiCat: ["Health data"],
    })
  })

  it("names each sensitive category once, and no third party where nothing is shared", () => {
    const item = { ...fullItem, preferences: { functionality: true, measurement: true, marketing: true } }
    const both = kantaraReceipt(item, null, {
      controller,
      processing: { ...disclosure.processing, functionality: measuring },
    })
    assert.deepStrictEqual(both?.spiCat, ["Health data"])
    const purposes = both?.services[0]?.purposes ?? []
    assert.deepStrictEqual(
      purposes.map(({ purposeCategory: [name], thirdPartyDisclosure, thirdPartyName }) => [
        name,
        thirdPartyDisclosure,
        thirdPartyName,
      ]),
      [
        ["functionality", true, "Statistics Ltd, Cloud Ltd"],
        ["marketing", false, undefined],
        ["measurement", true, "Statistics Ltd, Cloud Ltd"],
      ],
    )
    assert.notProperty(both, "language")
    const harmless = kantaraReceipt({ ...fullItem, preferences: { marketing: true } }, null, disclosure)
    assert.deepStrictEqual([harmless?.sensitive, harmless?.spiCat], [false, []])
  })

  it("falls back where a record or a controller says less", () => {
    const { phone: _, url: __, ...less } = controller
    const item = { ...fullItem, country: null, uiSource: null, model: "opt-out" }
    const receipt = kantaraReceipt(item, { textsDigest: "abc", language: null }, { ...disclosure, controller: less })
    assert.strictEqual(receipt?.jurisdiction, "IE")
    assert.strictEqual(receipt?.collectionMethod, "web: cookie_banner")
    assert.strictEqual(receipt?.services[0]?.purposes[0]?.consentType, "IMPLICIT")
    assert.strictEqual(receipt?.piiControllers[0]?.phone, "")
    assert.notProperty(receipt?.piiControllers[0], "piiControllerUrl")
    assert.notProperty(receipt, "language")
  })

  it("is not made of a record that grants nothing of what is disclosed", () => {
    const { marketing: _, ...processing } = disclosure.processing
    for (const preferences of [
      { necessary: true, measurement: false },
      { marketing: true },
      { measurement: "true" },
      ["measurement"],
      "measurement",
      null,
    ]) {
      assert.isNull(kantaraReceipt({ ...fullItem, preferences }, shown, { controller, processing }))
    }
  })
})
