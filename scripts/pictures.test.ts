import { assert, describe, it } from "@effect/vitest"
import { diagrams, staleDiagrams, staleness } from "./pictures.mjs"

describe("diagrams", () => {
  it("are drawn from their current sources", () => {
    assert.includeMembers([...diagrams()], ["architecture", "page", "save"])
    assert.deepStrictEqual(staleDiagrams(), [])
  })

  it("a missing drawing, one of an older source and one without a digest are found", () => {
    assert.match(staleness("a", "digraph {}", null) ?? "", /a\.svg is missing: npm run pictures/)
    const other = `<!-- source sha256:${"0".repeat(64)} -->\n<svg></svg>`
    assert.match(staleness("a", "digraph {}", other) ?? "", /a\.svg is older than a\.dot: npm run pictures/)
    assert.match(staleness("a", "digraph {}", "<svg></svg>") ?? "", /older/)
  })
})
