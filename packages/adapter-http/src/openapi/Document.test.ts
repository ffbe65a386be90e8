import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { problemTable } from "../answer/Problem.js"
import { api } from "../Api.js"
import { documentedMethods, type Operation } from "./DocumentTypes.js"
import { makeOpenApiDocument, type OpenApiDocument } from "./Document.js"

const info = { title: "cs API", version: "1.2.3", server: "/api/consent" }
const document = makeOpenApiDocument(api, info)

/** Every declared operation with its statuses: `GET /status: 200, 500, 503`. */
const declared = (): ReadonlyArray<string> => {
  const operations: Array<string> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, successes }) => {
      const { ast } = endpoint.errorSchema
      const errors = (ast._tag === "Union" ? ast.types : [ast]).map(HttpApiSchema.getStatusErrorAST)
      const statuses = Array.from(new Set([...successes.keys(), ...errors])).sort((a, b) => a - b)
      const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}")
      operations.push(`${endpoint.method} ${path}: ${statuses.join(", ")}`)
    },
  })
  return operations
}

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, item]) =>
    documentedMethods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [{ method, path, operation }]
    }),
  )

/** The statuses a route sends itself; the range `4XX` stands for refusals of servers and proxies in front of it. */
const statusesOf = ({ responses }: Operation): ReadonlyArray<string> =>
  Object.keys(responses).filter((status) => status !== "4XX")

/** Every value within a value, including itself. */
const within = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(within)] : [value]

const stringsAt = (key: string, value: unknown): ReadonlyArray<string> =>
  within(value).flatMap((inner) => {
    const member =
      typeof inner === "object" && inner !== null ? Object.entries(inner).find(([name]) => name === key) : null
    return typeof member?.[1] === "string" ? [member[1]] : []
  })

describe("the OpenAPI document", () => {
  it("is a 3.1 document of this instance", () => {
    assert.strictEqual(document.openapi, "3.1.0")
    assert.deepInclude(document.info, { title: "cs API", version: "1.2.3" })
    assert.deepStrictEqual(document.servers, [{ url: "/api/consent" }])
  })

  it("passes a public validator", async () => {
    const verdict = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    assert.deepStrictEqual(verdict, { valid: true })
  })

  it("describes what applies to all routes, after the instance's description", () => {
    assert.include(document.info.description, "METHOD_NOT_ALLOWED")
    const own = makeOpenApiDocument(api, {
      ...info,
      info: { description: "Ours.", license: { name: "MIT" } },
    }).info
    const { description: _, ...rest } = own
    assert.deepStrictEqual<unknown>(rest, { title: "cs API", version: "1.2.3", license: { name: "MIT" } })
    assert.strictEqual(own.description, `Ours.\n\n${document.info.description}`)
  })

  it("has the servers and the security of a gateway", () => {
    const gateway = { gateway: { type: "apiKey", in: "header", name: "x-gateway" } } as const
    const behind = makeOpenApiDocument(api, {
      ...info,
      servers: [{ url: "https://consent.example", description: "Production" }],
      security: [{ gateway: [] }],
      securitySchemes: gateway,
    })
    assert.deepStrictEqual(behind.servers, [{ url: "https://consent.example", description: "Production" }])
    assert.deepStrictEqual(behind.security, [{ gateway: [] }])
    assert.hasAllKeys(behind.components.securitySchemes, ["gateway", "bearerAuth"])
    // A route without security inherits the instance's; an empty list would remove it.
    for (const { operation } of operationsOf(behind)) assert.notStrictEqual(operation.security?.length, 0)
  })

  it("names, summarizes and describes every route", () => {
    for (const { method, operation, path } of operationsOf(document)) {
      const where = `${method} ${path}`
      assert.match(operation.operationId, /^[a-z][A-Za-z]+$/, where)
      assert.isNotEmpty(operation.tags, where)
      assert.isNotEmpty(operation.summary, where)
      assert.isNotEmpty(operation.description, where)
      for (const { description, name } of operation.parameters) assert.isNotEmpty(description, `${where} ${name}`)
    }
  })

  it("gives every response the common headers, and problems those of their kind", () => {
    for (const { method, operation, path } of operationsOf(document)) {
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        if (status === "4XX") continue
        const where = `${method} ${path} ${status}`
        assert.includeMembers(Object.keys(headers), ["x-request-id", "vary", "cache-control"], where)
        if (status === "503" || status === "429") assert.property(headers, "retry-after", where)
        if (status === "401") assert.property(headers, "www-authenticate", where)
      }
    }
  })

  it("lists exactly the declared routes and methods, each with every status it answers", () => {
    const documented = operationsOf(document).map(
      ({ method, operation, path }) => `${method.toUpperCase()} ${path}: ${statusesOf(operation).join(", ")}`,
    )
    assert.isNotEmpty(documented)
    assert.sameMembers(documented, [...declared()])
  })

  it("lists the codes of every refusal, each with its status", () => {
    const rows = Object.values(problemTable)
    for (const { method, operation, path } of operationsOf(document)) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400 || status === "4XX") continue
        const where = `${method} ${path} ${status}`
        const known = rows.flatMap((row) => (String(row.status) === status ? [row.code] : []))
        const schema = within(response.content).find(
          (inner): inner is { readonly enum: ReadonlyArray<string> } =>
            typeof inner === "object" && inner !== null && "enum" in inner && Array.isArray(inner.enum),
        )
        assert.isNotEmpty(schema?.enum, where)
        assert.includeMembers(known, [...(schema?.enum ?? [])], where)
        for (const code of schema?.enum ?? []) assert.include(response.description, code, where)
      }
    }
  })

  it("lists that a save can be refused for its input, its receipts and its scope", () => {
    const refusal = document.paths["/subjects"]?.post?.responses[400]
    for (const code of ["INPUT_VALIDATION_FAILED", "CHOICE_PREFERENCE_MISMATCH", "PURPOSE_NOT_ALLOWED"]) {
      assert.include(JSON.stringify(refusal?.content), code)
    }
  })

  it("names every path parameter, and no operation twice", () => {
    for (const { operation, path } of operationsOf(document)) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === "path")
      const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
      assert.deepStrictEqual(
        inPath.map(({ name }) => name),
        named,
      )
      assert.isTrue(inPath.every(({ required }) => required))
    }
    const ids = operationsOf(document).map(({ operation }) => operation.operationId)
    assert.lengthOf(new Set(ids), ids.length)
  })

  it("marks a parameter that takes the rest of the path", () => {
    const flagged = operationsOf(document).flatMap(({ operation, path }) =>
      operation.parameters.flatMap((parameter) =>
        parameter["x-takes-rest"] === true ? [`${path} ${parameter.name}`] : [],
      ),
    )
    assert.deepStrictEqual(flagged, ["/log/tile/{tile} tile"])
  })

  it("has none of the platform's own errors, which are never sent", () => {
    const text = JSON.stringify(document)
    for (const name of ["HttpApiDecodeError", "PropertyKey", "did not match the expected schema"]) {
      assert.notInclude(text, name)
    }
    assert.notProperty(document.components.schemas, "Issue")
  })

  it("resolves every reference within itself, and has no schema that nothing refers to", () => {
    const references = new Set(stringsAt("$ref", document))
    assert.isAbove(references.size, 10)
    const { headers, schemas } = document.components
    const names = Object.keys(schemas).map((name) => `#/components/schemas/${name}`)
    const shared = Object.keys(headers).map((name) => `#/components/headers/${name}`)
    assert.sameMembers([...references], [...names, ...shared])
  })

  it("is plain JSON, and the same on every build", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(document)), document)
    const again = makeOpenApiDocument(api, info)
    assert.notStrictEqual(again, document)
    assert.strictEqual(JSON.stringify(again), JSON.stringify(document))
  })

  it("one instance's description does not leak into another's", () => {
    const other = makeOpenApiDocument(api, { title: "Other", version: "9" })
    assert.notInclude(JSON.stringify(other), "cs API")
    assert.strictEqual(makeOpenApiDocument(api, info).info.title, "cs API")
  })
})
