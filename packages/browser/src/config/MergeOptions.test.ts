import { assert, describe, it } from "@effect/vitest"
import { mergeOptions } from "./MergeOptions.js"

describe("mergeOptions", () => {
  it("merges ui, banner and dialog by key, and replaces the rest", () => {
    const merged = mergeOptions(
      {
        country: "DE",
        storage: { storageKey: "a" },
        ui: { shadow: true, banner: { position: "top", blocking: true } },
      },
      {
        storage: { crossSubdomain: true },
        ui: { trigger: true, banner: { position: "bottom" }, dialog: { vendors: false } },
      },
    )
    assert.deepStrictEqual(merged, {
      country: "DE",
      storage: { crossSubdomain: true },
      ui: { shadow: true, trigger: true, banner: { position: "bottom", blocking: true }, dialog: { vendors: false } },
    })
  })

  it("ui and banner can be turned off and on again", () => {
    assert.strictEqual(mergeOptions({ ui: { shadow: true } }, { ui: false }).ui, false)
    assert.deepStrictEqual(mergeOptions({ ui: false }, { ui: { shadow: true } }).ui, { shadow: true })
    const off = mergeOptions({ ui: { banner: { position: "top" } } }, { ui: { banner: false } })
    assert.deepInclude(off.ui, { banner: false })
    assert.deepInclude(mergeOptions(off, { ui: { banner: { position: "top" } } }).ui, {
      banner: { position: "top" },
    })
    assert.strictEqual(mergeOptions({ ui: false }, { country: "DE" }).ui, false)
  })

  it("an address set by the page is never treated as a guess of the service", () => {
    const baked = { backendURL: "http://a.test", backendURLSource: "request" } as const
    assert.deepStrictEqual(mergeOptions(baked, { country: "DE" }), { ...baked, country: "DE" })
    assert.deepStrictEqual(mergeOptions(baked, { backendURL: "https://b.test" }), { backendURL: "https://b.test" })
    assert.deepStrictEqual(mergeOptions({ backendURL: "https://b.test" }, baked), { backendURL: "https://b.test" })
    assert.deepStrictEqual(mergeOptions({}, baked), baked)
  })
})
