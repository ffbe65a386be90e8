import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { schemaIssues } from "../schema/Issues.js"
import { parseEffectiveDate, ReleaseBody } from "./PublishDocument.js"

const decode = Schema.decodeUnknownEither(ReleaseBody)
const body = { version: "1", hash: `sha256:${"0a".repeat(32)}`, effectiveDate: "2026-01-31" }

describe("the body that publishes a document", () => {
  it.each([
    ["as it should be", body],
    ["with a version of 255 characters", { ...body, version: "🍪".repeat(255) }],
    ["whose date is missing", { version: "1", hash: body.hash }],
    ["whose date is null, as if it were missing", { ...body, effectiveDate: null }],
    ["whose date does not exist", { ...body, effectiveDate: "2026-02-30" }],
    ["with more than is known", { ...body, note: 1 }],
  ])("%s has its shape", (_, sent) => {
    assert.isTrue(Either.isRight(decode(sent)))
  })

  it.each([
    ["an empty version", { ...body, version: "" }],
    ["a version of 256 characters", { ...body, version: "🍪".repeat(256) }],
    ["a version that is not a string", { ...body, version: 1 }],
    ["no version", { hash: body.hash, effectiveDate: body.effectiveDate }],
    ["an upper-case hash", { ...body, hash: `sha256:${"0A".repeat(32)}` }],
    ["a hash with a line behind", { ...body, hash: `${body.hash}\n` }],
    ["a short hash", { ...body, hash: "sha256:0a" }],
    ["a date that is not a string", { ...body, effectiveDate: 0 }],
    ["undefined for a date", { ...body, effectiveDate: undefined }],
  ])("%s is a wrong shape", (_, sent) => {
    assert.isTrue(Either.isLeft(decode(sent)))
  })

  it.each([
    ["version", { ...body, version: "" }, "must not be empty"],
    ["hash", { ...body, hash: "sha256:0A" }, "must be 'sha256:' and 64 lower-case hex digits"],
  ])("a refusal of its %s says what it must be", (field, sent, message) => {
    const issues = Either.match(decode(sent), { onLeft: ({ issue }) => schemaIssues(issue), onRight: () => [] })
    assert.deepStrictEqual(
      issues.map(({ message: said, path }) => [path.join("."), said.replace(/, got .*/, "")]),
      [[field, message]],
    )
  })

  it("its date is an instant; a date without time starts in UTC", () => {
    assert.strictEqual(parseEffectiveDate(body), Date.parse("2026-01-31T00:00:00Z"))
    assert.strictEqual(parseEffectiveDate({ effectiveDate: "2026-01-31T02:00:00+02:00" }), Date.parse("2026-01-31"))
  })

  it.each(["", "soon", "2026-02-30", "2026-01-31T24:00:00Z"])("%j is a wrong date", (effectiveDate) => {
    assert.isNull(parseEffectiveDate({ effectiveDate }))
  })

  it("a missing date is an invalid date", () => {
    assert.isNull(parseEffectiveDate({}))
  })
})
