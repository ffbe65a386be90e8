import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { issueLine, schemaIssues, withArrival } from "./Issues.js"

const problems = (schema: Schema.Schema.AnyNoContext, input: unknown): ReadonlyArray<string> =>
  Either.match(Schema.decodeUnknownEither(Schema.asSchema(schema), { errors: "all" })(input), {
    onLeft: ({ issue }) => schemaIssues(issue).map(issueLine),
    onRight: () => [],
  })

interface Nested {
  readonly inner: Nested | null
}

const Nested: Schema.Schema<Nested> = Schema.Struct({ inner: Schema.NullOr(Schema.suspend(() => Nested)) })

/** Decodes no text. */
const Upper = Schema.transformOrFail(Schema.String, Schema.String, {
  strict: true,
  decode: (text, _, ast) => ParseResult.fail(new ParseResult.Type(ast, text, "must be upper-case")),
  encode: ParseResult.succeed,
})

const withKeywords = (jsonSchema: object) => Schema.String.pipe(Schema.filter(() => false, { jsonSchema }))

describe("what is expected", () => {
  it.each<[string, Schema.Schema.AnyNoContext, unknown, string]>([
    ["a string", Schema.String, true, "a string, got true"],
    ["a template", Schema.TemplateLiteral("sub_", Schema.String), null, "a string, got null"],
    ["a number", Schema.Number, "1", "a number, got a string"],
    ["a flag", Schema.Boolean, 1, "true or false, got the number 1"],
    ["a literal", Schema.Literal(3), 4, "3, got the number 4"],
    ["an object", Schema.Struct({ a: Schema.String }), [], "an object, got an empty list"],
    ["any object", Schema.Object, "x", "an object, got a string"],
    ["a list", Schema.Array(Schema.String), {}, "a list, got an object"],
    ["nothing", Schema.Undefined, 0, "absent, got the number 0"],
    ["what has no words", Schema.SymbolFromSelf, 0, "a value of another kind, got the number 0"],
    ["what is decoded", Schema.NumberFromString, 1, "a string, got a number"],
    ["what contains itself", Schema.suspend(() => Nested), 1, "an object, got the number 1"],
    ["more than", Schema.Number.pipe(Schema.greaterThan(3)), 3, "a number greater than 3, got the number 3"],
    ["a range", Schema.Number.pipe(Schema.between(1, 5)), 6, "a number from 1 to 5, got the number 6"],
    ["at least", Schema.Number.pipe(Schema.greaterThanOrEqualTo(2)), 1, "a number of at least 2, got the number 1"],
    ["at most", Schema.Number.pipe(Schema.lessThanOrEqualTo(2)), 3, "a number of at most 2, got the number 3"],
    ["less than", Schema.Number.pipe(Schema.lessThan(2)), 3, "a number, got the number 3"],
    ["a whole number", Schema.Int, 0.5, "a whole number, got the number 0.5"],
    ["some text", Schema.NonEmptyString, "", "a string that is not empty, got an empty string"],
    ["a long text", Schema.String.pipe(Schema.minLength(3)), "ab", "a string of at least 3 characters, got a string"],
    ["a short text", Schema.String.pipe(Schema.maxLength(1)), "ab", "a string of at most 1 characters, got a string"],
    [
      "both",
      withKeywords({ minLength: 1, maxLength: 2 }),
      "",
      "a string of at least 1 characters, got an empty string",
    ],
    ["a UUID", Schema.UUID, "x", "a UUID, got a string"],
    ["a UUID by its format", withKeywords({ format: "uuid" }), "x", "a UUID, got a string"],
    ["another format", withKeywords({ format: "email" }), "x", "a string, got a string"],
    ["a pattern", Schema.String.pipe(Schema.pattern(/^a/)), "b", "a string, got a string"],
    ["a rule in code", Schema.Number.pipe(Schema.filter((value) => value > 1)), 1, "a number, got the number 1"],
    ["bounds that are no numbers", withKeywords({ minimum: "a", maxLength: "b" }), "x", "a string, got a string"],
  ])("is named for %s", (_, schema, input, expected) => {
    assert.deepStrictEqual(problems(schema, input), [`must be ${expected}`])
  })

  it.each<[Schema.Schema.AnyNoContext, string]>([
    [Schema.Literal("a"), '"a"'],
    [Schema.Literal("a", "b"), '"a" or "b"'],
    [Schema.Literal("a", "b", "c"), '"a", "b" or "c"'],
    [
      Schema.Union(
        Schema.String,
        Schema.String.pipe(
          Schema.maxLength(9),
          Schema.filter(() => true),
        ),
      ),
      "a string or a string of at most 9 characters",
    ],
    [Schema.Union(Schema.String, Schema.NumberFromString), "a string"],
    [Schema.NullOr(Schema.String), "a string"],
    [Schema.Union(Schema.Undefined, Schema.Boolean, Schema.Null, Schema.String), "true or false or a string"],
  ])("is named once for each kind of a union, without null and undefined: %#", (schema, expected) => {
    assert.deepStrictEqual(problems(schema, []), [`must be ${expected}, got an empty list`])
  })
})

describe("what came", () => {
  const Names = Schema.Literal("all", "none")

  it.each<[string, unknown, string]>([
    ["a misspelled name", "al", '"al"'],
    ["a name of 32 characters", `a${"_".repeat(31)}`, `"a${"_".repeat(31)}"`],
    ["a longer one", `a${"_".repeat(32)}`, "a string"],
    ["a word with a blank", "all of it", "a string"],
    ["what begins with a digit", "1all", "a string"],
    ["what ends in a dot", "all.", "a string"],
    ["nothing", "", "an empty string"],
    ["a list", [1, 2, 3], "a list of 3"],
    ["undefined", undefined, "undefined"],
    ["false", false, "false"],
    ["a symbol", Symbol.iterator, "a symbol"],
    ["a bigint", 1n, "a bigint"],
    ["a function", problems, "a function"],
  ])("is repeated where it may be a misspelled name, else described: %s", (_, input, arrival) => {
    assert.deepStrictEqual(problems(Names, input), [`must be "all" or "none", got ${arrival}`])
  })

  it("is not repeated where no name is expected, as it may be a secret", () => {
    for (const schema of [Schema.Literal(1), Schema.Number, Schema.Union(Schema.Number, Schema.Boolean)]) {
      assert.notInclude(problems(schema, "secret").join(), "secret")
      assert.include(problems(schema, "secret").join(), "got a string")
    }
    assert.deepStrictEqual(problems(Schema.Union(Schema.Number, Names), "al"), [
      'must be a number or "all" or "none", got "al"',
    ])
  })

  it("has its size where a message says what is expected", () => {
    assert.strictEqual(withArrival("must be a country", ""), "must be a country, got an empty string")
    assert.strictEqual(withArrival("must be a country", "🍪"), "must be a country, got a string of 1 character")
    assert.strictEqual(withArrival("must be a country", "deu"), "must be a country, got a string of 3 characters")
    assert.strictEqual(withArrival("must be a day", 5), "must be a day, got the number 5")
    assert.strictEqual(withArrival("must be a string", 5), "must be a string, got a number")
  })

  it.each(["is unknown", "can be 5, it must be", "must be a day, got none"])("is not added to %j", (message) => {
    assert.strictEqual(withArrival(message, "x"), message)
  })

  it("is not added where it is neither text nor number", () => {
    for (const value of [null, undefined, true, [], {}])
      assert.strictEqual(withArrival("must be a day", value), "must be a day")
  })
})

describe("of several forms", () => {
  const Leaf = Schema.Struct({ a: Schema.Struct({ b: Schema.Number }), c: Schema.Number })

  it.each<[string, Schema.Schema.AnyNoContext, unknown, ReadonlyArray<string>]>([
    [
      "the one with fewer problems",
      Schema.Union(
        Schema.Struct({ kind: Schema.Literal("a"), n: Schema.Number }),
        Schema.Struct({ kind: Schema.Literal("b"), m: Schema.Number }),
      ),
      { kind: "b" },
      ["m: is missing"],
    ],
    [
      "the one that the input is nearest to, although it has more problems",
      Schema.Union(Schema.Struct({ d: Schema.Number }), Leaf),
      { a: { b: "x" } },
      ["a.b: must be a number, got a string", "c: is missing"],
    ],
    [
      "the one that is followed furthest, whatever else is missing",
      Schema.Union(
        Schema.Struct({ a: Schema.Struct({ x: Schema.Number }) }),
        Schema.Struct({ a: Schema.Struct({ b: Schema.Struct({ c: Schema.Number }) }), d: Schema.Number }),
      ),
      { a: { b: { c: "x" } } },
      ["a.b.c: must be a number, got a string", "d: is missing"],
    ],
    [
      "the list for a list",
      Schema.Union(Schema.Struct({ a: Schema.Number }), Schema.Array(Schema.Number)),
      ["x"],
      ["0: must be a number, got a string"],
    ],
    [
      "the text for a text that is too short",
      Schema.Union(Schema.Struct({ a: Schema.Number }), Schema.String.pipe(Schema.minLength(5))),
      "abc",
      ["must be a string of at least 5 characters, got a string"],
    ],
    [
      "all of them for another kind",
      Schema.Union(Schema.Struct({ a: Schema.Number }), Schema.Int),
      "abc",
      ["must be an object or a whole number, got a string"],
    ],
    [
      "the one that is decoded for a text that cannot be",
      Schema.Union(Schema.Struct({ a: Schema.Number }), Upper),
      "abc",
      ["must be upper-case, got a string of 3 characters"],
    ],
    [
      "all of them for what cannot be decoded, either",
      Schema.Union(Schema.Struct({ a: Schema.Number }), Schema.NumberFromString),
      1,
      ["must be an object or a string, got a number"],
    ],
    ["the only one next to null", Schema.NullOr(Leaf), { a: { b: 1 } }, ["c: is missing"]],
    ["the only one next to undefined", Schema.UndefinedOr(Leaf), { a: { b: 1 } }, ["c: is missing"]],
    ["the only one for another kind", Schema.NullOr(Leaf), 5, ["must be an object, got the number 5"]],
  ])("the problems of %s are reported", (_, schema, input, expected) => {
    assert.deepStrictEqual(problems(schema, input), expected)
  })
})

describe("the words of a schema's author", () => {
  const Even = Schema.Number.pipe(Schema.filter((value) => value % 2 === 0, { message: () => "must be even" }))

  it("are used with what came, but not for an input of another kind", () => {
    assert.deepStrictEqual(problems(Even, 3), ["must be even, got the number 3"])
    assert.deepStrictEqual(problems(Even, "x"), ["must be a number, got a string"])
  })

  it("are used for what is wrong inside only where they are to replace it", () => {
    const Pair = Schema.Struct({ one: Even })
    const [told, replaced] = [
      Pair.annotations({ message: () => "must be a pair" }),
      Pair.annotations({ message: () => ({ message: "must be a pair", override: true }) }),
    ]
    const kept = Pair.annotations({ message: () => ({ message: "must be a pair", override: false }) })
    assert.deepStrictEqual(problems(told, { one: 1 }), ["one: must be even, got the number 1"])
    assert.deepStrictEqual(problems(replaced, { one: 1 }), ["must be a pair"])
    assert.deepStrictEqual(problems(kept, { one: 1 }), ["one: must be even, got the number 1"])
    assert.deepStrictEqual(problems(kept, 5), ["must be a pair, got the number 5"])
    assert.deepStrictEqual(problems(told, "x"), ["must be a pair, got a string of 1 character"])
  })

  it("of a decoding are those of its error", () => {
    assert.deepStrictEqual(problems(Upper, "abc"), ["must be upper-case, got a string of 3 characters"])
    assert.deepStrictEqual(problems(Upper.annotations({ message: () => "must be loud" }), "abc"), [
      "must be loud, got a string of 3 characters",
    ])
    assert.deepStrictEqual(problems(Upper.annotations({ message: () => "must be loud" }), 5), [
      "must be a string, got a number",
    ])
  })
})

describe("a line about an issue", () => {
  it("has the path, its long keys cut, and none for the input itself", () => {
    assert.strictEqual(issueLine({ path: [], kind: "invalid", message: "must be x" }), "must be x")
    assert.strictEqual(issueLine({ path: ["a", 0, "b"], kind: "missing", message: "is missing" }), "a.0.b: is missing")
    const [longest, longer] = ["k".repeat(64), "k".repeat(65)]
    assert.strictEqual(issueLine({ path: [longest], kind: "missing", message: "is missing" }), `${longest}: is missing`)
    assert.strictEqual(issueLine({ path: [longer], kind: "missing", message: "is missing" }), `${longest}…: is missing`)
    const emoji = `${"k".repeat(63)}🍪`
    assert.isTrue(issueLine({ path: [emoji], kind: "missing", message: "is missing" }).isWellFormed())
  })
})
