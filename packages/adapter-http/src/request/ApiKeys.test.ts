import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { compileApiKeys } from "./ApiKeys.js"

const keys = ["first-key-of-the-shop", "second-key", "ключ-третий"]
const authenticates = compileApiKeys(keys)

describe("an API key", () => {
  it("accepts any of the configured keys", () => {
    for (const key of keys) assert.isTrue(authenticates(`Bearer ${key}`), key)
  })

  it("compares the whole key, with its case", () => {
    for (const key of ["first-key-of-the-sho", "first-key-of-the-shopp", "FIRST-KEY-OF-THE-SHOP", "second-ke", ""])
      assert.isFalse(authenticates(`Bearer ${key}`), key)
  })

  it("expects the key after the scheme, whose case does not matter (RFC 9110)", () => {
    for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR"]) assert.isTrue(authenticates(`${scheme} second-key`))
    for (const header of [
      "second-key",
      "Basic second-key",
      "Bearersecond-key",
      "Bearer second-key extra",
      "Bearer",
      "Bearer ",
      "Bearer\tsecond-key",
    ])
      assert.isFalse(authenticates(header), header)
  })

  it("without keys accepts nothing, not even a missing key", () => {
    const matchesNone = compileApiKeys([])
    assert.isFalse(matchesNone("Bearer second-key"))
    assert.isFalse(matchesNone(null))
    assert.isFalse(authenticates(null))
  })

  it("takes no longer to refuse a longer key", () => {
    assert.isFalse(authenticates(`Bearer ${"a".repeat(1_000_000)}`))
  })

  it.prop(
    "accepts a key exactly when it is one of the keys",
    [FastCheck.stringMatching(/^[!-~]{1,12}$/)],
    ([token]) => {
      const some = compileApiKeys(["a", "bb", "ccc", token.slice(0, 3)])
      assert.strictEqual(some(`Bearer ${token}`), ["a", "bb", "ccc", token.slice(0, 3)].includes(token))
    },
  )
})
