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
import { normalizeBasePath } from "../request/Target.js"
import { makeScripts, type ScriptAnswer, type Scripts, type ScriptVariant } from "../script/Script.js"
import type { ReadText } from "../script/ScriptBundle.js"
import type { ScriptSettings } from "../script/ScriptOptions.js"
import { type ManifestCache, publicCaching } from "./HandlerSettings.js"

/** The scripts of an instance, and where they are. */
export interface InstanceScripts {
  readonly endpoints: ReturnType<typeof browserEndpoints>
  readonly scripts: Scripts
}

/** How an instance serves its scripts. */
export interface ScriptRouteSettings {
  readonly script: ScriptSettings
  readonly basePath: string
  readonly manifestCache: ManifestCache
  /** How bundles are read. Default: as files, where the platform has them. */
  readonly readText?: ReadText
}

/** Prepares the scripts of an instance. */
export const instanceScripts = (
  { basePath, manifestCache, readText, script }: ScriptRouteSettings,
  manifest: ManifestDocument,
): InstanceScripts => {
  const cacheControl = publicCaching(manifestCache)["cache-control"]
  const reading = readText === undefined ? {} : { readText }
  const setting = { manifest, basePath: normalizeBasePath(basePath), cacheControl, ...reading }
  return { endpoints: browserEndpoints(script), scripts: makeScripts(script, setting) }
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
  (scripts: Scripts, variant: ScriptVariant) =>
  ({ exchange: { header, host, mount, path, scheme }, query }: Call): Handled<never> => {
    const request = { ifNoneMatch: header("if-none-match"), language: query("language"), scheme, host, path, mount }
    return Effect.flatMap(
      Effect.promise(() => scripts.answer(variant, request)),
      answer,
    )
  }

/** The routes of `api/BrowserGroup`. */
export const scriptRoutes = ({ endpoints, scripts }: InstanceScripts): Readonly<Record<ScriptVariant, Route>> => ({
  full: route(endpoints.full, handle(scripts, "full")),
  headless: route(endpoints.headless, handle(scripts, "headless")),
  iab: route(endpoints.iab, handle(scripts, "iab")),
})
