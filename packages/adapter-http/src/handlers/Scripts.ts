/**
 * The routes that serve the browser's scripts.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type Answer, notModified, prepared } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import type { ManifestDocument } from "@consent-service/core/manifest"
import { browserEndpoints } from "../api/BrowserGroup.js"
import { type Call, type Handled, type Route, route } from "../kernel/Route.js"
import type { Exchange } from "../kernel/Exchange.js"
import { compileEdges, edgePlace } from "../request/EdgeRequests.js"
import { normalizeBasePath, type RequestPlace } from "../request/Target.js"
import { makeScripts, type ScriptAnswer, type Scripts, type ScriptVariant } from "../script/Script.js"
import type { ScriptSettings } from "../script/ScriptOptions.js"
import { type ManifestCache, publicCaching } from "../answer/PublicCaching.js"

/** The scripts of an instance, and where they are. */
export interface InstanceScripts {
  readonly endpoints: ReturnType<typeof browserEndpoints>
  readonly scripts: Scripts
  /** Where a request was sent to: by its edge, where it came through one. */
  readonly placeOf: (exchange: Exchange) => RequestPlace
}

/** How an instance serves its scripts. */
export interface ScriptRouteSettings {
  readonly script: ScriptSettings
  readonly basePath: string
  readonly manifestCache: ManifestCache
  /** Keys of the edges that forward requests. */
  readonly edgeKeys?: ReadonlyArray<string>
}

const placeFinder = (edgeKeys: ReadonlyArray<string>): InstanceScripts["placeOf"] => {
  const { isForwarded } = compileEdges(edgeKeys)
  return (exchange) => (isForwarded(exchange.header) ? edgePlace(exchange.header) : null) ?? exchange
}

/** Prepares the scripts of an instance. */
export const instanceScripts = (
  { basePath, edgeKeys = [], manifestCache, script }: ScriptRouteSettings,
  manifest: ManifestDocument,
): InstanceScripts => {
  const cacheControl = publicCaching(manifestCache)["cache-control"]
  const setting = { manifest, basePath: normalizeBasePath(basePath), cacheControl }
  return {
    endpoints: browserEndpoints(script),
    scripts: makeScripts(script, setting),
    placeOf: placeFinder(edgeKeys),
  }
}

const answer = (script: ScriptAnswer): Effect.Effect<Answer<never>, Problem> => {
  switch (script._tag) {
    case "Script":
      return Effect.succeed(prepared(script.body, script.headers))
    case "NotModified":
      return Effect.succeed(notModified(script.headers))
    case "HostUnusable":
      return Effect.fail({ _tag: "HostUnusable" })
    case "Unavailable":
      return Effect.fail({ _tag: "ScriptUnavailable", cause: script.cause })
  }
}

const handle =
  ({ placeOf, scripts }: InstanceScripts, variant: ScriptVariant) =>
  ({ exchange, query }: Call): Handled<never> => {
    const { host, mount, path, scheme } = placeOf(exchange)
    const ifNoneMatch = exchange.header("if-none-match")
    const request = { ifNoneMatch, language: query("language"), scheme, host, path, mount }
    return Effect.flatMap(
      Effect.promise(() => scripts.answer(variant, request)),
      answer,
    )
  }

/** The routes of `api/BrowserGroup`. */
export const scriptRoutes = (instance: InstanceScripts): Readonly<Record<ScriptVariant, Route>> => ({
  full: route(instance.endpoints.full, handle(instance, "full")),
  headless: route(instance.endpoints.headless, handle(instance, "headless")),
  iab: route(instance.endpoints.iab, handle(instance, "iab")),
})
