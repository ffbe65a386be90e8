/**
 * Checks answers against the OpenAPI document: every answer of a service must be in it, with its status, its headers,
 * its media type and every field of its body.
 */
import {
  type Header,
  type JsonSchema,
  mapMembers,
  type OpenApiDocument,
  type Operation,
  type Response,
} from "@consent-service/adapter-http/openapi"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { decodedText } from "./DecodedBody.js"
import { findRoute, routesOf } from "./DocumentedRoutes.js"

/** An answer and its request. */
export interface JudgedAnswer {
  readonly method: string
  /** The path as requested, without a query, behind the prefix where the service is mounted. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** The problems of an answer; empty for one that is as documented. */
export type Judge = (answer: JudgedAnswer) => ReadonlyArray<string>

/** A schema that rejects unlisted members, so that an undocumented field is found. */
const closed = (schema: JsonSchema): JsonSchema => {
  const lists = "properties" in schema && schema["type"] === "object" && !("additionalProperties" in schema)
  return mapMembers(lists ? { ...schema, additionalProperties: false } : schema, closed)
}

/** References of the document, to the one schema that has all of its components. */
const referring = (schema: JsonSchema): JsonSchema => {
  const { $ref } = schema
  const pointed = typeof $ref === "string" ? { ...schema, $ref: $ref.replace(/^#/, "document#") } : schema
  return mapMembers(pointed, referring)
}

const headerSchema: JsonSchema = { type: "string" }

/** Of the transport, not of the service. */
const transportHeaders = new Set([
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
])

const makeJudge = (document: OpenApiDocument): Judge => {
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  addFormats.default(ajv)
  const { components } = document
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, closed(schema)] as const)
  ajv.addSchema({ $id: "document", components: { schemas: Object.fromEntries(schemas) } })
  const compiled = new Map<JsonSchema, ValidateFunction>()
  const routes = routesOf(document)

  const mismatches = (schema: JsonSchema, value: unknown, where: string): ReadonlyArray<string> => {
    const validate = compiled.get(schema) ?? ajv.compile(referring(closed(schema)))
    compiled.set(schema, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  const judgeHeaders = ({ headers: declared = {} }: Response, { headers }: JudgedAnswer): ReadonlyArray<string> => {
    const known = Object.entries(declared).flatMap(([name, header]) => {
      const described: Header | undefined =
        "$ref" in header ? components.headers[header.$ref.replace(/^.*\//, "")] : header
      return described === undefined ? [] : [[name, described] as const]
    })
    const undeclared = Array.from(headers.keys()).filter(
      (name) => !transportHeaders.has(name) && !known.some(([one]) => one === name),
    )
    return [
      ...undeclared.map((name) => `header ${name} is not documented`),
      ...known.flatMap(([name, { required, schema }]) => {
        const value = headers.get(name)
        if (value === null) return required === true ? [`header ${name} is missing`] : []
        return mismatches(schema ?? headerSchema, value, `header ${name}`)
      }),
    ]
  }

  const judgeBody = ({ content }: Response, { body, headers, method }: JudgedAnswer): ReadonlyArray<string> => {
    const type = headers.get("content-type")
    if (content === undefined) return body === "" && type === null ? [] : ["has a body, and none is documented"]
    const media = Object.entries(content).find(([range]) => isOfRange(type?.split(";", 1)[0] ?? "", range))
    if (media === undefined) return [`content type ${type} is not documented`]
    if (method === "HEAD") return body === "" ? [] : ["has a body although it answers HEAD"]
    const [name, { schema }] = media
    return mismatches(schema, isJson(name) ? JSON.parse(body) : body, "body")
  }

  const judgeResponse = (response: Response | undefined, answer: JudgedAnswer): ReadonlyArray<string> =>
    response === undefined
      ? [`status ${answer.status} is not documented`]
      : [...judgeHeaders(response, answer), ...judgeBody(response, answer)]

  const general = (name: string, status: number, answer: JudgedAnswer): ReadonlyArray<string> => [
    ...(answer.status === status ? [] : [`status is ${answer.status}, must be ${status}`]),
    ...judgeResponse(document["x-general-responses"][name], answer),
  ]

  const documented = (operation: Operation, answer: JudgedAnswer): ReadonlyArray<string> =>
    judgeResponse(operation.responses[answer.status], answer)

  return (answer) => {
    if (answer.method === "OPTIONS") return general("Preflight", 204, answer)
    const route = findRoute(routes, answer.path)
    if (route === null) return general("NotFound", 404, answer)
    const operation = route.operations.get(answer.method)
    if (operation !== undefined) return documented(operation, answer)
    const allow = answer.headers.get("allow")?.split(", ").sort().join(", ")
    const wrong = allow === route.allow ? [] : [`Allow is ${allow}, must be ${route.allow}`]
    return [...wrong, ...general("MethodNotAllowed", 405, answer)]
  }
}

/** Whether bodies of a media type are JSON. */
export const isJson = (type: string): boolean => /^application\/(?:[\w.-]+\+)?json$/.test(type)

/** Whether a media type is one that a key of a documented content means: `text/css` is one of `text/*`. */
const isOfRange = (type: string, range: string): boolean =>
  range.endsWith("/*") ? type.startsWith(range.slice(0, -1)) : type === range

const ofObject = new WeakMap<OpenApiDocument, Judge>()
const ofText = new Map<string, Judge>()

/** The judge that a document is: one for all documents of the same routes and schemas. */
export const judgeOf = (document: OpenApiDocument): Judge => {
  const known = ofObject.get(document)
  if (known !== undefined) return known
  const text = JSON.stringify([document.paths, document.components])
  const judge = ofText.get(text) ?? makeJudge(document)
  ofObject.set(document, judge)
  ofText.set(text, judge)
  return judge
}

/** A service whose answers are checked. */
export interface JudgedService {
  readonly handler: (request: Request) => Promise<globalThis.Response>
  readonly document: () => OpenApiDocument
  /** Where the service is mounted, normalised; a path without it is routed unchanged. */
  readonly basePath: string
}

/** Sends a request through a handler, and fails when the answer is not as documented. */
export const sendJudged = async (
  { basePath, document, handler }: JudgedService,
  path: string,
  init: RequestInit,
): Promise<JudgedAnswer> => {
  const request = new Request(`http://consent.test${path}`, init)
  const { method } = request
  const { pathname } = new URL(request.url)
  const response = await handler(request)
  const behind = pathname === basePath || pathname.startsWith(`${basePath}/`) ? basePath.length : 0
  const answer = {
    method,
    path: pathname.slice(behind) || "/",
    status: response.status,
    headers: response.headers,
    body: await decodedText(response),
  }
  const faults = judgeOf(document())(answer)
  if (faults.length === 0) return answer
  throw new Error(
    `The answer ${answer.status} to ${method} ${path} is not as documented:\n  ${faults.slice(0, 10).join("\n  ")}\n  ${answer.body.slice(0, 500)}`,
  )
}
