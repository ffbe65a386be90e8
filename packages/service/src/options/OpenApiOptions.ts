/**
 * The `openapi` option: the OpenAPI document and its reference page.
 *
 * @module
 */
import type { SecurityScheme } from "@consent-service/adapter-http/openapi"
import { defaultTitle, securitySchemes as ownSchemes } from "@consent-service/adapter-http/api"
import {
  type Authored,
  Flag,
  foreign,
  NonBlank,
  optional,
  type OptionGroup,
  orNull,
  type Resolved,
  resolving,
  says,
  Text,
  withDefault,
} from "@consent-service/core/authored"
import * as Schema from "effect/Schema"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"
import { RoutePath } from "./RoutePaths.js"

const Info = Schema.Struct({
  summary: optional(Text),
  description: optional(Text),
  termsOfService: optional(Text),
  contact: optional(Schema.Struct({ name: optional(Text), url: optional(Text), email: optional(Text) })),
  license: optional(Schema.Struct({ name: Text, identifier: optional(Text), url: optional(Text) })),
})

const Requirements = Schema.Array(
  Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }),
).annotations(says("must be an array of security requirements, like [{ bearerAuth: [] }]"))

const schemeTypes = ["http", "apiKey", "mutualTLS", "oauth2", "openIdConnect"] as const

/** OpenAPI defines the members of each type of scheme; unknown members are kept. */
const isScheme = Schema.is(Schema.Struct({ type: Schema.Literal(...schemeTypes), description: Schema.optional(Text) }))

const Schemes = Schema.Record({
  key: Schema.String,
  value: foreign<SecurityScheme>(
    isScheme,
    `must be an OpenAPI security scheme: an object whose type is ${schemeTypes.join(", ")}`,
  ),
})

const Server = Schema.Struct({ url: NonBlank, description: optional(Text) })

const fields = {
  /**
   * `false` removes the document and its page.
   *
   * @default `true`
   */
  enabled: withDefault(Flag, true),
  /**
   * The path of the document.
   *
   * @default `/spec.json`
   */
  specPath: withDefault(RoutePath, "/spec.json"),
  /**
   * The path of its page.
   *
   * @default `/docs`
   */
  docsPath: withDefault(RoutePath, "/docs"),
  /**
   * The document's title.
   *
   * @default `cs API`
   */
  title: withDefault(NonBlank, defaultTitle),
  /**
   * `summary`, `description`, `termsOfService`, `contact`, `license`, as in OpenAPI.
   *
   * @default none
   */
  info: withDefault(Info, {}),
  /**
   * Every address the service can be reached at.
   *
   * @default `basePath`
   */
  servers: orNull(Schema.Array(Server)),
  /**
   * The security of a gateway in front of the service; the service itself does not enforce it.
   *
   * @default none
   */
  security: orNull(Requirements),
  /**
   * The schemes that `openapi.security` names, in addition to `bearerAuth`.
   *
   * @default `bearerAuth`
   */
  securitySchemes: withDefault(
    resolving(Schemes, (schemes): Readonly<Record<string, SecurityScheme>> => ({ ...ownSchemes, ...schemes })),
    ownSchemes,
  ),
  /**
   * A custom HTML page; `{{title}}` and `{{specUrl}}` in it are replaced.
   *
   * @default built-in
   */
  customUiTemplate: orNull(NonBlank),
}

/** The OpenAPI document and its reference page. */
export interface OpenApiOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link OpenApiOptions} with defaults; `servers` is null where it defaults to `basePath`. */
export interface OpenApiResolved extends Resolved<typeof fields> {}

export const OpenApiOptions: Schema.Schema<OpenApiResolved, OpenApiOptions> = Schema.Struct(fields)

/** Finds requirements that name a scheme the document does not have, which makes it an invalid one. */
export const checkSecurity = ({
  security,
  securitySchemes,
}: Pick<OpenApiResolved, "security" | "securitySchemes">): ReadonlyArray<ConfigurationIssue> =>
  (security ?? []).flatMap((requirement, i) =>
    Object.keys(requirement)
      .filter((name) => !Object.hasOwn(securitySchemes, name))
      .map((name) => ({
        option: `openapi.security.${i}.${name}`,
        message: "names a scheme that does not exist; describe it in openapi.securitySchemes",
      })),
  )
