import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { ErasureBody, HoldBody, personOf, scopeOf } from "./Bodies.js"

/** What is wrong with a body: the path and the message of each problem. That null is accepted, too, is left out. */
const problemsOf = <A, I>(schema: Schema.Schema<A, I>, body: unknown): ReadonlyArray<string> =>
  Either.match(Schema.decodeUnknownEither(schema, { errors: "all" })(body), {
    onLeft: (error) =>
      ParseResult.ArrayFormatter.formatErrorSync(error)
        .filter(({ message }) => !message.startsWith("Expected null"))
        .map(({ message, path }) => `${path.join(".")} ${message}`),
    onRight: () => [],
  })

const onePerson = "subjectId must be given, or else externalId; not both"

describe("the body of an erasure", () => {
  const reason = "art. 17"

  it.each<readonly [title: string, body: object, problems: ReadonlyArray<string>]>([
    ["a subject", { subjectId: "sub_1", reason }, []],
    ["an account", { externalId: "user-1", reason }, []],
    ["an account next to a subject that is null", { subjectId: null, externalId: "user-1", reason }, []],
    ["both", { subjectId: "sub_1", externalId: "user-1", reason }, [onePerson]],
    ["neither", { reason }, [onePerson]],
    ["no reason", { subjectId: "sub_1", reason: "" }, ["reason must not be empty"]],
    ["a subject without a name", { subjectId: "", reason }, ["subjectId must not be empty"]],
    ["a long name", { subjectId: "s".repeat(256), reason }, ["subjectId must have at most 255 characters"]],
    ["a long reason", { subjectId: "sub_1", reason: "r".repeat(1_001) }, ["reason must have at most 1000 characters"]],
    ["a part", { subjectId: "sub_1", reason, parts: ["trace"] }, []],
    ["parts that are none", { subjectId: "sub_1", reason, parts: [] }, ["parts must name a part: trace"]],
  ])("has these problems: %s", (_, body, problems) => {
    assert.deepStrictEqual(problemsOf(ErasureBody, body), problems)
  })

  it("means the person that it names", () => {
    assert.deepStrictEqual(personOf({ subjectId: "sub_1" }), { subjectId: "sub_1" })
    assert.deepStrictEqual(personOf({ subjectId: null, externalId: "user-1" }), { externalId: "user-1" })
  })
})

describe("the body of a hold", () => {
  it("needs a reason", () => {
    assert.deepStrictEqual(problemsOf(HoldBody, { scope: {}, reason: "" }), ["reason must not be empty"])
    assert.deepStrictEqual(problemsOf(HoldBody, { scope: {}, reason: "claim" }), [])
  })

  it("has a scope of just the members that are given, with times as numbers", () => {
    const scope = { subjectId: "sub_1", externalId: "user-1", type: "dpa" }
    const times = { from: "2026-01-01", to: "2026-01-01T01:00:00Z" }
    const [from, to] = [1_767_225_600_000, 1_767_229_200_000]
    assert.deepStrictEqual(scopeOf({ ...scope, ...times }), Either.right({ ...scope, from, to }))
    assert.deepStrictEqual(scopeOf({ from: "1970-01-01" }), Either.right({ from: 0 }))
    assert.deepStrictEqual(scopeOf({}), Either.right({}))
    const nothing = { subjectId: null, externalId: null, type: null, from: null, to: null }
    assert.deepStrictEqual(scopeOf(nothing), Either.right({}))
    for (const [name, value] of Object.entries(scope))
      assert.deepStrictEqual(scopeOf({ ...nothing, [name]: value }), Either.right({ [name]: value }))
  })

  it("names each time that cannot be read", () => {
    const message = "must be an ISO 8601 date or timestamp"
    const [from, to] = [
      { path: "scope.from", message },
      { path: "scope.to", message },
    ]
    assert.deepStrictEqual(scopeOf({ from: "yesterday" }), Either.left([from]))
    assert.deepStrictEqual(scopeOf({ from: "2026-01-01", to: "tomorrow" }), Either.left([to]))
    assert.deepStrictEqual(scopeOf({ from: "yesterday", to: "tomorrow" }), Either.left([from, to]))
  })
})
