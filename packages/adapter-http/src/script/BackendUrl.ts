/**
 * The service's address that is embedded in a script: `script.backendURL`, else the address of the request.
 *
 * Without a configured address, only the request URL and its host are used. Forwarding headers are not read, because
 * answers are cached and anyone can send such headers.
 *
 * @module
 */
import { normalizeDomain } from "@consent-service/core/primitives"
import { publicPrefix, type RequestPlace } from "../request/Target.js"

/** The known address of an instance. */
export interface BackendPlace {
  /** The configured address. */
  readonly backendURL: string | undefined
  /** The prefix the service is mounted under, as `normalizeBasePath` writes it. */
  readonly basePath: string
  /** The script's path below that prefix. */
  readonly routePath: string
}

/** A path or URL without trailing slashes. */
export const withoutTrailingSlash = (text: string): string => {
  let end = text.length
  while (text.endsWith("/", end)) end -= 1
  return text.slice(0, end)
}

/** The scheme and host that a request names itself, a default port left out; null when the host is none. */
const originOf = ({ host, scheme }: RequestPlace): string | null => {
  const domain = host === null ? null : normalizeDomain(host)
  return domain === null ? null : new URL(`${scheme}://${domain}`).origin
}

/** The part of a request's path before the route: the prefix of a mount that is not configured. */
const mountOf = (path: string, routePath: string): string => {
  const asked = withoutTrailingSlash(path)
  return asked.endsWith(routePath) ? withoutTrailingSlash(asked.slice(0, -routePath.length)) : ""
}

/**
 * The address to embed in a script, without a query and without a slash at its end.
 *
 * @returns null when it must come from the request, and the request's host is not a host name with an optional port
 */
export const backendUrl = ({ backendURL, basePath, routePath }: BackendPlace, request: RequestPlace): string | null => {
  if (backendURL !== undefined) return withoutTrailingSlash(backendURL)
  const origin = originOf(request)
  if (origin === null) return null
  return `${origin}${publicPrefix(basePath, `${request.mount}${mountOf(request.path, routePath)}`)}`
}
