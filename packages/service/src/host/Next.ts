/**
 * The service in Next.js 15 and later: the methods of a catch-all route of the App Router.
 *
 * @module
 */
import { parseTarget } from "@consent-service/adapter-http/request"
import type { ConsentService } from "../ConsentService.js"
import { unencoded } from "./Unencoded.js"

/** The context that Next.js passes to a route handler. */
export interface NextRouteContext {
  readonly params: Promise<unknown>
}

/** A route handler of the App Router. */
export type NextRouteHandler = (request: Request, context: NextRouteContext) => Promise<Response>

/** The exports of a `route.ts`. */
export type NextRoute = Readonly<
  Record<"GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE", NextRouteHandler>
>

/** How many segments of the path the catch-all parameter has taken. */
const caughtSegments = (params: unknown): number => {
  const values = typeof params === "object" && params !== null ? Object.values(params) : []
  return values.find(Array.isArray)?.length ?? 0
}

/** The folder's part of a path, without the caught segments. */
const folderOf = (path: string, below: number): string => {
  const segments = path.replace(/\/$/, "").split("/")
  return segments.slice(0, segments.length - below).join("/")
}

/**
 * The handlers of `app/consent/[[...path]]/route.ts`, or of a folder elsewhere: the folder is the prefix.
 *
 * Next.js evaluates modules again as you edit them, and more than once for one server: give it a service of
 * `sharedConsentService`. It does not pass the client's address to handlers: set `trustedProxies` of the service to
 * the number of proxies before it.
 *
 * @example
 * ```ts
 * import { sharedConsentService } from "consent-service"
 * import { consentRoute } from "consent-service/next"
 *
 * const service = sharedConsentService(() => ({ database: "sqlite:./consent.db" }))
 * export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = consentRoute(service)
 * ```
 */
export const consentRoute = (service: Pick<ConsentService, "handler">): NextRoute => {
  const handle: NextRouteHandler = async (request, { params }) => {
    const mount = folderOf(parseTarget(request.url).path, caughtSegments(await params))
    // The URL names the address that Next.js listens on.
    return service.handler(request, { mount, host: request.headers.get("host") })
  }
  // A standalone server of Next.js drops `content-encoding` of a handler's response, so that browsers would take
  // compressed bytes for text. Next.js compresses responses itself. Only responses to these are ever compressed.
  const read: NextRouteHandler = (request, context) => handle(unencoded(request), context)
  return { GET: read, HEAD: read, OPTIONS: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle }
}
