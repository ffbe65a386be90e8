/**
 * Requests for the routes of an OpenAPI document: valid ones, some with one thing wrong, and hostile ones. This code knows no
 * route; hints name values for fields.
 */
import type { OpenApiDocument, Operation, Parameter } from "@consent-service/adapter-http/openapi"
import * as fc from "effect/FastCheck"
import { hostileBodies, hostilePaths, hostileTexts } from "./HostileInput.js"
import { injections } from "./Injections.js"
import { type Hints, nearly, schemaArbitraries } from "./SchemaArbitrary.js"

/** A request as a `fetch` handler may get it. */
export interface FuzzRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

/** The settings of a fuzz run in addition to the document. */
export interface FuzzOptions {
  readonly document: OpenApiDocument
  /** An API key for routes that need one. */
  readonly apiKey: string
  readonly hints: Hints
}

type Values = (parameter: Parameter) => fc.Arbitrary<string>

/** Like `encodeURIComponent`, which rejects values that are not strings. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

const inPath = (parameters: ReadonlyArray<Parameter>, place: Parameter["in"]) =>
  parameters.filter((parameter) => parameter.in === place)

/** One value for each of some parameters, or only for some of them. */
const chosen = (parameters: ReadonlyArray<Parameter>, values: Values) =>
  fc
    .tuple(
      ...parameters.map((parameter) =>
        fc
          .option(values(parameter), { freq: parameter.required ? 20 : 2 })
          .map((value): ReadonlyArray<readonly [string, string]> => (value === null ? [] : [[parameter.name, value]])),
      ),
    )
    .map((pairs) => pairs.flat())

const queryText = (pairs: ReadonlyArray<readonly [string, string]>): string =>
  pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&")}`

const hostileQuery = fc.constantFrom(
  "?",
  "?&&==",
  "?%",
  "?%00=%00",
  "?%ff=%fe",
  "?__proto__=1&constructor=2",
  "?a=1&a=2",
  "?=x",
  "??x=1",
  "?x=%ED%A0%80",
  `?x=${"y".repeat(10_000)}`,
  "?type=&type=,,,",
  "?externalId=%00&type=%00",
)

const targets = (
  template: string,
  parameters: ReadonlyArray<Parameter>,
  values: Values,
  tricks: fc.Arbitrary<string>,
) => {
  const named = new Map(inPath(parameters, "path").map((parameter) => [parameter.name, parameter]))
  const segments = template.split("/").map((part) => {
    const [, before = "", name = "", after = ""] = /^([^{]*)\{(\w+)\}(.*)$/.exec(part) ?? []
    const parameter = named.get(name)
    return parameter === undefined
      ? fc.constant(part)
      : values(parameter).map((value) => `${before}${encoded(value)}${after}`)
  })
  const plain = fc.tuple(...segments).map((parts) => parts.join("/"))
  const query = chosen(inPath(parameters, "query"), values).map(queryText)
  return fc.tuple(plain, query, fc.option(tricks, { freq: 2 }), fc.option(hostileQuery, { freq: 3 }))
}

/** Latin-1, as headers allow, without characters that no client can send. */
const headerText = (value: string): string => value.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, "?")

const mebibyte = "x".repeat(1024 * 1024)

const oddHeaders: fc.Arbitrary<readonly [string, string]> = fc.constantFrom<readonly [string, string]>(
  ["x-padding", mebibyte],
  ["user-agent", mebibyte],
  ["x-forwarded-for", mebibyte],
  ["content-type", "text/plain"],
  ["content-type", "application/x-www-form-urlencoded"],
  ["content-type", "multipart/form-data; boundary=x"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-encoding", "gzip"],
  ["accept", "application/xml"],
  ["accept", ""],
  ["cookie", "a=b; __proto__=c"],
  ["x-request-id", "ünvalid id"],
  ["x-request-id", "r".repeat(200)],
  ["origin", "null"],
  ["origin", "https://shop.example"],
  ["origin", "https://shop.example.evil.test:99999"],
  ["x-forwarded-for", "::ffff:1.2.3.4, 5.6.7.8"],
  ["x-forwarded-host", "evil.test"],
  ["forwarded", 'for="[::1]:0;";;=,'],
  ["accept-language", `${"de-AT;q=0.9,".repeat(500)}*;q=x`],
  ["if-none-match", `${'W/"a",'.repeat(1000)}*`],
  ["x-cs-experiment", "%E0%A4%A=%"],
  ["x-cs-vendors", "1,,2,-1,1e9,NaN,__proto__"],
)

const credentials = (apiKey: string): fc.Arbitrary<ReadonlyArray<readonly [string, string]>> =>
  fc.constantFrom(
    ...Array.from({ length: 6 }, () => [["authorization", `Bearer ${apiKey}`] as const]),
    [],
    [["authorization", `bearer  ${apiKey}`] as const],
    [["authorization", "Bearer"] as const],
    [["authorization", `Basic ${apiKey}`] as const],
    [["authorization", `Bearer ${"k".repeat(10_000)}`] as const],
  )

const bodiesOf = ({ document, hints }: FuzzOptions, { requestBody }: Operation) => {
  const media = Object.values(requestBody?.content ?? {})[0]
  if (media === undefined) return null
  const ofSchema = schemaArbitraries(document.components.schemas, hints)
  const examples = Object.values(media.examples ?? {}).map(({ value }) => value)
  const fresh = fc.record(hints)
  const fromExample = fc.tuple(fc.constantFrom(...examples), fresh).map(([example, values]) => {
    const known = Object.keys(Object(example))
    return {
      ...Object(example),
      ...Object.fromEntries(Object.entries(values).filter(([name]) => known.includes(name))),
    }
  })
  const fitting = fc.oneof({ weight: 2, arbitrary: fromExample }, { weight: 1, arbitrary: ofSchema(media.schema) })
  return { valid: fitting, near: nearly(fitting) }
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? ""

/** Requests for one route. */
export const requestsOf = (
  settings: FuzzOptions,
  route: { readonly method: string; readonly template: string; readonly operation: Operation },
): fc.Arbitrary<FuzzRequest> => {
  const { method, operation, template } = route
  const { parameters } = operation
  const ofSchema = schemaArbitraries(settings.document.components.schemas, settings.hints)
  const fitting: Values = ({ example, name, schema }) => {
    const hint = settings.hints[name]
    const values = (hint === undefined ? ofSchema(schema) : hint).map(String)
    return example === undefined ? values : fc.oneof(fc.constant(example), values)
  }
  const hostile: Values = (parameter) =>
    fc.oneof(fitting(parameter), fc.oneof(hostileTexts, fc.constantFrom(...injections)))
  const build = (values: Values, tricks: boolean, body: fc.Arbitrary<FuzzRequest["body"]>): fc.Arbitrary<FuzzRequest> =>
    fc
      .tuple(
        tricks
          ? fc.oneof({ weight: 9, arbitrary: fc.constant(method) }, { weight: 1, arbitrary: otherMethods })
          : fc.constant(method),
        targets(template, parameters, values, hostilePaths(template)),
        chosen(inPath(parameters, "header"), values),
        credentials(settings.apiKey),
        fc.array(oddHeaders, { maxLength: tricks ? 3 : 0 }),
        body,
      )
      .map(([verb, [path, query, trick, odd], headers, keys, more, sent]) => ({
        method: verb,
        target: tricks ? `${trick ?? path}${odd ?? query}` : `${path}${query}`,
        headers: [...headers, ...keys, ...more].map(([name, value]) => [name, headerText(value)] as const),
        body: verb === "GET" || verb === "HEAD" ? null : sent,
      }))
  const bodies = bodiesOf(settings, operation)
  if (bodies === null)
    return fc.oneof(build(fitting, false, fc.constant(null)), build(hostile, true, fc.constant(null)))
  const { near, valid } = bodies
  return fc.oneof(
    { weight: 3, arbitrary: build(fitting, false, valid.map(textOf)) },
    { weight: 4, arbitrary: build(fitting, false, near.map(textOf)) },
    { weight: 3, arbitrary: build(hostile, true, hostileBodies(valid)) },
  )
}

const otherMethods = fc.constantFrom("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND")
