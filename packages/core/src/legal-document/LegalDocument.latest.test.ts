import { assert, describe, it } from "@effect/vitest"
import { isLatestVersion, type LegalDocument } from "./LegalDocument.js"

const version = (id: string, rank: number, type = "dpa"): LegalDocument => ({
  id,
  type,
  version: id,
  hash: id,
  effectiveDate: 0,
  rank,
})

const documents = [version("new", 2), version("old", 1), version("of another type", 3, "dpa_eu")]

describe("the latest version (isLatestPolicy)", () => {
  it.each([
    ["about the version in force", "dpa", "new", true],
    ["about a superseded one", "dpa", "old", false],
    ["about another type's", "dpa", "of another type", false],
    ["about none, where one is in force", "dpa", null, false],
    ["about none, where none was published", "privacy_policy", null, true],
    ["about one that is gone", "privacy_policy", "old", false],
    ["of a banner", "cookie_banner", null, true],
  ])("a record %s", (_, type, documentId, expected) => {
    assert.strictEqual(isLatestVersion({ type, documentId }, documents), expected)
  })
})
