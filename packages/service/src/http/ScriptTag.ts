/**
 * The tag of a script that a page pins: the address and the hash of the bytes that an instance with these options serves.
 *
 * @module
 */
import { noCompression } from "@consent-service/adapter-http/compression"
import { normalizeBasePath } from "@consent-service/adapter-http/request"
import { makeScripts, pinnedPath, type ScriptVariant } from "@consent-service/adapter-http/script"
import { Instance } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ServiceSettings } from "../options/Settings.js"
import { instanceOptions } from "./HttpOptions.js"

/** Which script, and where pages load it from. */
export interface ScriptTagRequest {
  readonly variant: ScriptVariant
  /** The value of the query parameter `language`; null without. */
  readonly language: string | null
  /** The value of the query parameter `policy`; null without. */
  readonly policy: string | null
  /** The service's address as browsers reach it. */
  readonly address: URL
}

/** A script that a page can pin. */
export interface ScriptTag {
  readonly src: string
  readonly integrity: string
  /** Whether the policy travels with it. */
  readonly hasPolicy: boolean
  /** The element, as HTML. */
  readonly tag: string
}

const pathOf = ({ script }: ServiceSettings, variant: ScriptVariant): string =>
  ({ full: script.path, headless: script.headlessPath, iab: script.iabPath })[variant]

const entities: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;" }

const attribute = (name: string, value: string): string =>
  `${name}="${value.replace(/[&"<]/g, (char) => entities[char] ?? char)}"`

/** The address of a prefix: an origin alone is without the one that the options name. */
const prefixOf = ({ pathname }: URL, basePath: string): string => {
  const path = pathname.replace(/\/+$/, "")
  return path === "" ? normalizeBasePath(basePath) : path
}

/**
 * Writes a script as an instance would serve it, and its tag.
 *
 * @returns the tag, or why it is unavailable, in one line
 */
export const scriptTag = async (
  options: ServiceSettings,
  { address, language, policy, variant }: ScriptTagRequest,
): Promise<Either.Either<ScriptTag, string>> => {
  const { basePath, manifestCache, script } = options
  if (!script.enabled) return Either.left("script.enabled is false: the service serves no scripts")
  const { manifest } = Effect.runSync(Effect.provide(Instance, Instance.layer(instanceOptions(options))))
  const scripts = makeScripts(script, {
    manifest,
    basePath: normalizeBasePath(basePath),
    manifestCache,
    compression: noCompression,
  })
  const prefix = prefixOf(address, basePath)
  const path = pathOf(options, variant)
  const scheme = address.protocol === "https:" ? "https" : "http"
  const place = { scheme, host: address.host, path: `${prefix}${path}`, mount: "" } as const
  const answer = await scripts.whole(variant, { ...place, language, policy })
  if (answer._tag === "HostUnusable") return Either.left(`${address.host} is not a host name that browsers can request`)
  if (answer._tag === "Unavailable") return Either.left(`the script cannot be read: ${String(answer.cause)}`)
  const { digest, integrity } = await answer.script.pinned()
  const named = Object.entries({ policy, language }).flatMap(([name, value]) =>
    value === null ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  const query = named.length === 0 ? "" : `?${named.join("&")}`
  const src = `${address.origin}${prefix}${pinnedPath(path, digest)}${query}`
  const attributes = [attribute("src", src), attribute("integrity", integrity), attribute("crossorigin", "anonymous")]
  const { hasPolicy } = answer.script
  return Either.right({ src, integrity, hasPolicy, tag: `<script ${attributes.join(" ")}></script>` })
}
