import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { isPlainObject } from "./PlainValue.js"
import { SubmissionBody } from "../consent/record/Submission.js"
import { VendorChoice } from "../vendor/VendorChoice.js"
import { decodesToItself, isExactly } from "./AsIs.js"
import { optional, strict } from "./Member.js"

const names = ["kind", "a", "b", "n", "name", "children", "value", "basis", "confirmedAt", "too long"]

/** Adds or replaces a member in one object of a value. */
const changed = (value: unknown, at: number, name: string, member: unknown): unknown => {
  let objects = 0
  return JSON.parse(JSON.stringify(value) ?? "null", (_, part: unknown) => {
    if (!isPlainObject(part) || objects++ !== at >> 1) return part
    const own = Object.keys(part)
    return { ...part, [at % 2 === 0 ? name : (own[at % own.length] ?? name)]: member }
  })
}

/** JSON that resembles a schema's input, and is mostly valid. */
const inputsOf = <A, I>(schema: Schema.Schema<A, I>): FastCheck.Arbitrary<unknown> => {
  const encoded = Arbitrary.make(Schema.encodedSchema(schema))
  const plain = encoded.map((value): unknown => JSON.parse(JSON.stringify(value) ?? "null"))
  const member = FastCheck.jsonValue({ maxDepth: 2 })
  const near = FastCheck.tuple(encoded, FastCheck.nat(20), FastCheck.constantFrom(...names), member)
  return FastCheck.oneof(
    plain,
    near.map((parts) => changed(...parts)),
    FastCheck.jsonValue(),
  )
}

const law = <A, I>(name: string, schema: Schema.Schema<A, I>): void => {
  const [check, decode] = [decodesToItself(schema), Schema.decodeUnknownEither(schema)]
  it.prop(
    name,
    [inputsOf(schema)],
    ([input]) => {
      if (check(input)) assert.deepStrictEqual(Either.getOrNull(decode(input)), input)
    },
    { fastCheck: { numRuns: 500 } },
  )
}

interface Tree {
  readonly name: string
  readonly children: ReadonlyArray<Tree>
}

const Tree: Schema.Schema<Tree> = Schema.Struct({
  name: Schema.String,
  children: Schema.Array(Schema.suspend(() => Tree)),
})

const Upper = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (text) => text.toUpperCase(),
  encode: (text) => text,
})

const Even = Schema.transformOrFail(Schema.Number, Schema.Number, {
  strict: true,
  decode: (value, _, ast) =>
    value % 2 === 0 ? ParseResult.succeed(value) : ParseResult.fail(new ParseResult.Type(ast, value)),
  encode: (value) => ParseResult.succeed(value),
})

const ByKind = Schema.Union(
  Schema.Struct({ kind: Schema.Literal("a"), n: Schema.Number }),
  Schema.Struct({ kind: Schema.Literal("b"), n: Schema.optionalWith(Even, { default: () => 1 }) }),
)

describe("a value that passes decodes to itself", () => {
  law("a submission", SubmissionBody)
  law("a vendor choice", VendorChoice)
  law("a recursive schema", Tree)
  law("a transformation", Upper)
  law("a transformation that may fail", Even)
  law("a union distinguished by a literal", ByKind)
  law(
    "a union whose members overlap",
    Schema.Union(
      Schema.Record({ key: Schema.String, value: Schema.Unknown }),
      Schema.Struct({ kind: Schema.Literal("x"), a: optional(Upper) }),
    ),
  )
  law(
    "a strict map with limited keys",
    Schema.Record({ key: Schema.String.pipe(Schema.maxLength(3)), value: Even }).pipe(Schema.annotations(strict)),
  )
  law("both kinds of keys", Schema.Struct({ a: Schema.String }, { key: Schema.String, value: Schema.Unknown }))
  law("a renamed key", Schema.Struct({ a: Schema.propertySignature(Schema.String).pipe(Schema.fromKey("b")) }))
  law("a tuple", Schema.Tuple(Schema.String, Upper))
  law("a composition", Schema.compose(Upper, Schema.String))
  law("nothing but not null", Schema.Struct({}))
  law("a class", Schema.Struct({ a: optional(Schema.Date) }))
  law("undefined", Schema.Struct({ a: Schema.UndefinedOr(Schema.String) }))
  law("a fallback", Schema.Struct({ a: Schema.Number.annotations({ decodingFallback: () => ParseResult.succeed(0) }) }))
})

/** A browser's submission; the fast path is only useful if this input takes it. */
const ordinary = {
  type: "cookie_banner",
  subjectId: "sub_a",
  givenAt: 1_760_000_000_000,
  domain: "shop.example",
  preferences: { necessary: true, measurement: true },
  choice: {
    version: 3,
    categories: { measurement: { value: true, confirmedAt: 1_760_000_000_000, basis: { kind: "legacy-v2" } } },
  },
  metadata: { page: "/", nested: [{ a: null }] },
  policySnapshotToken: "a.b.c",
}

describe("the checked inputs", () => {
  const passes = decodesToItself(SubmissionBody)

  it("an ordinary submission passes", () => {
    assert.isTrue(passes(ordinary))
    assert.isTrue(passes({ ...ordinary, policyId: null, vendorChoice: null }))
  })

  it("an input that decoding would change or refuse does not pass", () => {
    const changes = [
      { domain: "Shop.example" },
      { domain: "not a host" },
      { unknown: 1 },
      { preferences: { measurement: "yes" } },
      { preferences: undefined },
      { metadata: { page: "x".repeat(20_000) } },
      { choice: { version: 3, categories: { measurement: { value: true, confirmedAt: 0 } } } },
      { choice: { version: 3, categories: { necessary: { value: true, confirmedAt: 0 } } } },
      { choice: ordinary.choice, receipts: [] },
    ]
    for (const change of changes) assert.isFalse(passes({ ...ordinary, ...change }), JSON.stringify(change))
    assert.isFalse(passes(new Map()))
    assert.isFalse(passes([]))
    assert.isFalse(passes(null))
  })

  it("a transformation of members passes only where each of them stays as it is, absent ones included", () => {
    const Options = Schema.Struct({
      n: Schema.optionalWith(Schema.Number, { default: () => 1 }),
      m: Schema.optionalWith(Schema.String, { as: "Option", exact: true }),
      text: Schema.optionalWith(Schema.String, { nullable: true }),
    })
    const mixed = decodesToItself(Options)
    for (const input of [{}, { n: 1 }, { n: 1, m: "a" }, { n: 1, text: null }]) {
      assert.isFalse(mixed(input), JSON.stringify(input))
    }
    const byDefault = decodesToItself(Schema.Struct({ n: Schema.optionalWith(Schema.Number, { default: () => 1 }) }))
    assert.isTrue(byDefault({ n: 2 }))
    assert.isFalse(byDefault({}))
    assert.isFalse(byDefault({ n: undefined }))
    const nullable = decodesToItself(Schema.Struct({ text: Schema.optionalWith(Schema.String, { nullable: true }) }))
    assert.isTrue(nullable({ text: "a" }))
    assert.isTrue(nullable({}))
    assert.isFalse(nullable({ text: null }))
    const renamed = decodesToItself(
      Schema.Struct({ a: Schema.propertySignature(Schema.String).pipe(Schema.fromKey("b")) }),
    )
    assert.isFalse(renamed({ a: "x" }))
    assert.isFalse(renamed({ b: "x" }))
  })

  it("a required member has to be there", () => {
    const both = decodesToItself(Schema.Struct({ a: Schema.Unknown, b: optional(Schema.Unknown) }))
    assert.isTrue(both({ a: 1 }))
    assert.isTrue(both({ a: undefined, b: 1 }))
    assert.isFalse(both({ b: 1 }))
    assert.isFalse(both(Object.create({ a: 1 })))
  })

  it("a list, a map and a union pass where all of their members do", () => {
    const list = decodesToItself(Schema.Array(Schema.Union(Schema.String, Schema.Undefined)))
    assert.isTrue(list([]))
    assert.isTrue(list(["a", undefined]))
    assert.isFalse(list(["a", null]))
    const map = decodesToItself(Schema.Record({ key: Schema.String.pipe(Schema.maxLength(2)), value: Schema.Boolean }))
    assert.isTrue(map({}))
    assert.isTrue(map({ ab: true }))
    assert.isFalse(map({ abc: true }))
    assert.isFalse(map({ a: 1 }))
    const nothing = decodesToItself(Schema.Undefined)
    assert.isTrue(nothing(undefined))
    assert.isFalse(nothing(null))
  })

  it.each<[string, Schema.Schema.AnyNoContext, unknown]>([
    ["a tuple", Schema.Tuple(Schema.String, Schema.String), ["a"]],
    ["a tuple with others", Schema.Tuple([Schema.String], Schema.Number), [1]],
    ["an empty tuple", Schema.Tuple(), [1]],
    ["others before a last one", Schema.Tuple([], Schema.String, Schema.Number), ["a", "b"]],
    ["any but null", Schema.Struct({}), null],
    ["both kinds of keys", Schema.Struct({ a: Schema.String }, { key: Schema.String, value: Schema.String }), { a: 1 }],
    [
      "two kinds of other keys",
      Schema.Struct(
        {},
        { key: Schema.TemplateLiteral("a", Schema.String), value: Schema.String },
        { key: Schema.TemplateLiteral("b", Schema.String), value: Schema.String },
      ),
      { ab: 1 },
    ],
    ["an instance where an object is", Schema.Union(Schema.Struct({ a: Schema.String }), Schema.Date), new Map()],
  ])("%s: what is refused does not pass", (_, schema, input) => {
    assert.isTrue(Either.isLeft(Schema.decodeUnknownEither(Schema.asSchema(schema))(input)))
    assert.isFalse(decodesToItself(Schema.asSchema(schema))(input))
  })

  it("a member that decoding replaces by a fallback does not pass", () => {
    const fallback = { decodingFallback: () => ParseResult.succeed(0) }
    assert.isFalse(decodesToItself(Schema.Number.annotations(fallback))("x"))
    const Late = Schema.transformOrFail(Schema.String, Schema.String, {
      strict: true,
      decode: (text) => Effect.delay(Effect.succeed(text), "1 milli"),
      encode: ParseResult.succeed,
    })
    assert.isFalse(decodesToItself(Late)("a"))
  })

  it("each member of a union is tried", () => {
    const byKind = decodesToItself(ByKind)
    assert.isTrue(byKind({ n: 1, kind: "a" }))
    assert.isTrue(byKind({ kind: "b", n: 2 }))
    assert.isFalse(byKind({ kind: "b", n: 3 }))
    assert.isFalse(byKind({ kind: "b" }))
    assert.isFalse(byKind({ kind: "c", n: 2 }))
  })

  it("a recursive schema is checked to any depth", () => {
    const tree = decodesToItself(Tree)
    assert.isTrue(tree({ name: "a", children: [{ name: "b", children: [] }] }))
    assert.isFalse(tree({ name: "a", children: [{ name: "b", children: [1] }] }))
  })
})

describe("a value that is exactly of a schema's type", () => {
  it("has no key that the schema does not know, and may be one that only the schema can check", () => {
    const isPlace = isExactly(Schema.Struct({ country: Schema.String }))
    assert.isTrue(isPlace({ country: "FR" }))
    assert.isFalse(isPlace({ country: "FR", extra: 1 }))
    assert.isFalse(isPlace({}))
    const isPair = isExactly(Schema.Tuple(Schema.String, Schema.Number))
    assert.isTrue(isPair(["a", 1]))
    assert.isFalse(isPair(["a", "b"]))
  })
})
