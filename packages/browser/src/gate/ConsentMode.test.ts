import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { consentSignals, makeConsentMode } from "./ConsentMode.js"

const refused = { experience: false, functionality: false, marketing: false, measurement: false }

const flags = fc.record({
  experience: fc.boolean(),
  functionality: fc.boolean(),
  marketing: fc.boolean(),
  measurement: fc.boolean(),
})

describe("consentSignals", () => {
  it.prop("grants a type exactly where its category is allowed", [flags], ([permissions]) => {
    const word = (allowed: boolean) => (allowed ? "granted" : "denied")
    assert.deepStrictEqual(consentSignals(permissions), {
      security_storage: "granted",
      functionality_storage: word(permissions.functionality),
      analytics_storage: word(permissions.measurement),
      ad_storage: word(permissions.marketing),
      ad_user_data: word(permissions.marketing),
      ad_personalization: word(permissions.marketing),
      personalization_storage: word(permissions.experience),
    })
  })

  it("denies everything optional where nothing is stored", () => {
    assert.deepStrictEqual(consentSignals(null), consentSignals(refused))
  })
})

describe("makeConsentMode", () => {
  let page: Record<string, Array<unknown>> = {}
  const layer = (name = "dataLayer") => page[name] ?? []
  const commands = () =>
    layer()
      .filter((entry) => Object.prototype.toString.call(entry) === "[object Arguments]")
      .map((entry) => Array.from(Object(entry)))

  beforeEach(() => {
    page = {}
    Reflect.set(globalThis, "window", page)
  })
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "window")
  })

  it("sends the default immediately, like gtag", () => {
    makeConsentMode(true).default(null)
    assert.deepStrictEqual(commands(), [["consent", "default", { ...consentSignals(null), wait_for_update: 500 }]])
    assert.lengthOf(layer(), 1)
  })

  it("sends stored permissions as the default, then the other settings", () => {
    const stored = { ...refused, measurement: true }
    const mode = makeConsentMode({ waitForUpdate: 900, adsDataRedaction: true, urlPassthrough: true })
    mode.default(stored)
    assert.deepStrictEqual(commands(), [
      ["consent", "default", { ...consentSignals(stored), wait_for_update: 900 }],
      ["set", "ads_data_redaction", true],
      ["set", "url_passthrough", true],
    ])
  })

  it("appends to an existing data layer, by its configured name", () => {
    page["events"] = ["mine"]
    makeConsentMode({ dataLayer: "events" }).default(null)
    assert.strictEqual(layer("events")[0], "mine")
    assert.lengthOf(layer("events"), 2)
    assert.notProperty(page, "dataLayer")
  })

  it.prop("updates only when something changed", [fc.array(flags, { maxLength: 6 })], ([sequence]) => {
    for (const key of Object.keys(page)) Reflect.deleteProperty(page, key)
    const mode = makeConsentMode(true)
    mode.default(null)
    for (const permissions of sequence) mode.update(permissions)
    const changes = sequence.filter((now, at) => {
      const before = sequence[at - 1] ?? refused
      return Object.entries(now).some(([category, allowed]) => Object(before)[category] !== allowed)
    })
    assert.deepStrictEqual(
      commands().slice(1),
      changes.map((permissions) => ["consent", "update", consentSignals(permissions)]),
    )
    assert.lengthOf(
      layer().filter((entry) => Object(entry).event === "consent-update"),
      changes.length,
    )
  })
})
