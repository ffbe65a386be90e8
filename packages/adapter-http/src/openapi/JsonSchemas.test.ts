import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { payloadSchema } from "./JsonSchemas.js"

const strict = { parseOptions: { onExcessProperty: "error" } } as const

const Inner = Schema.Struct({ value: Schema.Boolean })

const closes = (schema: Schema.Schema.Any): boolean =>
  JSON.stringify(payloadSchema(schema.ast)).includes('"additionalProperties":false')

describe("schemas of request bodies", () => {
  it("an object is open unless decoding refuses unknown keys", () => {
    assert.isFalse(closes(Inner))
    assert.isTrue(closes(Inner.annotations(strict)))
  })

  it("strictness applies to nested objects, through any schema in between", () => {
    const withDefault = Schema.Struct({ inner: Schema.optionalWith(Inner, { default: () => ({ value: true }) }) })
    const within: ReadonlyArray<Schema.Schema.Any> = [
      Schema.Struct({ inner: Inner }),
      Schema.Array(Inner),
      Schema.Tuple(Inner),
      Schema.NullOr(Inner),
      Inner.pipe(Schema.filter(() => true)),
      withDefault,
    ]
    for (const schema of within) {
      assert.isFalse(closes(schema))
      assert.isTrue(closes(schema.annotations(strict)), String(schema.ast))
    }
  })

  it("a map keeps its rule for keys", () => {
    const map = Schema.Record({ key: Schema.String, value: Schema.Boolean }).annotations(strict)
    assert.deepStrictEqual(payloadSchema(map.ast).schema["additionalProperties"], { type: "boolean" })
  })

  it("a part that is not strict stays open next to one that is", () => {
    const { schema } = payloadSchema(Schema.Struct({ open: Inner, closed: Inner.annotations(strict) }).ast)
    assert.notStrictEqual(schema["additionalProperties"], false)
  })

  it("named schemas become components", () => {
    const named = Inner.annotations({ identifier: "Inner" })
    const { components, schema } = payloadSchema(Schema.Struct({ named }).ast)
    assert.hasAllKeys(components, ["Inner"])
    assert.include(JSON.stringify(schema), "#/components/schemas/Inner")
  })
})
