import { assert, describe, it } from "@effect/vitest"
import { mergeOptions } from "./MergeOptions.js"
import { backendOf, configOf } from "./Tag.js"

const read = (attributes: Readonly<Record<string, string>>) => configOf(attributes)

describe("the tag's attributes", () => {
  it("reads every attribute", () => {
    assert.deepStrictEqual(
      read({
        backendUrl: "https://consent.test",
        mode: "manifest",
        manifestUrl: "/m.json",
        categories: "measurement, marketing",
        country: "US",
        region: "CA",
        language: "de",
        privacyPolicyUrl: "/privacy",
        cookiePolicyUrl: "/cookies",
        termsUrl: "/terms",
        colorScheme: "dark",
        trigger: "bottom-right",
        hideBranding: "",
        shadow: "false",
        manual: "",
        nonce: "n",
      }),
      {
        backendURL: "https://consent.test",
        mode: "manifest",
        manifestURL: "/m.json",
        categories: ["measurement", "marketing"],
        country: "US",
        region: "CA",
        language: "de",
        legalLinks: { privacyPolicy: "/privacy", cookiePolicy: "/cookies", termsOfService: "/terms" },
        ui: { colorScheme: "dark", trigger: "bottom-right", hideBranding: true, shadow: false, nonce: "n" },
        manual: true,
      },
    )
  })

  it("missing attributes are absent, so that they override nothing", () => {
    assert.deepStrictEqual(read({}), { legalLinks: {}, ui: {} })
    const config = { country: "DE", ui: { shadow: false }, legalLinks: { privacyPolicy: "/p" } }
    assert.deepInclude(mergeOptions(read({}), config), { country: "DE", legalLinks: { privacyPolicy: "/p" } })
  })

  it("flags are on when present, unless they say false", () => {
    assert.strictEqual(read({ noUi: "" }).ui, false)
    assert.deepStrictEqual(read({ noUi: "false" }).ui, {})
    assert.strictEqual(read({ manual: "true" }).manual, true)
    assert.strictEqual(read({ manual: "false" }).manual, false)
    assert.deepStrictEqual(read({ trigger: "false" }).ui, { trigger: false })
    assert.deepStrictEqual(read({ trigger: "" }).ui, { trigger: true })
  })
})

describe("where the service is", () => {
  it("replaces an address guessed from a request by the script's origin, and keeps the path", () => {
    const guessed = { backendURL: "http://evil.test/api/cs", backendURLSource: "request" } as const
    assert.strictEqual(backendOf(guessed, "https://cdn.site.test/x/cs.js?language=de"), "https://cdn.site.test/api/cs")
    assert.strictEqual(backendOf(guessed, ""), "http://evil.test/api/cs")
    assert.strictEqual(backendOf(guessed, "file:///x/cs.js"), "http://evil.test/api/cs")
  })

  it("keeps an address that the page configured", () => {
    assert.strictEqual(
      backendOf({ backendURL: "https://consent.test/" }, "https://cdn.site.test/cs.js"),
      "https://consent.test",
    )
    assert.strictEqual(backendOf({}, "https://cdn.site.test/cs.js"), "")
  })
})
