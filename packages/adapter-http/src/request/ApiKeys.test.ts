import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { compileApiKeys } from "./ApiKeys.js"

const keys = ["first-key-of-the-shop", "second-key", "ключ-третий"]
const authenticates = compileApiKeys(keys)

describe("an API key", () => {
  it("is any of the configured ones", () => {
    for (const key of keys) assert.isTrue(authenticates(`Bearer ${key}`), key)
  })

  it("is compared whole, with its case", () => {
    for (const key of ["first-key-of-the-sho", "first-key-of-the-shopp", "FIRST-KEY-OF-THE-SHOP", "second-ke", ""])
      assert.isFalse(authenticates(`Bearer ${key}`), key)
  })

  it("comes after the scheme, whose case does not matter (RFC 9110)", () => {
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

  it("matches nothing where none is configured, and never the absence of one", () => {
    const matchesNone = compileApiKeys([])
    assert.isFalse(matchesNone("Bearer second-key"))
    assert.isFalse(matchesNone(null))
    assert.isFalse(authenticates(null))
  })

  it("costs no more to refuse the longer it is", () => {
    assert.isFalse(authenticates(`Bearer ${"a".repeat(1_000_000)}`))
  })

  it.prop("is authentic exactly when it is one of the keys", [FastCheck.stringMatching(/^[!-~]{1,12}$/)], ([token]) => {
    const some = compileApiKeys(["a", "bb", "ccc", token.slice(0, 3)])
    assert.strictEqual(some(`Bearer ${token}`), ["a", "bb", "ccc", token.slice(0, 3)].includes(token))
  })
})
