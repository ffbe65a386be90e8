import { assert, describe, it } from "@effect/vitest"
import { mergeConfig } from "./MergeConfig.js"

describe("mergeConfig", () => {
  it("merges ui, banner and dialog by key, and replaces the rest", () => {
    const merged = mergeConfig(
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
    assert.strictEqual(mergeConfig({ ui: { shadow: true } }, { ui: false }).ui, false)
    assert.deepStrictEqual(mergeConfig({ ui: false }, { ui: { shadow: true } }).ui, { shadow: true })
    const off = mergeConfig({ ui: { banner: { position: "top" } } }, { ui: { banner: false } })
    assert.deepInclude(off.ui, { banner: false })
    assert.deepInclude(mergeConfig(off, { ui: { banner: { position: "top" } } }).ui, {
      banner: { position: "top" },
    })
    assert.strictEqual(mergeConfig({ ui: false }, { country: "DE" }).ui, false)
  })

  it("an address the page gives is not taken for one the service guessed", () => {
    const baked = { backendURL: "http://a.test", backendURLSource: "request" } as const
    assert.deepStrictEqual(mergeConfig(baked, { country: "DE" }), { ...baked, country: "DE" })
    assert.deepStrictEqual(mergeConfig(baked, { backendURL: "https://b.test" }), { backendURL: "https://b.test" })
    assert.deepStrictEqual(mergeConfig({ backendURL: "https://b.test" }, baked), { backendURL: "https://b.test" })
    assert.deepStrictEqual(mergeConfig({}, baked), baked)
  })
})
