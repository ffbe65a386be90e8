/**
 * Decides which origins may call the service from browsers. Host labels are compared from the right, never as string
 * prefixes or suffixes.
 *
 * @module
 */

/** Decides whether an `Origin` header's value is trusted. */
export type OriginMatcher = (origin: string) => boolean

const webSchemes: ReadonlyArray<string> = ["http", "https", "ws", "wss"]
const defaultPorts: Readonly<Record<string, string>> = { http: "80", ws: "80", https: "443", wss: "443" }

interface Authority {
  /** Lower-case; null when none was written. */
  readonly scheme: string | null
  /** Lower-case ASCII, without a trailing dot. */
  readonly host: string
  /** As written; null when none was written. */
  readonly port: string | null
}

const schemePattern = /^([a-z][a-z0-9+.-]*):\/\//i

const hostOf = (text: string): string | null => {
  // For a web scheme the URL parser lower-cases, punycodes and checks a host, so the host is parsed under one.
  const url = `http://${text}`
  if (text === "" || /[/?#@\\\s]/.test(text) || !URL.canParse(url)) return null
  return new URL(url).hostname.replace(/\.$/, "") || null
}

/** Reads `[scheme://]host[:port]`; what follows the authority is ignored. */
const parseAuthority = (text: string): Authority | null => {
  const scheme = schemePattern.exec(text)
  const rest = (scheme === null ? text : text.slice(scheme[0].length)).replace(/[/?#].*$/s, "")
  const port = /:(\d+)$/.exec(rest)
  const host = hostOf(port === null ? rest : rest.slice(0, port.index))
  if (host === null) return null
  return {
    scheme: scheme?.[1]?.toLowerCase() ?? null,
    host,
    port: port?.[1] === undefined ? null : String(Number(port[1])),
  }
}

const withoutWww = (host: string): string => (host.startsWith("www.") ? host.slice(4) : host)

const isSubdomain = (host: string, parent: string): boolean => {
  const labels = host.split(".")
  const parents = parent.split(".")
  const extra = labels.length - parents.length
  return extra > 0 && labels.slice(extra).join(".") === parent && labels.slice(0, extra).every((label) => label !== "")
}

const isWeb = (scheme: string | null): boolean => scheme === null || webSchemes.includes(scheme)

const matchesScheme = (entry: Authority, origin: Authority): boolean => {
  if (entry.scheme === null) return true
  return isWeb(entry.scheme) ? isWeb(origin.scheme) : entry.scheme === origin.scheme
}

const matchesPort = (entry: Authority, origin: Authority): boolean =>
  entry.port === null || entry.port === (origin.port ?? defaultPorts[origin.scheme ?? ""] ?? null)

type HostMatcher = (host: string) => boolean

const hostMatcher = (entry: Authority): HostMatcher =>
  isWeb(entry.scheme) ? (host) => withoutWww(host) === withoutWww(entry.host) : (host) => host === entry.host

interface EntryMatcher {
  readonly entry: Authority
  readonly matchesHost: HostMatcher
}

const wildcard = /^((?:[a-z][a-z0-9+.-]*:\/\/)?)\*\./i

const compileEntry = (text: string): EntryMatcher | null => {
  const trimmed = text.trim()
  const isWildcard = wildcard.test(trimmed)
  const entry = parseAuthority(isWildcard ? trimmed.replace(wildcard, "$1") : trimmed)
  if (entry === null || entry.host.includes("*")) return null
  return { entry, matchesHost: isWildcard ? (host) => isSubdomain(host, entry.host) : hostMatcher(entry) }
}

/**
 * Whether an entry of `trustedOrigins` can match an origin. One that cannot be read matches none.
 *
 * @example
 * ```ts
 * import { matchesSomeOrigin } from "@consent-service/adapter-http/request"
 *
 * matchesSomeOrigin("shop.example") // true
 * matchesSomeOrigin("*.") // false
 * ```
 */
export const matchesSomeOrigin = (entry: string): boolean => trustsAnyOrigin(entry) || compileEntry(entry) !== null

/** Whether a text is a valid `Origin` header: an origin, or `null`. */
const isOrigin: OriginMatcher = (text) => text === "null" || (schemePattern.test(text) && parseAuthority(text) !== null)

/**
 * Whether an entry of `trustedOrigins` trusts every origin.
 *
 * @example
 * ```ts
 * import { trustsAnyOrigin } from "@consent-service/adapter-http/request"
 *
 * trustsAnyOrigin("*") // true
 * trustsAnyOrigin("*.shop.example") // false
 * ```
 */
export const trustsAnyOrigin = (entry: string): boolean => entry.trim() === "*"

/**
 * Compiles `trustedOrigins`: entries like `app.example.com`, `*.example.com`, `localhost:3000`, `capacitor://app`, or
 * `*` for every origin. An entry that cannot be read matches nothing.
 *
 * @example
 * ```ts
 * import { compileTrustedOrigins } from "@consent-service/adapter-http/request"
 *
 * const trustsOrigin = compileTrustedOrigins(["*.shop.example"])
 * trustsOrigin("https://app.shop.example") // true
 * trustsOrigin("https://notshop.example") // false
 * ```
 */
export const compileTrustedOrigins = (entries: ReadonlyArray<string>): OriginMatcher => {
  if (entries.some(trustsAnyOrigin)) return isOrigin
  const matchers = entries.flatMap((entry) => compileEntry(entry) ?? [])
  return (text) => {
    const origin = matchers.length === 0 || !schemePattern.test(text) ? null : parseAuthority(text)
    return (
      origin !== null &&
      matchers.some(
        ({ entry, matchesHost }) =>
          matchesScheme(entry, origin) && matchesPort(entry, origin) && matchesHost(origin.host),
      )
    )
  }
}
