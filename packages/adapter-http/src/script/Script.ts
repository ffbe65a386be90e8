/**
 * Serves a script route: the instance's configuration for browsers, followed by a bundle.
 *
 * An answer depends on the options, the manifest, the bundle, the requested address and one of the known languages, so
 * that shared caches can keep it and untrusted clients cannot fill them.
 *
 * @module
 */
import { authoredLanguages, isBuiltIn } from "@consent-service/core/translation"
import { type ManifestDocument, sliceLanguage, sliceManifest } from "@consent-service/core/manifest"
import { recent, sha256Hex } from "@consent-service/core/primitives"
import * as Data from "effect/Data"
import { inUtf8 } from "../answer/Answer.js"
import type { ManifestCache } from "../answer/PublicCaching.js"
import type { Compression, Entity } from "../compression/Compression.js"
import type { RequestPlace } from "../request/Target.js"
import { backendUrl } from "./BackendUrl.js"
import { preludeLine } from "./Prelude.js"
import { makeBundle, platformReadText, type ReadText } from "./ScriptBundle.js"
import { pinnedCaching, type ScriptCaching, scriptCaching, scriptContent } from "./ScriptHeaders.js"
import type { ScriptSettings, ScriptVariant } from "./ScriptOptions.js"

export type { ScriptVariant } from "./ScriptOptions.js"

/** The parts of an instance's scripts in addition to their options. */
export interface ScriptContext {
  readonly manifest: ManifestDocument
  /** The prefix the service is mounted under, as `normalizeBasePath` writes it. */
  readonly basePath: string
  /** How long shared caches may keep an answer, as for `/manifest`. */
  readonly manifestCache: ManifestCache
  readonly compression: Compression
  /** How bundle files are read; null where there are none. Default: the platform's files. */
  readonly readText?: ReadText | null
}

/** The parts of a request that scripts use. */
export interface ScriptRequest extends RequestPlace {
  /** The query parameter `language`. */
  readonly language: string | null
}

/** A script at the address of its digest. */
export interface PinnedScript {
  /** The first 128 bits of the SHA-256 of its bytes, in hex. */
  readonly digest: string
  /** The value of the tag's `integrity`. */
  readonly integrity: string
  readonly entity: Entity
}

/** A script, ready to send. */
export interface WrittenScript {
  readonly entity: Entity
  /** The same script for pages that pin it. Costs a digest the first time. */
  readonly pinned: () => Promise<PinnedScript>
}

/** The outcome of a request. */
export type ScriptAnswer = Data.TaggedEnum<{
  Script: { readonly script: WrittenScript }
  /** The address had to come from the request, whose host is not a host name with an optional port. */
  HostUnusable: {}
  /** The bundle is missing. */
  Unavailable: { readonly cause: unknown }
}>
export const ScriptAnswer = Data.taggedEnum<ScriptAnswer>()

/** The scripts of an instance. */
export interface Scripts {
  /** Never rejects. */
  readonly answer: (variant: ScriptVariant, request: ScriptRequest) => Promise<ScriptAnswer>
}

/** The most scripts in memory: a `Host` may be any name, and each makes a separate script. */
const maxKept = 64

const routePathOf = ({ headlessPath, iabPath, path }: ScriptSettings, variant: ScriptVariant): string =>
  ({ full: path, headless: headlessPath, iab: iabPath })[variant]

/** Reduces a requested language to one that the manifest knows; null where it has no effect. */
type KnownLanguage = (variant: ScriptVariant, asked: string) => string | null

const knownLanguage = (manifest: ManifestDocument): KnownLanguage => {
  const authored = new Set(authoredLanguages(manifest.translations))
  return (variant, asked) => {
    if (asked === "" || authored.has(asked)) return asked || null
    // All languages without authored texts give the same manifest.
    if (variant !== "full") return ""
    return isBuiltIn(asked) ? asked : null
  }
}

/**
 * The embedded configuration: the integrator's defaults, overridden by the service's own members. An address that
 * came from a request yields to the client's own `<script src>`: a shared cache may serve one host's script under
 * another.
 */
const configOf = (
  options: ScriptSettings,
  manifest: ManifestDocument,
  variant: ScriptVariant,
  language: string | null,
  backendURL: string,
): Readonly<Record<string, unknown>> => {
  const backendURLSource = options.backendURL === undefined ? "request" : undefined
  const own = { backendURL, backendURLSource }
  if (variant === "full") {
    const override = language === null ? {} : { language }
    return { ...options.config, ...override, ...own, mode: "hosted", manifest: undefined }
  }
  const embedded = language === null ? manifest : sliceManifest(manifest, language)
  return { ...options.config, ...own, mode: "manifest", manifest: embedded }
}

/** Includes the variant, so that scripts with the same bytes on two routes have different tags. */
const etagOf = (variant: ScriptVariant, prelude: string, bundleDigest: string): string =>
  `"${sha256Hex(`${variant} ${bundleDigest} ${prelude}`)}"`

const digestCharacters = 32

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Renders a script with its headers. */
const writer =
  (compression: Compression, caching: ScriptCaching) =>
  (text: string, etag: string): WrittenScript => {
    const bytes = inUtf8(text)
    const headers = { caching: scriptCaching(etag, caching), content: scriptContent }
    const entity = compression.entity(bytes, headers, "most")
    const pin = async (): Promise<PinnedScript> => {
      const sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
      return {
        digest: hex(sha256).slice(0, digestCharacters),
        integrity: `sha256-${btoa(String.fromCharCode(...sha256))}`,
        entity: compression.withHeaders(entity, { caching: pinnedCaching(etag), content: scriptContent }),
      }
    }
    let pinned: Promise<PinnedScript> | null = null
    return { entity, pinned: () => (pinned ??= pin()) }
  }

/**
 * Makes the scripts of an instance.
 *
 * @param options - validated by `scriptOptionProblems`
 *
 * @example
 * ```ts
 * import { noCompression } from "@consent-service/adapter-http/compression"
 * import { defaultManifestCache } from "@consent-service/adapter-http/answer"
 * import { defaultScriptSettings, makeScripts } from "@consent-service/adapter-http/script"
 * import { compileManifest } from "@consent-service/core/manifest"
 *
 * const bundles = { full: async () => "start()" }
 * const scripts = makeScripts(
 *   { ...defaultScriptSettings, backendURL: "https://consent.example", bundles },
 *   {
 *     manifest: compileManifest({}, { hosting: "self-hosted", geolocation: true }).document,
 *     basePath: "",
 *     manifestCache: defaultManifestCache,
 *     compression: noCompression,
 *   },
 * )
 * const place = { scheme: "https", host: "consent.example", path: "/cs.js", mount: "" } as const
 * const answer = await scripts.answer("full", { ...place, language: null })
 * answer._tag // "Script"
 * ```
 */
export const makeScripts = (options: ScriptSettings, settings: ScriptContext): Scripts => {
  const { basePath, compression, manifest, manifestCache, readText = platformReadText } = settings
  const { backendURL, bundles } = options
  const readers = {
    full: makeBundle(bundles.full, readText),
    headless: makeBundle(bundles.headless, readText),
    iab: makeBundle(bundles.iab, readText),
  }
  const write = writer(compression, { manifestCache, byHost: backendURL === undefined })
  const languageOf = knownLanguage(manifest)
  const written = recent<WrittenScript>({ bound: maxKept })

  return {
    answer: async (variant, request) => {
      const url = backendUrl({ backendURL, basePath, routePath: routePathOf(options, variant) }, request)
      if (url === null) return ScriptAnswer.HostUnusable()
      const bundle = await readers[variant]()
      if (bundle._tag === "Missing") return ScriptAnswer.Unavailable({ cause: bundle.cause })
      const language = languageOf(variant, sliceLanguage(request.language ?? ""))
      const script = written.findOrMake(JSON.stringify([variant, language, url]), () => {
        const prelude = preludeLine(configOf(options, manifest, variant, language, url))
        return write(`${prelude}\n${bundle.text}`, etagOf(variant, prelude, bundle.digest))
      })
      return ScriptAnswer.Script({ script })
    },
  }
}
