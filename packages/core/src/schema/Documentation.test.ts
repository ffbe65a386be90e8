import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { described, documentationOf } from "./Documentation.js"
import { issueLine, schemaIssues } from "./Issues.js"

const documented = (name: string) =>
  Schema.Struct({ a: Schema.String }).annotations({ identifier: name, ...described({ description: `About ${name}` }) })

const namesIn = (...schemas: ReadonlyArray<Schema.Schema.AnyNoContext>) => [
  ...documentationOf(schemas.map(({ ast }) => ast)).keys(),
]

interface Tree {
  readonly children: ReadonlyArray<Tree>
}

const Tree: Schema.Schema<Tree> = Schema.Struct({ children: Schema.Array(Schema.suspend(() => Tree)) }).annotations({
  identifier: "Tree",
  ...described({ description: "A tree" }),
})

describe("the documentation of schemas", () => {
  it("is found wherever a schema is used", () => {
    const used: ReadonlyArray<[string, (schema: Schema.Schema<{ readonly a: string }>) => Schema.Schema.AnyNoContext]> =
      [
        ["itself", (schema) => schema],
        ["member", (schema) => Schema.Struct({ member: schema })],
        ["optional", (schema) => Schema.Struct({ member: Schema.optionalWith(schema, { exact: true }) })],
        ["map", (schema) => Schema.Record({ key: Schema.String, value: schema })],
        ["list", (schema) => Schema.Array(schema)],
        ["element", (schema) => Schema.Tuple(Schema.String, schema)],
        ["union", (schema) => Schema.Union(Schema.String, schema)],
        ["refined", (schema) => schema.pipe(Schema.filter(() => true))],
        [
          "encoded",
          (schema) =>
            Schema.transform(schema, Schema.Unknown, { strict: true, decode: () => 1, encode: () => ({ a: "" }) }),
        ],
        [
          "decoded",
          (schema) =>
            Schema.transform(Schema.Unknown, schema, { strict: true, decode: () => ({ a: "" }), encode: () => 1 }),
        ],
        ["suspended", (schema) => Schema.suspend(() => schema)],
      ]
    for (const [name, use] of used) assert.deepStrictEqual(namesIn(use(documented(name))), [name])
  })

  it("is found in all of several schemas, once each, and in one that contains itself", () => {
    const one = documented("one")
    assert.deepStrictEqual(namesIn(Schema.Struct({ one, tree: Tree }), one, documented("two")), ["one", "Tree", "two"])
  })

  it("is that of a schema with a name only", () => {
    assert.deepStrictEqual(namesIn(Schema.String.annotations(described({ description: "Nameless" }))), [])
    assert.deepStrictEqual(namesIn(Schema.String.annotations({ identifier: "Undocumented" })), [])
  })

  it("has the descriptions of fields and the keywords", () => {
    const documentation = { description: "A place", fields: { country: "A code" }, keywords: { minProperties: 1 } }
    const Place = Schema.Struct({ country: Schema.String }).annotations({
      identifier: "Place",
      ...described(documentation),
    })
    assert.deepStrictEqual(documentationOf([Place.ast]).get("Place"), documentation)
  })

  it("is not in the messages of errors", () => {
    const problems = Either.flip(Schema.decodeUnknownEither(documented("Place"))({ a: 1 }))
    const lines = Either.map(problems, ({ issue }) => schemaIssues(issue).map(issueLine))
    assert.deepStrictEqual(Either.getOrNull(lines), ["a: must be a string, got a number"])
  })
})
