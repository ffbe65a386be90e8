import { afterEach, assert, describe, it } from "@effect/vitest"
import type { PageApi } from "../page/PageApi.js"
import { makeConsentStore } from "./ConsentStore.js"
import { createConsent, createHeadlessConsent, createIabConsent } from "./CreateConsent.js"
import { initialSnapshot, makeServerApi } from "./ServerApi.js"

const started = (status: "matched" | "failed", measurement: boolean): PageApi => {
  const api = makeServerApi("cs")
  const snapshot = {
    ...initialSnapshot,
    status,
    permissions: { ...initialSnapshot.permissions, measurement },
  }
  return {
    ...api,
    client: Object.create(null),
    getSnapshot: () => snapshot,
    isVendorAllowed: (id) => id === "stats",
    acceptAll: () => Promise.resolve({ ok: true }),
    onInit: (listener) => listener(api),
  }
}

describe("consent without a page", () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "window")
  })

  it("starts nothing, and allows nothing optional", async () => {
    for (const create of [createConsent, createHeadlessConsent, createIabConsent]) {
      const consent = create({ backendURL: "/consent" })
      assert.isFalse("window" in globalThis)
      assert.isNull(consent.client)
      assert.isTrue(consent.has("necessary"))
      assert.isFalse(consent.has("marketing"))
      assert.isTrue(consent.has({ not: "marketing" }))
      assert.isFalse(consent.isVendorAllowed("stats"))
      assert.deepStrictEqual(await consent.acceptAll(), { ok: false, reason: "no-page" })
      assert.strictEqual((await consent.ready()).status, "idle")
    }
  })

  it("has every action of a page, in a store without an API as well", async () => {
    const { getSnapshot, getServerSnapshot, subscribe } = makeConsentStore()
    assert.strictEqual(getSnapshot(), getServerSnapshot())
    for (const action of ["acceptAll", "rejectAll", "openDialog", "clearRecords"] as const)
      assert.deepStrictEqual(await getSnapshot()[action](), { ok: false, reason: "no-page" })
    subscribe(() => assert.fail("nothing changes"))()
  })
})

describe("a store of consent", () => {
  it("gives the same object until something changes, and that of a server apart", () => {
    const store = makeConsentStore(started("matched", true))
    assert.strictEqual(store.getSnapshot(), store.getSnapshot())
    assert.strictEqual(store.getServerSnapshot(), store.getServerSnapshot())
    assert.isTrue(store.getSnapshot().has("measurement"))
    assert.isFalse(store.getServerSnapshot().has("measurement"))
  })

  it("allows a vendor with its category, and none while vendors are unknown", () => {
    const { allows } = makeConsentStore(started("matched", true)).getSnapshot()
    assert.isTrue(allows({}))
    assert.isTrue(allows({ category: "measurement", vendor: "stats" }))
    assert.isFalse(allows({ category: "measurement", vendor: "ads" }))
    assert.isFalse(allows({ category: "marketing", vendor: "stats" }))
    assert.isFalse(makeConsentStore(started("failed", true)).getSnapshot().allows({ vendor: "stats" }))
    assert.isFalse(makeConsentStore(started("matched", true)).getServerSnapshot().allows({ vendor: "stats" }))
  })
})
