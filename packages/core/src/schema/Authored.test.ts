import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import {
  as,
  callback,
  Flag,
  foreign,
  group,
  NonBlank,
  optional,
  orNull,
  resolving,
  Text,
  Texts,
  unjudged,
  whole,
  withDefault,
} from "./Authored.js"
import { issueLine, schemaIssues } from "./Issues.js"

/** The settings of authored options, or what is wrong with them. */
const settingsOf = <A, I>(schema: Schema.Schema<A, I>, authored: unknown): A | ReadonlyArray<string> =>
  Either.getOrElse(Schema.decodeUnknownEither(schema, { errors: "all" })(authored), ({ issue }) =>
    schemaIssues(issue).map(issueLine),
  )

const Options = Schema.Struct({
  enabled: withDefault(Flag, true),
  path: orNull(Text),
  issuer: optional(Text),
  openapi: group(Schema.Struct({ title: withDefault(Text, "API") })),
})

describe("an option that is left out", () => {
  it("has its default, is null or is absent, and so is one that is undefined", () => {
    const settings = { enabled: true, path: null, openapi: { title: "API" } }
    assert.deepStrictEqual(settingsOf(Options, {}), settings)
    const authored = { enabled: undefined, path: undefined, issuer: undefined, openapi: undefined }
    assert.deepStrictEqual(settingsOf(Options, authored), settings)
    assert.deepStrictEqual(settingsOf(Options, { openapi: { title: undefined } }), settings)
  })

  it("is not the same as one that is given", () => {
    const authored = { enabled: false, path: "", issuer: "", openapi: { title: "Mine" } }
    assert.deepStrictEqual(settingsOf(Options, authored), authored)
  })

  it("is not the same as one that is null", () => {
    assert.deepStrictEqual(settingsOf(Options, { enabled: null, path: null, issuer: null }), [
      "enabled: must be true or false",
      "path: must be a string",
      "issuer: must be a string",
    ])
  })

  it("is written again as it was authored", () => {
    const settings = { enabled: true, path: null, openapi: { title: "API" } }
    assert.deepStrictEqual(Schema.encodeSync(Options)(settings), { enabled: true, openapi: { title: "API" } })
    const given = { ...settings, path: "/docs", issuer: "me" }
    assert.deepStrictEqual(Schema.encodeSync(Options)(given), given)
  })
})

describe("what is wrong with an option", () => {
  const hostile = Proxy.revocable({}, {})
  hostile.revoke()

  it.each<[string, Schema.Schema.AnyNoContext, unknown, string]>([
    ["a text", Text, 5, "must be a string, got a number"],
    ["a flag", Flag, 0, "must be true or false, got the number 0"],
    ["a text that is not blank", NonBlank, " \t", "must be a string that is not blank, got a string of 2 characters"],
    ["no blank text", NonBlank, 5, "must be a string that is not blank, got a number"],
    ["texts", Texts, "one", "must be an array of strings, got a string of 3 characters"],
    ["a text among texts", Texts, ["one", 2], "must be an array of strings"],
    ["too little", whole("seconds", 1, 5), 0, "must be a whole number of seconds, 1 to 5, got the number 0"],
    ["too much", whole("seconds", 1, 5), 6, "must be a whole number of seconds, 1 to 5, got the number 6"],
    ["no whole number", whole("seconds", 1, 5), 1.5, "must be a whole number of seconds, 1 to 5, got the number 1.5"],
    ["no function", callback(), {}, "must be a function"],
    [
      "an object that cannot be read",
      foreign((value) => JSON.stringify(value) === "{}", "must be empty"),
      hostile.proxy,
      "must be empty",
    ],
  ])("%s is reported in the words of the option", (_, schema, authored, problem) => {
    const decoded = Schema.decodeUnknownEither(Schema.asSchema(schema))(authored)
    const issues = Either.match(decoded, {
      onLeft: ({ issue }) => schemaIssues(issue).map(issueLine),
      onRight: () => [],
    })
    assert.deepStrictEqual(issues, [problem])
  })

  it("is nothing for options within bounds", () => {
    const seconds = whole("seconds", 1, 5)
    for (const value of [1, 3, 5]) assert.strictEqual(settingsOf(seconds, value), value)
    assert.strictEqual(settingsOf(NonBlank, " a "), " a ")
    assert.deepStrictEqual(settingsOf(Texts, ["", "a"]), ["", "a"])
    const own = (): void => {}
    assert.strictEqual(settingsOf(callback<() => void>(), own), own)
    assert.strictEqual(
      settingsOf(
        foreign<string>((value) => value === "x", "must be x"),
        "x",
      ),
      "x",
    )
  })
})

describe("an option that another check validates", () => {
  it("is passed on as it is", () => {
    const headers = new Headers({ a: "1" })
    assert.strictEqual(settingsOf(unjudged<Headers>(), headers), headers)
    assert.isUndefined(settingsOf(unjudged<undefined>(), undefined))
  })
})

describe("an option of which a schema checks a part", () => {
  const WithId = as<{ readonly id: string; readonly other?: boolean }>()(Schema.Struct({ id: Schema.NumberFromString }))

  it("keeps its value, with members that the schema does not know, undecoded", () => {
    const authored = { id: "7", other: true }
    assert.strictEqual(settingsOf(WithId, authored), authored)
    assert.deepStrictEqual(Schema.encodeSync(WithId)(authored), authored)
  })

  it("is refused for what the schema refuses", () => {
    assert.deepStrictEqual(settingsOf(WithId, {}), ["id: is missing"])
  })
})

describe("a setting that is made of an option", () => {
  const BasePath = resolving(Text, (path) => path.replace(/\/$/, ""))

  it("is made of one that passes its check", () => {
    assert.strictEqual(settingsOf(BasePath, "/consent/"), "/consent")
    assert.deepStrictEqual(settingsOf(BasePath, 5), ["must be a string, got a number"])
  })

  it("cannot be turned into an option again", () => {
    assert.throws(() => Schema.encodeSync(BasePath)("/consent"), "settings only")
  })
})
