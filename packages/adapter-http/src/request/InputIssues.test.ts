import { SubmissionBody } from "@consent-service/core/consent"
import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { issueFinder } from "./InputIssues.js"

const find = issueFinder(SubmissionBody)
const decode = Schema.decodeUnknownEither(SubmissionBody, { errors: "first" })

const issuesOf = (body: unknown) => find(body, Either.getOrThrow(Either.flip(decode(body))))

const right = {
  type: "cookie_banner",
  subjectId: "sub_a",
  domain: "shop.example",
  givenAt: 1,
  preferences: { measurement: true },
}

describe("the problems of a body", () => {
  it("are all reported together, by path", () => {
    const wrong = { ...right, subjectId: "x", domain: "a b", givenAt: "now", preferences: { measurement: "yes" } }
    assert.sameMembers(
      issuesOf(wrong).map(({ path }) => path),
      ["subjectId", "domain", "givenAt", "preferences.measurement"],
    )
  })

  it("name the expected value once, and never repeat the input", () => {
    const issues = issuesOf({ ...right, policyId: 5, model: "x".repeat(60_000) })
    assert.strictEqual(issues.filter(({ path }) => path === "policyId").length, 1)
    for (const { message } of issues) {
      assert.isAtMost(message.length, 200)
      assert.notMatch(message, /actual|null/)
    }
  })

  it("cover a missing body", () => {
    assert.deepStrictEqual(
      issuesOf("text").map(({ path }) => path),
      ["body"],
    )
  })

  it("are found in the first of thousands of members, and the first one is reported wherever it is", () => {
    const receipts = Array.from({ length: 15_000 }, () => ({}))
    assert.isAtMost(issuesOf({ ...right, receipts }).length, 100)
    const late = Array.from({ length: 200 }, (_, i) => [`v${i}`, i < 199 ? true : "yes"] as const)
    const vendorChoice = { version: 1, confirmedAt: 1, grants: Object.fromEntries(late) }
    assert.isNotEmpty(issuesOf({ ...right, vendorChoice }))
  })
})
