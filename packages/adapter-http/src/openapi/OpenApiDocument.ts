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

const errorSchemaOfPlatform = "HttpApiDecodeError"

const mentionsPlatformError = (response: unknown): boolean => JSON.stringify(response).includes(errorSchemaOfPlatform)

/** The platform documents its own decode error for every route; ours has another body and is declared where it can occur. */
const withoutPlatformErrors = (operation: Operation): Operation => ({
  ...operation,
  responses: Object.fromEntries(
    Object.entries(operation.responses).filter(([, response]) => !mentionsPlatformError(response)),
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
