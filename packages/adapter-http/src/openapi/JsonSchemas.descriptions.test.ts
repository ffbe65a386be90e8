import { assert, describe, it } from "@effect/vitest"
import { api } from "../Api.js"
import type { JsonSchema } from "./DocumentTypes.js"
import { documentationsOf, mapMembers, tidied, withDescriptions } from "./JsonSchemas.js"
import { makeOpenApiDocument } from "./Document.js"

const { schemas } = makeOpenApiDocument(api, { title: "cs API", version: "1" }).components

/** Translated texts are described by their key. */
const selfExplaining = ["TranslationBundle"]

/** Every field of a schema by its dotted path, with its schema. */
const fieldsOf = (schema: JsonSchema, path = ""): ReadonlyArray<readonly [path: string, field: JsonSchema]> => {
  const found: Array<readonly [string, JsonSchema]> = []
  mapMembers(schema, (member, keyword, name) => {
    const inner = keyword === "properties" ? `${path}.${name}` : path
    // A condition has no type; the fields it names are described where they are declared.
    if (keyword === "properties" && schema["type"] === "object") found.push([inner, member])
    found.push(...fieldsOf(member, inner))
    return member
  })
  return found
}

describe("descriptions of schemas", () => {
  it("every component and every field of it is described", () => {
    const silent = Object.entries(schemas).flatMap(([name, schema]) => [
      ...("description" in schema ? [] : [name]),
      ...(selfExplaining.includes(name) ? [] : fieldsOf(schema)).flatMap(([path, field]) =>
        "description" in field || "$ref" in field ? [] : [`${name}${path}`],
      ),
    ])
    assert.deepStrictEqual(silent, [])
  })

  it("every description has a component", () => {
    assert.includeMembers(Object.keys(schemas), Array.from(documentationsOf(api).keys()))
  })

  it("the text of a whole path wins over that of its last part", () => {
    const field = { type: "object", properties: { id: { type: "string" } } }
    const components = { SubjectState: { ...field, properties: { subject: field, id: { type: "string" } } } }
    const described = withDescriptions(components, documentationsOf(api))
    const texts = Object.fromEntries(fieldsOf(described["SubjectState"] ?? {}))
    assert.strictEqual(texts[".subject.id"]?.["description"], "The visitor's id")
    assert.notProperty(texts[".id"], "description")
  })
})

describe("tidied schemas", () => {
  it("lose empty keywords, but keep fields that are named like keywords", () => {
    const schema = {
      type: "object",
      title: "of the generator",
      required: [],
      properties: { title: { type: "string", title: "x" }, required: { type: "array", items: { $id: "y" } } },
      additionalProperties: true,
    }
    assert.deepStrictEqual(tidied(schema), {
      type: "object",
      properties: { title: { type: "string" }, required: { type: "array", items: {} } },
    })
  })

  it("keep what closes an object or describes its other keys", () => {
    const closed = { type: "object", additionalProperties: false }
    assert.deepStrictEqual(tidied({ anyOf: [closed] }), { anyOf: [closed] })
    assert.deepStrictEqual(tidied({ type: "object", patternProperties: { "": { type: "boolean" } } }), {
      type: "object",
      additionalProperties: { type: "boolean" },
    })
    const byPattern = { type: "object", patternProperties: { "^a": { type: "boolean" } } }
    assert.deepStrictEqual(tidied(byPattern), byPattern)
  })
})
