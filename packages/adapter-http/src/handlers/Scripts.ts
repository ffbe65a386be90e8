/**
 * The routes that serve the browser's scripts.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { Answer } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import type { CompiledManifest } from "@consent-service/core/manifest"
import { browserEndpoints } from "../api/BrowserGroup.js"
import type { Compression, Entity } from "../compression/Compression.js"
import { type Call, type Handled, type Route, route, routeWithPath } from "../kernel/Route.js"
import type { Exchange } from "../kernel/Exchange.js"
import { compileEdges, edgePlace } from "../request/EdgeRequests.js"
import { normalizeBasePath, type RequestPlace } from "../request/Target.js"
import { withoutDigest } from "../script/PinnedPath.js"
import {
  type DrawingVariant,
  makeScripts,
  type ScriptAnswer,
  type ScriptRequest,
  type Scripts,
  type ScriptVariant,
  type WrittenScript,
} from "../script/Script.js"
import type { ScriptSettings } from "../script/ScriptOptions.js"
import type { ManifestCache } from "../answer/PublicCaching.js"

/** The scripts of an instance, and where they are. */
export interface InstanceScripts {
  readonly endpoints: ReturnType<typeof browserEndpoints>
  readonly scripts: Scripts
  readonly compression: Compression
  /** The address that a request was sent to: the edge's, where it came through one. */
  readonly placeOf: (exchange: Exchange) => RequestPlace
}

/** How an instance serves its scripts. */
export interface ScriptRouteSettings {
  readonly script: ScriptSettings
  readonly basePath: string
  readonly manifestCache: ManifestCache
  readonly compression: Compression
  /** Keys of the edges that forward requests. */
  readonly edgeKeys?: ReadonlyArray<string>
}

const placeFinder = (edgeKeys: ReadonlyArray<string>): InstanceScripts["placeOf"] => {
  const { isForwarded } = compileEdges(edgeKeys)
  return (exchange) => (isForwarded(exchange.header) ? edgePlace(exchange.header) : null) ?? exchange
}

/** Prepares the scripts of an instance. */
export const instanceScripts = (
  { basePath, compression, edgeKeys = [], manifestCache, script }: ScriptRouteSettings,
  manifest: CompiledManifest,
): InstanceScripts => ({
  endpoints: browserEndpoints(script),
  scripts: makeScripts(script, { manifest, manifestCache, compression, basePath: normalizeBasePath(basePath) }),
  compression,
  placeOf: placeFinder(edgeKeys),
})

const scriptOf = (answer: ScriptAnswer): Effect.Effect<WrittenScript, Problem> => {
  switch (answer._tag) {
    case "Script":
      return Effect.succeed(answer.script)
    case "HostUnusable":
      return Effect.fail({ _tag: "HostUnusable" })
    case "Unavailable":
      return Effect.fail({ _tag: "ScriptUnavailable", cause: answer.cause })
  }
}

const requestOf = ({ query }: Call, place: RequestPlace): ScriptRequest => ({
  language: query("language"),
  policy: query("policy"),
  ...place,
})

const send = ({ compression }: InstanceScripts, { exchange }: Call, entity: Entity): Effect.Effect<Answer<never>> => {
  const sent = compression.answer(exchange.header, entity)
  return Effect.isEffect(sent) ? sent : Effect.succeed(sent)
}

const placeIn = ({ placeOf }: InstanceScripts, { exchange }: Call): RequestPlace => {
  const { host, mount, path, scheme } = placeOf(exchange)
  return { host, mount, path, scheme }
}

const handle =
  (instance: InstanceScripts, variant: ScriptVariant) =>
  (call: Call): Handled<never> => {
    const answer = Effect.promise(() => instance.scripts.answer(variant, requestOf(call, placeIn(instance, call))))
    return Effect.flatMap(Effect.flatMap(answer, scriptOf), ({ entity }) => send(instance, call, entity))
  }

const handlePinned =
  (instance: InstanceScripts, variant: ScriptVariant) =>
  (call: Call, { digest }: { readonly digest: string }): Handled<never> => {
    const place = placeIn(instance, call)
    const request = requestOf(call, { ...place, path: withoutDigest(place.path, digest) })
    const answer = Effect.promise(() => instance.scripts.whole(variant, request))
    return Effect.flatMap(Effect.flatMap(answer, scriptOf), (script) =>
      Effect.flatMap(Effect.promise(script.pinned), (pinned) =>
        pinned.digest === digest ? send(instance, call, pinned.entity) : Effect.fail({ _tag: "ScriptDigestUnknown" }),
      ),
    )
  }

const handleSurfaces =
  (instance: InstanceScripts, variant: DrawingVariant) =>
  (call: Call, { digest }: { readonly digest: string }): Handled<never> =>
    Effect.flatMap(
      Effect.promise(() => instance.scripts.surfaces(variant, digest)),
      (file) => (file ? send(instance, call, file.entity) : Effect.fail({ _tag: "ScriptDigestUnknown" })),
    )

/**
 * The routes of `api/BrowserGroup`: of each script, its own, the one with its digest, which any page may load with `integrity`, and
 * the files that it loads on demand, which any page may import.
 */
export const scriptRoutes = (instance: InstanceScripts): Readonly<Record<ScriptVariant, ReadonlyArray<Route>>> => {
  const { endpoints } = instance
  const pinned = { cors: "any-origin" } as const
  return {
    full: [
      route(endpoints.full, handle(instance, "full")),
      routeWithPath(endpoints.pinned.full, handlePinned(instance, "full"), pinned),
      routeWithPath(endpoints.surfaces.full, handleSurfaces(instance, "full"), pinned),
    ],
    headless: [
      route(endpoints.headless, handle(instance, "headless")),
      routeWithPath(endpoints.pinned.headless, handlePinned(instance, "headless"), pinned),
    ],
    iab: [
      route(endpoints.iab, handle(instance, "iab")),
      routeWithPath(endpoints.pinned.iab, handlePinned(instance, "iab"), pinned),
      routeWithPath(endpoints.surfaces.iab, handleSurfaces(instance, "iab"), pinned),
    ],
  }
}
