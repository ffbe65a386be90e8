/**
 * Reads the script's own tag: its attributes, and the origin it was loaded from.
 *
 * @module
 */
import { page } from "../env/Globals.js"
import type { PageOptions } from "./PageOptions.js"

/** The settings of the tag. */
export interface Tag {
  readonly config: PageOptions
  /** The address that the script was loaded from; empty when unknown. */
  readonly src: string
  /** The nonce that the page's policy requires on the tag. */
  readonly nonce: string
}

/** On when present, unless its value is `false`. */
const flag = (value: string | undefined): boolean | undefined => (value === undefined ? value : value !== "false")

/** A corner as written, else a flag. */
const triggerOf = (value: string | undefined) => (value && /^(auto|bottom)/.test(value) ? value : flag(value))

/**
 * Reads `data-*` attributes, by their names in camel case. A missing attribute is absent, so that it overrides nothing; an
 * unknown value is ignored where it is used.
 */
export const configOf = (data: Readonly<Record<string, string | undefined>>): PageOptions =>
  // JSON leaves out members without a value.
  JSON.parse(
    JSON.stringify({
      backendURL: data["backendUrl"],
      mode: data["mode"],
      manifestURL: data["manifestUrl"],
      categories: data["categories"]?.split(/[, ]+/),
      country: data["country"],
      region: data["region"],
      language: data["language"],
      manual: flag(data["manual"]),
      legalLinks: {
        privacyPolicy: data["privacyPolicyUrl"],
        cookiePolicy: data["cookiePolicyUrl"],
        termsOfService: data["termsUrl"],
      },
      ui: !flag(data["noUi"]) && {
        colorScheme: data["colorScheme"],
        trigger: triggerOf(data["trigger"]),
        hideBranding: flag(data["hideBranding"]),
        shadow: flag(data["shadow"]),
        nonce: data["nonce"],
      },
    }),
  )

/** Reads the executing tag, which is known only then. */
export const readTag = (): Tag => {
  const { dataset = {}, nonce = "", src = "" }: Partial<HTMLScriptElement> = Object(page?.currentScript)
  return { config: configOf(dataset), src, nonce }
}

/**
 * The absolute address of the service. One that the service took from a request, which a cache may have
 * stored for others, is replaced by the address of this script.
 */
export const backendOf = (
  { backendURL = "", backendURLSource }: PageOptions,
  src: string,
  base = page?.baseURI,
): string => {
  const guessed = backendURLSource === "request" && /^https?:/.test(src)
  const url = guessed ? new URL(src).origin + backendURL.replace(/^[a-z]+:\/\/[^/]*/i, "") : backendURL
  return (url && base ? new URL(url, base).href : url).replace(/\/+$/, "")
}
