import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { schemaIssues } from "../schema/Issues.js"
import { documentVersion } from "../testing/RecordItems.js"
import { currentDocument, isLegalDocumentType, LegalDocumentType, legalDocumentId } from "./LegalDocument.js"

const decode = Schema.decodeUnknownEither(LegalDocumentType)

describe("the type of a legal document", () => {
  it.each(["privacy_policy", "dpa", "dpa_eu", "terms_and_conditions_b2b", "dpa_🍪", `dpa_${"x".repeat(251)}`])(
    "may be %s",
    (type) => {
      assert.isTrue(isLegalDocumentType(type))
      assert.deepStrictEqual(decode(type), Either.right(type))
    },
  )

  const anotherFamily = "must be privacy_policy, dpa, terms_and_conditions, or one of these with a suffix such as _eu"

  it.each([
    ["cookie_banner", anotherFamily],
    ["dpa_", anotherFamily],
    ["dpa_eu ", anotherFamily],
    ["dpa_eu,us", anotherFamily],
    ["dpa_\ud800", "must be well-formed text without U+0000"],
  ])("may not be %j", (type, message) => {
    const issues = Either.match(decode(type), { onLeft: ({ issue }) => schemaIssues(issue), onRight: () => [] })
    assert.deepStrictEqual(
      issues.map((issue) => issue.message.replace(/, got .*/, "")),
      [message],
    )
  })
})

describe("the version in force", () => {
  const anyVersion = FastCheck.record({
    id: FastCheck.constantFrom("a", "b", "c", "d", "e"),
    rank: FastCheck.nat(2),
    type: FastCheck.constantFrom("dpa", "dpa", "dpa_eu"),
  })

  it.prop(
    "is the one of its type that no other outranks, by rank and then by id, in any order",
    [FastCheck.uniqueArray(anyVersion, { selector: ({ id }) => id })],
    ([versions]) => {
      const documents = versions.map(({ id, rank, type }) => documentVersion(id, rank, type))
      const current = currentDocument(documents, "dpa")
      const ranked = versions.filter(({ type }) => type === "dpa").map(({ id, rank }) => `${rank} ${id}`)
      assert.strictEqual(current === null ? undefined : `${current.rank} ${current.id}`, ranked.toSorted().at(-1))
      assert.strictEqual(currentDocument(documents.toReversed(), "dpa"), current)
    },
  )
})

it("a version has one id in its tenant, and another one in each other tenant, type and text", () => {
  const [one, other] = [documentVersion("1", 1, "dpa"), documentVersion("2", 2, "dpa")]
  const ids = [
    legalDocumentId(null, one),
    legalDocumentId("null", one),
    legalDocumentId("shop", one),
    legalDocumentId("shop", other),
    legalDocumentId("shop", { ...one, type: "dpa_eu" }),
  ]
  assert.strictEqual(new Set(ids).size, ids.length)
  assert.strictEqual(legalDocumentId("shop", { hash: one.hash, type: "dpa" }), ids[2])
})
