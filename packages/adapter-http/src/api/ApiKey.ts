/**
 * Declares that a route needs an API key. The kernel and the OpenAPI document read the same annotation.
 *
 * @module
 */
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"

const scheme = "bearerAuth"

/**
 * Whether an endpoint requires an API key; false where it is not annotated.
 *
 * @example
 * ```ts
 * import { apiKeyRequired, NeedsKey } from "@consent-service/adapter-http/api"
 * import * as Context from "effect/Context"
 *
 * Context.get(apiKeyRequired, NeedsKey) // true
 * ```
 */
export class NeedsKey extends Context.Reference<NeedsKey>()("@consent-service/adapter-http/api/NeedsKey", {
  defaultValue: (): boolean => false,
}) {}

/** Annotates an endpoint that requires an API key; it also declares the `Unauthorized` answer. */
export const apiKeyRequired = Context.make(OpenApi.Override, { security: [{ [scheme]: [] }] }).pipe(
  Context.add(NeedsKey, true),
)

/** For an endpoint that needs no key, but does more for requests with one. */
export const apiKeyOptional = Context.make(OpenApi.Override, { security: [{}, { [scheme]: [] }] })

/** How a key is sent, for the document's components. */
export const securitySchemes = {
  [scheme]: {
    type: "http",
    scheme: "bearer",
    description: "One of the instance's `apiKeys`. Never send it from a browser.",
  },
} as const
