/**
 * The target of a request: the path that it is routed by, and its query.
 *
 * @module
 */

/** Looks up a header or a query parameter by its name, header names in lower case; null when absent. */
export type Lookup = (name: string) => string | null

const absoluteForm = /^https?:\/\/[^/?#]*/i

/**
 * Path and query of a request target, or of a whole URL: a proxy sends that form, whose authority is not trusted. Both
 * are as they were sent, the query without its `?`.
 *
 * @example
 * ```ts
 * import { parseTarget } from "@consent-service/adapter-http/request"
 *
 * parseTarget("/init?country=DE") // { path: "/init", search: "country=DE" }
 * parseTarget("https://proxy.example/init").path // "/init"
 * ```
 */
export const parseTarget = (target: string): { readonly path: string; readonly search: string } => {
  const local = target.replace(absoluteForm, "")
  const query = local.indexOf("?")
  const path = query < 0 ? local : local.slice(0, query)
  return { path: path === "" ? "/" : path, search: query < 0 ? "" : local.slice(query + 1) }
}

/**
 * Normalizes `basePath`: a leading slash and no trailing one; `""` when there is none.
 *
 * @example
 * ```ts
 * import { normalizeBasePath } from "@consent-service/adapter-http/request"
 *
 * normalizeBasePath("consent/") // "/consent"
 * normalizeBasePath("/") // ""
 * ```
 */
export const normalizeBasePath = (basePath: string): string => {
  const trimmed = basePath.replace(/(?<!\/)\/+$/, "")
  return trimmed === "" || trimmed.startsWith("/") ? trimmed : `/${trimmed}`
}

/**
 * Whether a path is a prefix or below it, on a segment boundary; every path is below `""`.
 *
 * @example
 * ```ts
 * import { isBelow } from "@consent-service/adapter-http/request"
 *
 * isBelow("/consent/init", "/consent") // true
 * isBelow("/consents", "/consent") // false
 * ```
 */
export const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || prefix === "" || path[prefix.length] === "/")

/**
 * The part of a path after a mount's prefix, starting with `/`; a path without the prefix is unchanged.
 *
 * @example
 * ```ts
 * import { belowMount } from "@consent-service/adapter-http/request"
 *
 * belowMount("/consent/init", "/consent") // "/init"
 * belowMount("/consent", "/consent") // "/"
 * ```
 */
export const belowMount = (path: string, mount: string): string =>
  mount === "" || !isBelow(path, mount) ? path : path.slice(mount.length) || "/"

/**
 * Strips the prefix on a segment boundary and one trailing slash; a path without the prefix is unchanged.
 *
 * @example
 * ```ts
 * import { routePath } from "@consent-service/adapter-http/request"
 *
 * routePath("/consent/init/", "/consent") // "/init"
 * routePath("/init", "/consent") // "/init"
 * ```
 */
export const routePath = (path: string, basePath: string): string => {
  const hasPrefix = basePath !== "" && isBelow(path, basePath)
  const inner = hasPrefix ? path.slice(basePath.length) : path
  if (inner === "") return "/"
  return inner.length > 1 && inner.endsWith("/") ? inner.slice(0, -1) : inner
}

/**
 * The prefix that clients write before a route: the configured one, else that of the mount.
 *
 * @example
 * ```ts
 * import { publicPrefix } from "@consent-service/adapter-http/request"
 *
 * publicPrefix("", "/consent") // "/consent"
 * ```
 */
export const publicPrefix = (basePath: string, mount: string): string => (basePath === "" ? mount : basePath)

/**
 * A path segment, percent-decoded; null when its encoding is broken.
 *
 * @example
 * ```ts
 * import { decodeSegment } from "@consent-service/adapter-http/request"
 *
 * decodeSegment("large%20text") // "large text"
 * decodeSegment("%zz") // null
 * ```
 */
export const decodeSegment = (segment: string): string | null => {
  if (!segment.includes("%")) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

const emptyQuery: Lookup = () => null

/**
 * A lookup over a query string without its `?`, read by the URL standard; the first of several equal names wins.
 *
 * @example
 * ```ts
 * import { queryLookup } from "@consent-service/adapter-http/request"
 *
 * const query = queryLookup("country=AT&country=DE")
 * query("country") // "AT"
 * query("region") // null
 * ```
 */
export const queryLookup = (search: string): Lookup => {
  if (search === "") return emptyQuery
  // The parser drops a leading question mark, which here would be part of the query.
  const parameters = new URLSearchParams(`?${search}`)
  return (name) => parameters.get(name)
}

/** The address of a request. */
export interface RequestPlace {
  /** The scheme of the connection. */
  readonly scheme: "http" | "https"
  /** The host that the client sent the request to; null when it named none. */
  readonly host: string | null
  /** As sent, without the query. */
  readonly path: string
  /** The public prefix that a framework has removed from `path`; `""` when there is none. */
  readonly mount: string
}
