/** For every documented route, requests with SQL in one of their fields: every parameter, and every text in the body. */
import type { JsonSchema, OpenApiDocument, Operation, Parameter } from "@consent-service/adapter-http/openapi"
import { routesOf } from "./DocumentedRoutes.js"
import type { FuzzRequest } from "./FuzzRequests.js"
import { injections } from "./Injections.js"

/** A request, and where its text is. */
export interface Injected {
  readonly request: FuzzRequest
  readonly method: string
  readonly template: string
  readonly field: string
  readonly text: string
}

/** The settings in addition to the document. */
export interface InjectionOptions {
  readonly document: OpenApiDocument
  readonly apiKey: string
  /** How many texts each field gets; together, fields get all of them. */
  readonly perField: number
  /** Values for fields of these names, new for each request. */
  readonly fresh: Readonly<Record<string, () => unknown>>
}

/** Null stands for the text itself, as a key. */
type Path = ReadonlyArray<string | null>

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The places of texts in values of a schema, and of keys that a client chooses. */
const textPaths = (document: OpenApiDocument, schema: unknown, depth = 0): ReadonlyArray<Path> => {
  if (!isSchema(schema) || depth > 5) return []
  const { $ref, additionalProperties, anyOf, enum: values, items, properties, type } = schema
  const within = (inner: unknown) => textPaths(document, inner, depth + 1)
  if (typeof $ref === "string") return within(document.components.schemas[$ref.replace(/^.*\//, "")])
  if (type === "string" || (type === undefined && Array.isArray(values))) return [[]]
  const below = (key: string | null, paths: ReadonlyArray<Path>) => paths.map((path) => [key, ...path])
  return [
    ...(Array.isArray(anyOf) ? anyOf.flatMap(within) : []),
    ...below("0", within(items)),
    ...Object.entries(isSchema(properties) ? properties : {}).flatMap(([key, inner]) => below(key, within(inner))),
    ...(isSchema(additionalProperties) ? [[null], ...below("a", within(additionalProperties))] : []),
  ]
}

/** The value with a text at a path; what is missing on the way there is made. */
const withText = (value: unknown, [key, ...rest]: Path, text: string): unknown => {
  if (key === undefined) return text
  const held = isSchema(value) ? value : {}
  if (key === null) {
    const [one = true] = Object.values(held)
    return { ...held, [text]: one }
  }
  if (key === "0") return [withText(Array.isArray(value) ? value[0] : undefined, rest, text)]
  return { ...held, [key]: withText(held[key], rest, text) }
}

const encoded = (text: string): string => encodeURIComponent(text)

const exampleOf = ({ example, name, schema }: Parameter): string => {
  const [value] = Array.isArray(schema["enum"]) ? schema["enum"] : []
  return example ?? (value === undefined ? name : String(value))
}

/** The target, with one parameter replaced; optional ones are left out. */
const targetOf = (
  template: string,
  parameters: ReadonlyArray<Parameter>,
  at: Parameter | null,
  text: string,
): string => {
  const valueOf = (parameter: Parameter) => encoded(parameter === at ? text : exampleOf(parameter))
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name)
    return parameter === undefined ? name : valueOf(parameter)
  })
  const query = parameters
    .filter((one) => one.in === "query" && (one.required || one === at))
    .map((one) => `${one.name}=${valueOf(one)}`)
  return query.length === 0 ? path : `${path}?${query.join("&")}`
}

/** Latin-1 without controls: no client can send others in a header. */
const isHeaderText = (text: string): boolean => /^[\u0020-\u007e\u0080-\u00ff]*$/.test(text)

type Build = (text: string) => FuzzRequest | null

/** What builds the requests of a route, by field. */
const buildsOf = (
  { apiKey, document, fresh }: InjectionOptions,
  {
    method,
    operation,
    template,
  }: { readonly method: string; readonly operation: Operation; readonly template: string },
): ReadonlyArray<readonly [field: string, build: Build]> => {
  const { parameters } = operation
  const media = Object.values(operation.requestBody?.content ?? {})[0]
  const [example] = Object.values(media?.examples ?? {})
  const headers: FuzzRequest["headers"] = [
    ["authorization", `Bearer ${apiKey}`],
    ["content-type", "application/json"],
  ]
  const bodyOf = (): unknown => {
    const value = example?.value
    if (!isSchema(value)) return value
    const replaced = Object.entries(fresh).filter(([name]) => name in value)
    return { ...value, ...Object.fromEntries(replaced.map(([name, make]) => [name, make()])) }
  }
  const textOf = (body: unknown) => (media === undefined ? null : JSON.stringify(body))
  const inParameters = parameters.map((at): readonly [string, Build] => [
    at.name,
    (text) => {
      if (at.in === "header" && !isHeaderText(text)) return null
      const own: FuzzRequest["headers"] = at.in === "header" ? [...headers, [at.name, text]] : headers
      return { method, target: targetOf(template, parameters, at, text), headers: own, body: textOf(bodyOf()) }
    },
  ])
  const target = targetOf(template, parameters, null, "")
  const inBody = textPaths(document, media?.schema).map((path): readonly [string, Build] => [
    path.map((key) => key ?? "(key)").join("."),
    (text) => ({ method, target, headers, body: textOf(withText(bodyOf(), path, text)) }),
  ])
  return [...inParameters, ...inBody]
}

/** Each text in as many fields as asked for, in turn. */
export const injectedRequests = (options: InjectionOptions): ReadonlyArray<Injected> => {
  let next = 0
  return routesOf(options.document).flatMap(({ operations, template }) =>
    Array.from(operations).flatMap(([method, operation]) =>
      method === "HEAD"
        ? []
        : buildsOf(options, { method, operation, template }).flatMap(([field, build]) =>
            Array.from({ length: options.perField }, () => injections[next++ % injections.length] ?? "").flatMap(
              (text): ReadonlyArray<Injected> => {
                const request = build(text)
                return request === null ? [] : [{ request, method, template, field, text }]
              },
            ),
          ),
    ),
  )
}
