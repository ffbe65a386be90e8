/**
 * The routes that serve the browser's scripts.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { Answer } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import type { ManifestDocument } from "@consent-service/core/manifest"
import { browserEndpoints } from "../api/BrowserGroup.js"
import type { Compression, Entity } from "../compression/Compression.js"
import { type Call, type Handled, type Route, route, routeWithPath } from "../kernel/Route.js"
import type { Exchange } from "../kernel/Exchange.js"
import { compileEdges, edgePlace } from "../request/EdgeRequests.js"
import { normalizeBasePath, type RequestPlace } from "../request/Target.js"
import { withoutDigest } from "../script/PinnedPath.js"
import {
  makeScripts,
  type ScriptAnswer,
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
  manifest: ManifestDocument,
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

/** Finds the script for the address of a request. */
const find = ({ scripts }: InstanceScripts, variant: ScriptVariant, { query }: Call, place: RequestPlace) => {
  const request = { language: query("language"), ...place }
  return Effect.flatMap(
    Effect.promise(() => scripts.answer(variant, request)),
    scriptOf,
  )
}

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
  (call: Call): Handled<never> =>
    Effect.flatMap(find(instance, variant, call, placeIn(instance, call)), ({ entity }) => send(instance, call, entity))

const handlePinned =
  (instance: InstanceScripts, variant: ScriptVariant) =>
  (call: Call, { digest }: { readonly digest: string }): Handled<never> => {
    const place = placeIn(instance, call)
    const found = find(instance, variant, call, { ...place, path: withoutDigest(place.path, digest) })
    return Effect.flatMap(found, (script) =>
      Effect.flatMap(Effect.promise(script.pinned), (pinned) =>
        pinned.digest === digest ? send(instance, call, pinned.entity) : Effect.fail({ _tag: "ScriptDigestUnknown" }),
      ),
    )
  }

/** The routes of `api/BrowserGroup`: of each script, its own, and the one with its digest, which any page may load with `integrity`. */
export const scriptRoutes = (instance: InstanceScripts): Readonly<Record<ScriptVariant, ReadonlyArray<Route>>> => {
  const { endpoints } = instance
  const pinned = { cors: "any-origin" } as const
  return {
    full: [
      route(endpoints.full, handle(instance, "full")),
      routeWithPath(endpoints.pinned.full, handlePinned(instance, "full"), pinned),
    ],
    headless: [
      route(endpoints.headless, handle(instance, "headless")),
      routeWithPath(endpoints.pinned.headless, handlePinned(instance, "headless"), pinned),
    ],
    iab: [
      route(endpoints.iab, handle(instance, "iab")),
      routeWithPath(endpoints.pinned.iab, handlePinned(instance, "iab"), pinned),
    ],
  }
}
