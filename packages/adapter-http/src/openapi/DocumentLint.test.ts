/**
 * The rules of Redocly's `recommended` ruleset that the document once broke, and what importers such as Postman's cannot
 * read, checked without the tools themselves: together they install 54 MB and 86 packages. To run them:
 *
 *     npx @redocly/cli lint spec.json
 *     npx -p openapi-to-postmanv2 openapi2postmanv2 -s spec.json -o collection.json
 */
import { assert, describe, it } from "@effect/vitest"
import { api } from "../Api.js"
import { documentedMethods, type JsonSchema } from "./DocumentTypes.js"
import { mapMembers } from "./JsonSchemas.js"
import { makeOpenApiDocument } from "./Document.js"

const document = makeOpenApiDocument(api, { title: "cs API", version: "1.2.3" })
const { schemas } = document.components

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  documentedMethods.flatMap((method) => {
    const operation = item[method]
    return operation === undefined ? [] : [{ name: `${method} ${path}`, operation }]
  }),
)

/** The targets of every `$ref` within a value. */
const referencesIn = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]) =>
        key === "$ref" && typeof member === "string" ? [member] : referencesIn(member),
      )

/** The components a schema refers to, directly or through others. */
const reachedFrom = (name: string, reached = new Set<string>()): ReadonlySet<string> => {
  for (const reference of referencesIn(schemas[name])) {
    const target = reference.replace("#/components/schemas/", "")
    if (reached.has(target)) continue
    reached.add(target)
    reachedFrom(target, reached)
  }
  return reached
}

/** Names that a schema requires and does not declare; a condition may use the names of the schema that holds it. */
const undeclared = (schema: JsonSchema, where: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const { properties, required } = schema
  const declared = typeof properties === "object" && properties !== null ? Object.keys(properties) : []
  for (const name of Array.isArray(required) ? required : []) {
    if (!declared.includes(String(name))) found.push(`${where} ${String(name)}`)
  }
  mapMembers(schema, (member, keyword, name) => {
    if (keyword !== "anyOf") found.push(...undeclared(member, `${where}.${name ?? keyword}`))
    return member
  })
  return found
}

describe("the document passes the linters and importers of API tools", () => {
  it("no schema refers to itself, directly or through another one", () => {
    const recursive = Object.keys(schemas).filter((name) => reachedFrom(name).has(name))
    assert.deepStrictEqual(recursive, [])
  })

  it("every tag has a description", () => {
    assert.isNotEmpty(document.tags)
    for (const { description, name } of document.tags) assert.isNotEmpty(description, name)
  })

  it("the API has a license, which an instance may replace", () => {
    assert.deepStrictEqual<unknown>(document.info.license, {
      name: "Apache-2.0",
      identifier: "Apache-2.0",
    })
  })

  it("every operation has an answer for a bad request", () => {
    for (const { name, operation } of operations) {
      assert.isTrue(
        Object.keys(operation.responses).some((status) => status.startsWith("4")),
        name,
      )
    }
  })

  it("every schema declares the properties it requires", () => {
    assert.deepStrictEqual(
      Object.entries(schemas).flatMap(([name, schema]) => undeclared(schema, name)),
      [],
    )
  })

  it("every component is used", () => {
    const used = new Set(referencesIn(document))
    const { components } = document
    for (const kind of ["schemas", "headers"] as const) {
      for (const name of Object.keys(components[kind])) assert.isTrue(used.has(`#/components/${kind}/${name}`), name)
    }
    assert.notProperty(components, "responses")
  })
})
