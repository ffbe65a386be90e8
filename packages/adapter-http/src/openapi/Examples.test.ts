import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { renderProblem } from "../answer/Problem.js"
import { api } from "../Api.js"
import { documentedMethods, type JsonSchema, type MediaType } from "./DocumentTypes.js"
import { mapMembers } from "./JsonSchemas.js"
import { makeOpenApiDocument } from "./Document.js"
import { allProblemTags, sampleProblem } from "./Errors.js"

const document = makeOpenApiDocument(api, { title: "cs API", version: "1.2.3" })

/** Keywords whose schemas extend the schema around them, so none of them lists every property. */
const conditions = ["anyOf", "allOf", "oneOf", "not", "if", "then", "else"]

/** A schema that accepts only the properties it lists: an example has no undocumented field. */
const closed = (schema: JsonSchema): JsonSchema => {
  const lists = "properties" in schema && !("additionalProperties" in schema)
  const own = lists ? { ...schema, unevaluatedProperties: false } : schema
  return mapMembers(own, (member, keyword) => (conditions.includes(keyword) ? member : closed(member)))
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: "document", ...document })
const closedSchemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, closed(schema)])
ajv.addSchema({ $id: "closed", components: { schemas: Object.fromEntries(closedSchemas) } })

/** Where in the document each body is, in words. */
const bodies = Object.entries(document.paths).flatMap(([path, item]) =>
  documentedMethods.flatMap((method) => {
    const operation = item[method]
    if (operation === undefined) return []
    const { requestBody, responses } = operation
    const contents = [
      { where: "requestBody", isError: false, content: requestBody?.content },
      ...Object.entries(responses).map(([status, { content }]) => ({
        where: `responses/${status}`,
        isError: Number(status) >= 400,
        content,
      })),
    ]
    return contents.flatMap(({ content = {}, isError, where }) =>
      Object.entries(content).map(([type, media]) => ({
        name: `${method} ${path} ${where}`,
        pointer: ["paths", path, method, ...where.split("/"), "content", type, "schema"],
        isError,
        media,
      })),
    )
  }),
)

const reference = (pointer: ReadonlyArray<string>): string =>
  `document#/${pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`

/** A schema whose references point to the closed components. */
const referring = (schema: JsonSchema): JsonSchema => {
  const { $ref } = schema
  const pointed = typeof $ref === "string" ? { ...schema, $ref: $ref.replace(/^#/, "closed#") } : schema
  return mapMembers(pointed, referring)
}

const examplesOf = ({ examples = {} }: MediaType) => Object.entries(examples)

describe("examples of the OpenAPI document", () => {
  it("fit their schemas and show only documented fields", () => {
    const checked = bodies.flatMap(({ media, name, pointer }) =>
      examplesOf(media).map(([example, { value }]) => {
        const validate = ajv.compile({ $ref: reference(pointer) })
        assert.isTrue(validate(value), `${name} ${example}: ${ajv.errorsText(validate.errors)}`)
        const strict = ajv.compile(closed(referring(media.schema)))
        assert.isTrue(strict(value), `${name} ${example}: ${ajv.errorsText(strict.errors)}`)
        return example
      }),
    )
    assert.isAbove(checked.length, 50)
  })

  it("show every problem of every refusal, as it is sent", () => {
    const refusals = bodies.filter(({ isError }) => isError)
    assert.isNotEmpty(refusals)
    for (const { media, name } of refusals) {
      assert.isNotEmpty(examplesOf(media), name)
      for (const [tag, { value }] of examplesOf(media)) {
        const problem = allProblemTags.find((one) => one === tag)
        assert.isDefined(problem, `${name} ${tag}`)
        if (problem !== undefined) assert.deepStrictEqual<unknown>(value, sampleProblem(problem).body)
      }
    }
  })

  it("show a body that a route takes, wherever it takes one", () => {
    const requests = bodies.filter(({ pointer }) => pointer.includes("requestBody"))
    assert.isNotEmpty(requests)
    for (const { media, name } of requests) assert.isNotEmpty(examplesOf(media), name)
  })

  it("parameters have examples that fit their schemas", () => {
    for (const item of Object.values(document.paths)) {
      for (const { name, example, schema } of documentedMethods.flatMap((method) => item[method]?.parameters ?? [])) {
        if (example !== undefined) assert.isTrue(ajv.validate(schema, example), `${name}: ${ajv.errorsText()}`)
      }
    }
  })

  it("there is one for every kind of problem, without its cause", () => {
    for (const tag of allProblemTags) assert.strictEqual(sampleProblem(tag).body.cause.code, sampleProblem(tag).code)
    const cause = new Error("secret")
    assert.deepStrictEqual(renderProblem({ _tag: "Unexpected", cause }), sampleProblem("Unexpected"))
  })
})
