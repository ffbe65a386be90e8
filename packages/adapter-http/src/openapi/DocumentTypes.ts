/**
 * The parts of OpenAPI 3.1 that the document uses, as types of plain JSON data.
 *
 * @module
 */
import type * as HttpApi from "@effect/platform/HttpApi"
import type { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"

/** A declaration whose routes are documented. */
export type DeclaredApi = HttpApi.HttpApi<string, HttpApiGroup.HttpApiGroup.Any, HttpApiDecodeError, never>

/** A JSON Schema of the 2020-12 dialect. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A reference to a component. */
export interface Reference {
  readonly $ref: string
}

/** A named example. */
export interface Example {
  readonly summary?: string
  readonly value: unknown
}

/** A path, query or header parameter. */
export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header" | "cookie"
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly example?: string
  /** For the last parameter of a path: it takes all remaining segments, which OpenAPI cannot express. */
  readonly "x-takes-rest"?: true
}

/** A header of an answer. */
export interface Header {
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly example?: string
}

/** A body in one media type. */
export interface MediaType {
  readonly schema: JsonSchema
  readonly examples?: Readonly<Record<string, Example>>
}

/** A response with one status, of a route or of the service itself. */
export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
}

/** The names of the schemes that a request must satisfy; empty for none. */
export type SecurityRequirement = Readonly<Record<string, ReadonlyArray<string>>>

/** One method of one path. */
export interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary?: string
  readonly description?: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, Response>>
  readonly security?: ReadonlyArray<SecurityRequirement>
}

/** The methods that a declaration can have. */
export const documentedMethods = ["get", "post", "put", "patch", "delete"] as const

/** Every documented method of a path. */
export type PathItem = { readonly [method in (typeof documentedMethods)[number]]?: Operation }

/** An address of the service. */
export interface DocumentServer {
  readonly url: string
  readonly description?: string
}

/** A way to authenticate, as OpenAPI describes it. */
export interface SecurityScheme {
  readonly type: "http" | "apiKey" | "mutualTLS" | "oauth2" | "openIdConnect"
  readonly description?: string
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0"
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier?: string; readonly url?: string }
  }
  readonly servers: ReadonlyArray<DocumentServer>
  readonly security: ReadonlyArray<SecurityRequirement>
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly headers: Readonly<Record<string, Header>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
  /** Responses of no operation in particular: to unknown paths, to methods a path does not have, and to `OPTIONS`. */
  readonly "x-general-responses": Readonly<Record<string, Response>>
}
