import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { SubmissionBody } from "../consent/record/Submission.js"
import { ReleaseBody } from "../legal-document/PublishDocument.js"
import { PolicyRule } from "../policy/PolicyRule.js"
import { SessionReportBody } from "../session/SessionReport.js"
import { anyRule } from "../testing/RuleArbitrary.js"
import { VendorChoice } from "../vendor/VendorChoice.js"
import { dottedPath, schemaIssues } from "./Issues.js"
import { omissible } from "./Member.js"
import { isPlainObject } from "./PlainValue.js"
import { atMost } from "./Text.js"

const issuesOf =
  <A, I>(schema: Schema.Schema<A, I>, onExcessProperty: "ignore" | "error" = "ignore") =>
  (input: unknown): ReadonlyArray<string> =>
    Either.match(Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty })(input), {
      onRight: () => [],
      onLeft: ({ issue }) =>
        schemaIssues(issue).map(({ message, path }) => `${dottedPath(path) || "body"}: ${message}`),
    })

const save = {
  type: "cookie_banner",
  subjectId: "sub_a",
  domain: "shop.example",
  givenAt: 1,
  preferences: { measurement: true },
}

describe("what is wrong with a save", () => {
  const told = (change: object) => issuesOf(SubmissionBody)({ ...save, ...change })

  it.each<[string, object, ReadonlyArray<string>]>([
    ["a number for an object", { choice: 5 }, ["choice: must be an object, got the number 5"]],
    ["a list for an object", { choice: [1, 2] }, ["choice: must be an object, got a list of 2"]],
    ["an object for a list", { receipts: {} }, ["receipts: must be a list, got an object"]],
    ["a string for a flag", { gpc: "1" }, ["gpc: must be true or false, got a string"]],
    ["a flag for a string", { policyId: true }, ["policyId: must be a string, got true"]],
    ["null in a map", { preferences: { marketing: null } }, ["preferences.marketing: must be true or false, got null"]],
    [
      "a long string",
      { model: "x".repeat(300) },
      ["model: must have at most 255 characters, got a string of 300 characters"],
    ],
    ["another version", { choice: { version: 4, categories: {} } }, ["choice.version: must be 3, got the number 4"]],
    [
      "a missing member deep inside",
      { choice: { version: 3, categories: { marketing: { value: true } } } },
      ["choice.categories.marketing.confirmedAt: is missing"],
    ],
    [
      "the member of a union that was meant",
      {
        choice: {
          version: 3,
          categories: { marketing: { value: true, confirmedAt: 1, basis: { kind: "choice-v1" } } },
        },
      },
      ["choice.categories.marketing.basis.fingerprint: is missing"],
    ],
    [
      "a name that is none of a few",
      { receipts: [{ category: "analytics", value: true, confirmedAt: 1 }] },
      ['receipts.0.category: must be "experience", "functionality", "marketing" or "measurement", got "analytics"'],
    ],
    [
      "a field that has no place",
      { vendorChoice: { version: 1, confirmedAt: 1, grants: {}, note: 1 } },
      ["vendorChoice.note: is unexpected: there is no such field"],
    ],
    [
      "a key that a map cannot have",
      { preferences: { ["x".repeat(300)]: true } },
      [`preferences.${"x".repeat(64)}…: must be a key of at most 255 characters other than __proto__`],
    ],
    [
      "everything together",
      { subjectId: "x", givenAt: "now" },
      [
        "subjectId: must be 'sub_' followed by base58 characters, got a string of 1 character",
        "givenAt: must be a number, got a string",
      ],
    ],
    [
      "a text or a number of another form",
      { domain: "", givenAt: -1 },
      [
        "domain: must be a host name with an optional port, 1 to 253 characters, got an empty string",
        "givenAt: must be whole milliseconds since 1970, not negative, got the number -1",
      ],
    ],
  ])("%s", (_, change, expected) => {
    assert.deepStrictEqual(told(change), expected)
  })

  it("no body at all", () => {
    assert.deepStrictEqual(issuesOf(SubmissionBody)("text"), ["body: must be an object, got a string"])
    assert.deepStrictEqual(issuesOf(SubmissionBody)([]), ["body: must be an object, got an empty list"])
  })

  it("never repeats a string that may be a secret", () => {
    const secret = "eyJhbGciOiJIUzI1NiJ9.secret"
    const misplaced = { gpc: secret, givenAt: secret, preferences: secret, choice: secret, vendorChoice: secret }
    assert.notInclude(told(misplaced).join(), "secret")
    // As YAML reads a key of digits.
    assert.deepStrictEqual(issuesOf(Schema.Struct({ key: Schema.String }))({ key: 12_345 }), [
      "key: must be a string, got a number",
    ])
    assert.notInclude(told({ subjectId: 12_345 }).join(), "12345")
  })
})

/** Words of the schema library, and types as it writes them. */
const foreign = /Struct|Encoded|side|ReadonlyArray|Refinement|readonly|Union|Expected|actual|\||<|filter|Predicate/

/** One part of a value replaced by another, at random. */
const mutated = (value: unknown, at: number, part: unknown): unknown => {
  let seen = 0
  const visit = (one: unknown): unknown => {
    if (seen++ === at) return part
    if (Array.isArray(one)) return one.map(visit)
    return isPlainObject(one) ? Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, visit(inner)])) : one
  }
  return visit(value)
}

const anyPart = FastCheck.oneof(
  FastCheck.constantFrom<unknown>(null, true, -1, 0.5, "", "x".repeat(1_000), [], {}, [[]], { a: 1 }),
  FastCheck.jsonValue({ maxDepth: 2 }),
)

const exists = (value: unknown, path: ReadonlyArray<PropertyKey>): boolean => {
  const [key, ...rest] = path
  if (key === undefined) return true
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? exists(Reflect.get(value, key), rest)
    : false
}

describe("any schema, any input", () => {
  const law = <A, I>(
    name: string,
    schema: Schema.Schema<A, I>,
    encoded: FastCheck.Arbitrary<unknown> = Arbitrary.make(Schema.encodedSchema(schema)),
  ): void => {
    const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
    it.prop(
      name,
      [encoded, FastCheck.nat(60), anyPart],
      ([value, at, part]) => {
        const input = mutated(JSON.parse(JSON.stringify(value) ?? "null"), at, part)
        const decoded = decode(input)
        if (Either.isRight(decoded)) return
        const issues = schemaIssues(decoded.left.issue)
        assert.isNotEmpty(issues)
        for (const { kind, message, path } of issues) {
          assert.notMatch(message, foreign)
          assert.isAtMost(message.length, 250)
          // A missing field is named in an object that is there; everything else is there itself.
          assert.isTrue(exists(input, kind === "missing" ? path.slice(0, -1) : path), dottedPath(path))
        }
        assert.strictEqual(
          new Set(issues.map(({ message, path }) => JSON.stringify([path, message]))).size,
          issues.length,
        )
      },
      { fastCheck: { numRuns: 300 } },
    )
  }

  law("a save", SubmissionBody)
  law("a report", SessionReportBody)
  law("a release", ReleaseBody)
  law("a vendor choice", VendorChoice)
  law("a policy rule", PolicyRule, anyRule)
  law(
    "nested unions",
    Schema.Struct({
      a: omissible(Schema.Union(atMost(3), Schema.Array(Schema.Union(Schema.Int, Schema.Struct({ b: Schema.UUID }))))),
      c: Schema.Union(Schema.Struct({ kind: Schema.Literal("x"), n: Schema.Number }), Schema.Literal("none", "all")),
      d: Schema.Tuple(Schema.String, Schema.optionalElement(Schema.Number)),
      e: Schema.String.pipe(Schema.minLength(2), Schema.pattern(/^a/)),
    }),
  )
})
