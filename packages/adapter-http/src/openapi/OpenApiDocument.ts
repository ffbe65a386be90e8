/**
 * The OpenAPI 3.1 document, generated from the declaration (service.md, "GET /spec.json").
 *
 * @module
 */
import * as OpenApi from "@effect/platform/OpenApi"
import { api } from "../Api.js"

/** What an instance says of itself in the document. */
export interface DocumentInfo {
  readonly title: string
  readonly version: string
  /** Where the service is mounted; `/` when it has no prefix. */
  readonly server: string
}

/** An OpenAPI 3.1 document as plain JSON data. */
export type OpenApiDocument = OpenApi.OpenAPISpec

type Operation = NonNullable<OpenApi.OpenAPISpecPathItem["get"]>

const methods = ["get", "post", "put", "patch", "delete"] as const

type Response = Operation["responses"][number]

const mediaType = "application/json"
const errorSchemaOfPlatform = "HttpApiDecodeError"

const isPlatformError = (schema: object): boolean =>
  "$ref" in schema && schema.$ref === `#/components/schemas/${errorSchemaOfPlatform}`

/** A response without the platform's error among its bodies; null when it has no other. */
const withoutPlatformError = (response: Response): Response | null => {
  const schema = response.content?.[mediaType]?.schema
  if (schema === undefined) return response
  if (isPlatformError(schema)) return null
  // What has an `$id` is one of the generator's fixed schemas, never a union of bodies.
  if ("$id" in schema || !("anyOf" in schema) || !schema.anyOf.some(isPlatformError)) return response
  const ours = schema.anyOf.filter((member) => !isPlatformError(member))
  const described = ours.flatMap((member) => ("description" in member ? (member.description ?? []) : []))
  return {
    description: described.length === 0 ? response.description : described.join(", "),
    content: { [mediaType]: { schema: { ...schema, anyOf: ours } } },
  }
}

/** The platform documents its own decode error for every route; ours has another body and is declared where it can occur. */
const withoutPlatformErrors = (operation: Operation): Operation => ({
  ...operation,
  responses: Object.fromEntries(
    Object.entries(operation.responses).flatMap(([status, response]) => {
      const ours = withoutPlatformError(response)
      return ours === null ? [] : [[status, ours]]
    }),
  ),
})

const mapOperations = (item: OpenApi.OpenAPISpecPathItem): OpenApi.OpenAPISpecPathItem => {
  const mapped = { ...item }
  for (const method of methods) {
    const operation = mapped[method]
    if (operation !== undefined) mapped[method] = withoutPlatformErrors(operation)
  }
  return mapped
}

const withoutPlatformSchemas = (components: OpenApiDocument["components"]): OpenApiDocument["components"] => ({
  ...components,
  schemas: Object.fromEntries(
    Object.entries(components.schemas).filter(
      ([name]) => name !== errorSchemaOfPlatform && name !== "Issue" && name !== "PropertyKey",
    ),
  ),
})

/** Builds the document; costs milliseconds, so build it once and only when asked for. */
export const makeOpenApiDocument = (info: DocumentInfo): OpenApiDocument => {
  const annotated = api.annotate(OpenApi.Title, info.title).annotate(OpenApi.Version, info.version)
  const generated = OpenApi.fromApi(annotated, { additionalPropertiesStrategy: "allow" })
  return {
    ...generated,
    servers: [{ url: info.server }],
    paths: Object.fromEntries(Object.entries(generated.paths).map(([path, item]) => [path, mapOperations(item)])),
    components: withoutPlatformSchemas(generated.components),
  }
}
