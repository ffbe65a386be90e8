/**
 * The markup a site would write.
 *
 * @module
 */

/** Which bundle. */
export type Variant = "full" | "headless" | "iab"

/** The path of each bundle. */
export const bundlePath: Readonly<Record<Variant, string>> = {
  full: "/cs.js",
  headless: "/cs.headless.js",
  iab: "/cs.iab.js",
}

/** What a tag has. */
export interface TagSpec {
  readonly variant?: Variant
  /** An empty value is an attribute without one. */
  readonly attributes?: Readonly<Record<string, string>>
  /** Queued before the tag. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Behind the path, such as `?language=de`. */
  readonly query?: string
}

const attribute = ([name, value]: readonly [string, string]): string =>
  value === "" ? name : `${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`

/** A script that queues calls; each is a JavaScript array literal. */
export const queue = (...calls: ReadonlyArray<string>): string =>
  `<script>(window.cs = window.cs || []).push(${calls.join(", ")})</script>`

/** A script that queues a configuration. */
export const configure = (config: Readonly<Record<string, unknown>>): string =>
  queue(`["config", ${JSON.stringify(config)}]`)

/** The one tag of a service, with its configuration before it. */
export const tagOf = (
  backendURL: string,
  { attributes = {}, config, query = "", variant = "full" }: TagSpec = {},
): string => {
  const words = [
    "script",
    ...Object.entries({ src: `${backendURL}${bundlePath[variant]}${query}`, ...attributes }).map(attribute),
  ]
  return `${config === undefined ? "" : configure(config)}<${words.join(" ")}></script>`
}

/** A `content-security-policy` that lets a page use the service, its own files and a vendor, and nothing inline. */
export const strictPolicy = (backendURL: string, vendor = ""): Readonly<Record<string, string>> => ({
  "content-security-policy": [
    "default-src 'none'",
    `script-src 'self' ${backendURL} ${vendor}`,
    `connect-src ${backendURL} ${vendor}`,
    `frame-src ${vendor || "'none'"}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
})
