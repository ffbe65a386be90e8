/**
 * The OpenAPI 3.1 document, generated from the declaration (service.md, "GET /spec.json"; contract decision 23). The
 * platform generates routes and schemas; what holds for all routes, headers, examples, errors in our form and the
 * words for fields are put in here.
 *
 * @module
 */
import * as OpenApi from "@effect/platform/OpenApi"
import { securitySchemes } from "../api/ApiKey.js"
import type { DocumentServer, OpenApiDocument, SecurityRequirement, SecurityScheme } from "./DocumentTypes.js"
import { errorComponent, generalResponses } from "./ErrorAnswers.js"
import { generalText } from "./GeneralText.js"
import { headerComponents } from "./Headers.js"
import { type DeclaredApi, describeRoutes } from "./Routes.js"
import { withTexts } from "./SchemaTexts.js"

export type { OpenApiDocument } from "./DocumentTypes.js"

/** What the document says of the API beside its title and version, as OpenAPI 3.1 names it. */
export interface InfoNote {
  readonly summary?: string
  readonly description?: string
  readonly termsOfService?: string
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string }
}

/** What an instance says of itself in the document. */
export interface DocumentInfo {
  readonly title: string
  readonly version: string
  /** What else the instance says of its API; the description, in Markdown, goes before what is true of all routes. */
  readonly info?: InfoNote | undefined
  /** Where the service is mounted; `/` when it has no prefix. */
  readonly server?: string | undefined
  /** Instead of `server`: every address the service can be reached at. */
  readonly servers?: ReadonlyArray<DocumentServer> | undefined
  /** What every route asks for that asks for nothing by itself: a gateway's, not the service's. */
  readonly security?: ReadonlyArray<SecurityRequirement> | undefined
  /** The schemes that `security` names. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined
}

/** Every schema that something in a value refers to, directly or through another one. */
const referred = (value: unknown, schemas: Readonly<Record<string, unknown>>, found: Set<string>): Set<string> => {
  if (typeof value !== "object" || value === null) return found
  for (const [key, member] of Object.entries(value)) {
    if (key !== "$ref" || typeof member !== "string") {
      referred(member, schemas, found)
      continue
    }
    const name = member.replace("#/components/schemas/", "")
    if (found.has(name) || !Object.hasOwn(schemas, name)) continue
    referred(schemas[name], schemas, found.add(name))
  }
  return found
}

const inUse = <A>(paths: unknown, schemas: Readonly<Record<string, A>>): Readonly<Record<string, A>> => {
  const names = referred([paths, generalResponses], schemas, new Set())
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)))
}

/**
 * Builds the document of a declaration; costs some tens of milliseconds, so build it once and only when asked for.
 *
 * @returns plain JSON data: the same for the same arguments, and nobody else's
 */
export const makeOpenApiDocument = (declared: DeclaredApi, info: DocumentInfo): OpenApiDocument => {
  // The platform keeps one document an object, whatever it is asked; a new object has none yet.
  const own = declared.annotate(OpenApi.Title, info.title).annotate(OpenApi.Version, info.version)
  const generated = OpenApi.fromApi(own, { additionalPropertiesStrategy: "allow" })
  const { components, paths } = describeRoutes(own, generated)
  const described = [info.info?.description, generalText].filter((text) => text !== undefined).join("\n\n")
  return structuredClone({
    openapi: generated.openapi,
    info: { ...info.info, title: info.title, version: info.version, description: described },
    servers: info.servers ?? [{ url: info.server ?? "/" }],
    security: info.security ?? [],
    tags: generated.tags,
    paths,
    components: {
      schemas: inUse(paths, withTexts({ ...generated.components.schemas, ...components, ...errorComponent })),
      headers: headerComponents,
      responses: generalResponses,
      securitySchemes: { ...securitySchemes, ...info.securitySchemes },
    },
  })
}
