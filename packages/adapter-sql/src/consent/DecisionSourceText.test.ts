import { assert, describe, it } from "@effect/vitest"
import { decisionSourceText, readDecisionSource } from "./DecisionSourceText.js"

/** Rows were written with these: a word that changes would change what is on record. */
const written = [
  ["token", "snapshot_token"],
  ["replayed", "snapshot_token_replayed"],
  ["fallback", "write_time_fallback"],
] as const

describe("how a decision is known", () => {
  it.each(written)("is stored as %s for %s, and each is read", (word, name) => {
    assert.strictEqual(decisionSourceText(name), word)
    assert.strictEqual(readDecisionSource(word), name)
    assert.strictEqual(readDecisionSource(name), name)
  })

  it("may be absent, or what this version does not know", () => {
    assert.isNull(decisionSourceText(null))
    assert.isNull(readDecisionSource(null))
    for (const other of ["", "Token", "another way"]) assert.strictEqual(readDecisionSource(other), other)
  })
})
