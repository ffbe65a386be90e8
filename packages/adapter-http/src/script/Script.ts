/**
 * Serves a script route: the instance's configuration for browsers, followed by a bundle.
 *
 * An answer depends on the options, the manifest, the bundle, the requested address and one of the known languages, so
 * that shared caches can keep it and untrusted clients cannot fill them.
 *
 * @module
 */
import { authoredLanguages, isBuiltIn } from "@consent-service/core/translation"
import {
  type CompiledManifest,
  type ManifestDocument,
  sliceLanguage,
  sliceManifest,
} from "@consent-service/core/manifest"
import { recent, sha256Hex } from "@consent-service/core/primitives"
import * as Data from "effect/Data"
import { inUtf8 } from "../answer/Answer.js"
import type { ManifestCache } from "../answer/PublicCaching.js"
import type { Compression, Entity } from "../compression/Compression.js"
import type { RequestPlace } from "../request/Target.js"
import { backendUrl } from "./BackendUrl.js"
import { type EmbeddedPolicy, embedPolicy } from "./EmbeddedPolicy.js"
import { adviceLine, preludeLine } from "./Prelude.js"
import { surfacesPath } from "./PinnedPath.js"
import { type BundleRead, makeBundle, platformReadText, type ReadText } from "./ScriptBundle.js"
import {
  pinnedCaching,
  pinnedScriptCaching,
  type ScriptCaching,
  scriptCaching,
  scriptContent,
} from "./ScriptHeaders.js"
import { type BundleSource, scriptPolicies, type ScriptSettings, type ScriptVariant } from "./ScriptOptions.js"

export type { ScriptVariant } from "./ScriptOptions.js"

/** The parts of an instance's scripts in addition to their options. */
export interface ScriptContext {
  readonly manifest: CompiledManifest
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
  /** The query parameter `policy`. */
  readonly policy?: string | null
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
  /** Whether the policy travels with it. */
  readonly hasPolicy: boolean
  /** The same bytes for pages that pin them. Costs a digest the first time. */
  readonly pinned: () => Promise<PinnedScript>
}

/** A file that a script loads on demand, at the address of its digest. */
export interface ModuleFile {
  /** The first 128 bits of the SHA-256 of its bytes, in hex. */
  readonly digest: string
  /** As in the `integrity` of a tag. */
  readonly integrity: string
  readonly entity: Entity
}

/** Scripts that load files on demand. */
export type DrawingVariant = Exclude<ScriptVariant, "headless">

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
  /** The script, or its first file. Never rejects. */
  readonly answer: (variant: ScriptVariant, request: ScriptRequest) => Promise<ScriptAnswer>
  /** The script with its banner, for pages that pin it; it knows the digest of what it loads on demand. Never rejects. */
  readonly whole: (variant: ScriptVariant, request: ScriptRequest) => Promise<ScriptAnswer>
  /** The file of this digest that a script loads on demand; null where it has none, or it cannot be read. Never rejects. */
  readonly surfaces: (variant: DrawingVariant, digest: string) => Promise<ModuleFile | null>
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

/** What distinguishes the scripts of an instance. */
interface ScriptIdentity {
  readonly variant: ScriptVariant
  readonly language: string | null
  readonly backendURL: string
  /** The files that it loads on demand, as its configuration names them. */
  readonly modules: ModuleConfig
  readonly embedded: EmbeddedPolicy | null
}

/** The members of a script's configuration about the files that it loads on demand. */
interface ModuleConfig {
  readonly surfacesPath?: string
  readonly restPath?: string
  readonly restIntegrity?: string
  readonly toolsPath?: string
  readonly toolsIntegrity?: string
  readonly declarationPath?: string
  readonly declarationIntegrity?: string
}

/**
 * The embedded configuration: the integrator's defaults, overridden by the service's own members. An address that
 * came from a request yields to the client's own `<script src>`: a shared cache may serve one host's script under
 * another.
 */
const configOf = (
  options: ScriptSettings,
  manifest: ManifestDocument,
  { backendURL, embedded, language, modules, variant }: ScriptIdentity,
): Readonly<Record<string, unknown>> => {
  const backendURLSource = options.backendURL === undefined ? "request" : undefined
  const own = { backendURL, backendURLSource, ...modules, embedded: embedded ?? undefined }
  if (variant === "full") {
    const override = language === null ? {} : { language }
    return { ...options.config, ...override, ...own, mode: "hosted", manifest: undefined }
  }
  const sliced = language === null ? manifest : sliceManifest(manifest, language)
  const override = language === null || embedded === null ? {} : { language: embedded.language }
  return { ...options.config, ...override, ...own, mode: "manifest", manifest: sliced }
}

/** Includes the variant, so that scripts with the same bytes on two routes have different tags. */
const etagOf = (variant: ScriptVariant, prelude: string, bundleDigest: string): string =>
  `"${sha256Hex(`${variant} ${bundleDigest} ${prelude}`)}"`

const digestCharacters = 32

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

const integrityOf = (sha256: Uint8Array): string => `sha256-${btoa(String.fromCharCode(...sha256))}`

/** Renders a script with its headers. */
const writer =
  (compression: Compression, usual: Omit<ScriptCaching, "hasPolicy">) =>
  (text: string, etag: string, hasPolicy: boolean): WrittenScript => {
    const caching = { ...usual, hasPolicy }
    const bytes = inUtf8(text)
    const headers = { caching: scriptCaching(etag, caching), content: scriptContent }
    const entity = compression.entity(bytes, headers, "most")
    const pin = async (): Promise<PinnedScript> => {
      const sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
      return {
        digest: hex(sha256).slice(0, digestCharacters),
        integrity: integrityOf(sha256),
        entity: compression.withHeaders(entity, {
          caching: pinnedScriptCaching(etag, caching),
          content: scriptContent,
        }),
      }
    }
    let pinned: Promise<PinnedScript> | null = null
    return { entity, hasPolicy, pinned: () => (pinned ??= pin()) }
  }

/** Whether a script loads its banner on demand, too. */
const isDivided = ({ bundles, surfaces }: ScriptSettings, variant: DrawingVariant): boolean =>
  surfaces === "on-demand" &&
  (["First", "Surfaces", "Rest"] as const).every((part) => bundles[`${variant}${part}`] !== undefined)

type ModuleRead =
  | { readonly _tag: "Found"; readonly file: ModuleFile }
  | Extract<BundleRead, { readonly _tag: "Missing" }>

/** Reads a file that is loaded on demand, and prepares it once. */
const moduleFile = (read: () => Promise<BundleRead>, compression: Compression): (() => Promise<ModuleRead>) => {
  let file: ModuleFile | undefined
  return async () => {
    const bundle = await read()
    if (bundle._tag === "Missing") return bundle
    const headers = { caching: pinnedCaching(`"${bundle.digest}"`), content: scriptContent }
    file ??= {
      digest: bundle.digest.slice(0, digestCharacters),
      integrity: integrityOf(Uint8Array.from(bundle.digest.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))),
      entity: compression.entity(inUtf8(bundle.text), headers, "most"),
    }
    return { _tag: "Found", file }
  }
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
 *     manifest: compileManifest({}, { hosting: "self-hosted", geolocation: true }),
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
  const { backendURL, bundles, config } = options
  const read = (source: BundleSource | undefined) => makeBundle(source, readText)
  const wholes = { full: read(bundles.full), headless: read(bundles.headless), iab: read(bundles.iab) }
  const firsts = { full: read(bundles.fullFirst), iab: read(bundles.iabFirst) }
  const seconds = {
    full: moduleFile(read(bundles.fullSurfaces), compression),
    iab: moduleFile(read(bundles.iabSurfaces), compression),
  }
  const rests = {
    full: moduleFile(read(bundles.fullRest), compression),
    iab: moduleFile(read(bundles.iabRest), compression),
  }
  const tools = moduleFile(read(bundles.tools), compression)
  const declaration = moduleFile(read(bundles.declaration), compression)
  const write = writer(compression, { manifestCache, byHost: backendURL === undefined })
  const { document } = manifest
  const languageOf = knownLanguage(document)
  const embed = embedPolicy(manifest, sliceLanguage(typeof config["language"] === "string" ? config["language"] : "en"))
  const written = recent<WrittenScript>({ bound: maxKept })

  /** Where the files for every script are: below the path of `/cs.js`. Without them, a script does all else. */
  const sharedOf = async (variant: ScriptVariant, isOneFile: boolean): Promise<ModuleConfig> => {
    const isChecked = isOneFile && variant !== "headless"
    const [ofTools, ofDeclaration] = await Promise.all([tools(), declaration()])
    const told = (found: ModuleRead, name: "tools" | "declaration"): ModuleConfig => {
      if (found._tag === "Missing") return {}
      const { digest, integrity } = found.file
      const path = { [`${name}Path`]: surfacesPath(options.path, digest) }
      return isChecked ? { ...path, [`${name}Integrity`]: integrity } : path
    }
    return { ...told(ofTools, "tools"), ...told(ofDeclaration, "declaration") }
  }

  /** The code of a script, and the files that draw for it. */
  const partsOf = async (
    variant: ScriptVariant,
    whole: boolean,
  ): Promise<{ readonly bundle: BundleRead; readonly modules: ModuleConfig }> => {
    if (variant === "headless" || bundles[`${variant}Rest`] === undefined)
      return { bundle: await wholes[variant](), modules: {} }
    const pathOf = ({ digest }: ModuleFile): string => surfacesPath(routePathOf(options, variant), digest)
    const rest = await rests[variant]()
    if (rest._tag === "Missing") return { bundle: rest, modules: {} }
    const restPath = pathOf(rest.file)
    if (whole || !isDivided(options, variant))
      return { bundle: await wholes[variant](), modules: { restPath, restIntegrity: rest.file.integrity } }
    const second = await seconds[variant]()
    if (second._tag === "Missing") return { bundle: second, modules: {} }
    return { bundle: await firsts[variant](), modules: { surfacesPath: pathOf(second.file), restPath } }
  }

  /** The policy to embed: as the request says, else as configured. */
  const embeddedIn = (variant: ScriptVariant, { language, policy }: ScriptRequest): EmbeddedPolicy | null => {
    const wanted = scriptPolicies.find((one) => one === policy) ?? options.policy
    return variant !== "headless" && wanted === "embedded" ? embed(sliceLanguage(language ?? "")) : null
  }

  const find = async (variant: ScriptVariant, request: ScriptRequest, whole: boolean): Promise<ScriptAnswer> => {
    const url = backendUrl({ backendURL, basePath, routePath: routePathOf(options, variant) }, request)
    if (url === null) return ScriptAnswer.HostUnusable()
    const embedded = embeddedIn(variant, request)
    // During an outage, a second file would be missing.
    const { bundle, modules: own } = await partsOf(variant, whole || embedded !== null)
    if (bundle._tag === "Missing") return ScriptAnswer.Unavailable({ cause: bundle.cause })
    const modules = { ...own, ...(await sharedOf(variant, own.surfacesPath === undefined)) }
    const language = languageOf(variant, sliceLanguage(request.language ?? ""))
    const isUnknown = request.policy != null && !scriptPolicies.some((one) => one === request.policy)
    const key = [variant, language, url, modules, embedded?.language, isUnknown]
    const script = written.findOrMake(JSON.stringify(key), () => {
      const identity = { variant, language, backendURL: url, modules, embedded }
      const prelude = `${preludeLine(configOf(options, document, identity))}${isUnknown ? adviceLine : ""}`
      const etag = etagOf(variant, prelude, bundle.digest)
      return write(`${prelude}\n${bundle.text}`, etag, embedded !== null)
    })
    return ScriptAnswer.Script({ script })
  }

  return {
    answer: (variant, request) => find(variant, request, false),
    whole: (variant, request) => find(variant, request, true),
    surfaces: async (variant, digest) => {
      const own = isDivided(options, variant) ? [seconds[variant], rests[variant]] : [rests[variant]]
      const reads = variant === "full" ? [...own, tools, declaration] : own
      const found = await Promise.all(reads.map((readFile) => readFile()))
      return (
        found.flatMap((one) => (one._tag === "Found" ? one.file : [])).find((file) => file.digest === digest) ?? null
      )
    },
  }
}
