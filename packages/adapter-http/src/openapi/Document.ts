/**
 * The OpenAPI 3.1 document, generated from the declaration. The platform generates routes and schemas; this module adds
 * headers, examples, error responses, descriptions of fields, and what applies to all routes.
 *
 * @module
 */
import * as OpenApi from "@effect/platform/OpenApi"
import { securitySchemes } from "../api/ApiKey.js"
import { documentationsOf, withDescriptions } from "./JsonSchemas.js"
import type {
  DeclaredApi,
  DocumentServer,
  OpenApiDocument,
  SecurityRequirement,
  SecurityScheme,
} from "./DocumentTypes.js"
import { errorComponents, generalResponses, headerComponents } from "./Errors.js"
import { describeRoutes } from "./Routes.js"

export type { OpenApiDocument } from "./DocumentTypes.js"

/** What the document states about the API in addition to its title and version, as OpenAPI 3.1 names it. */
export interface InfoNote {
  readonly summary?: string
  readonly description?: string
  readonly termsOfService?: string
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string }
}

/** An instance's part of the document. */
export interface DocumentInfo {
  readonly title: string
  readonly version: string
  /** More about the API; the description, in Markdown, precedes the common one. */
  readonly info?: InfoNote | undefined
  /** Where the service is mounted; `/` when it has no prefix. */
  readonly server?: string | undefined
  /** Instead of `server`: every address the service can be reached at. */
  readonly servers?: ReadonlyArray<DocumentServer> | undefined
  /** The security of routes that declare none: a gateway's, not the service's. */
  readonly security?: ReadonlyArray<SecurityRequirement> | undefined
  /** The schemes that `security` names. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined
}

/** What applies to all routes, as Markdown. */
const generalText = `Paths are relative to where the service is mounted; one trailing slash is ignored.

**Methods.** \`HEAD\` is answered wherever \`GET\` is, with its status and headers and no body. \`OPTIONS\` is answered
with 204 on any path, as \`x-general-responses.Preflight\` says. Another method is 405 \`METHOD_NOT_ALLOWED\` with
\`Allow\`; a path that is none of these is 404 \`NOT_FOUND\`.

**Bodies** are JSON in UTF-8, whatever their content type says. Unknown keys are ignored, save where a schema has
\`additionalProperties: false\`. Too large is 413 \`PAYLOAD_TOO_LARGE\` (64 KiB by default); nested deeper than 32
levels, with U+0000, an unpaired surrogate or a key \`__proto__\` anywhere in it is 400.

**Errors** have one body: \`message\` for people, \`cause.code\` for programs, \`cause.reason\` and \`cause.issues\` where
they say more. New codes can come; decide by the status where a code is unknown. What is answered with 5xx says nothing
of the inside, and 503 comes with \`Retry-After\`.

**Rate limits.** More than one network, one subject or all clients may send is 429 \`RATE_LIMITED\`. \`Retry-After\` says
in how many whole seconds the same request would pass; nothing was written. Saves count by requests and by bytes, reads
of subjects and of the evidence log together with links, and reports by the server that sends them. Requests with an API key have no limit.

**Request ids.** A valid \`x-request-id\` is kept, else one is made. It is in the answer and in the log.

**Pages of other origins** may read answers where their origin is trusted, or where the answer says
\`Access-Control-Allow-Origin: *\`.`

/** The license of this API's description, unless an instance names another one. */
const apiLicense = { name: "Apache-2.0", identifier: "Apache-2.0" }

/** The names of all components that a value refers to, directly or through other components. */
const referred = (value: unknown, components: Readonly<Record<string, unknown>>, found: Set<string>): Set<string> => {
  if (typeof value !== "object" || value === null) return found
  for (const [key, member] of Object.entries(value)) {
    if (key !== "$ref" || typeof member !== "string") {
      referred(member, components, found)
      continue
    }
    const name = member.replace(/^#\/components\/\w+\//, "")
    if (found.has(name) || !Object.hasOwn(components, name)) continue
    referred(components[name], components, found.add(name))
  }
  return found
}

/** Those of some components of one kind that the routes refer to. */
const inUse = <A>(paths: unknown, components: Readonly<Record<string, A>>): Readonly<Record<string, A>> => {
  const names = referred(paths, components, new Set())
  return Object.fromEntries(Object.entries(components).filter(([name]) => names.has(name)))
}

/**
 * Builds the document of a declaration; costs some tens of milliseconds, so build it once and only when needed.
 *
 * @returns plain JSON data: equal for equal arguments, and a fresh copy each time
 *
 * @example
 * ```ts
 * import { api } from "@consent-service/adapter-http/api"
 * import { makeOpenApiDocument } from "@consent-service/adapter-http/openapi"
 *
 * const document = makeOpenApiDocument(api, { title: "Consent of the shop", version: "1.0.0" })
 * document.openapi // "3.1.0"
 * document.servers // [{ url: "/" }]
 * ```
 */
export const makeOpenApiDocument = (declared: DeclaredApi, info: DocumentInfo): OpenApiDocument => {
  // The platform caches one document per API object, whatever its options; a new object has none yet.
  const own = declared.annotate(OpenApi.Title, info.title).annotate(OpenApi.Version, info.version)
  const generated = OpenApi.fromApi(own, { additionalPropertiesStrategy: "allow" })
  const documentations = documentationsOf(own)
  const { components, paths } = describeRoutes(own, generated, documentations)
  const described = [info.info?.description, generalText].filter((text) => text !== undefined).join("\n\n")
  const schemas = { ...generated.components.schemas, ...components, ...errorComponents }
  return structuredClone({
    openapi: generated.openapi,
    info: { license: apiLicense, ...info.info, title: info.title, version: info.version, description: described },
    servers: info.servers ?? [{ url: info.server ?? "/" }],
    security: info.security ?? [],
    tags: generated.tags,
    paths,
    components: {
      schemas: inUse(paths, withDescriptions(schemas, documentations)),
      headers: inUse(paths, headerComponents),
      securitySchemes: { ...securitySchemes, ...info.securitySchemes },
    },
    "x-general-responses": generalResponses,
  })
}
