/**
 * The service in Hono 4.
 *
 * @module
 */
import { plainAddress } from "@consent-service/adapter-http/shell/NodeShell"
import type { IncomingMessage } from "node:http"
import type { ConsentService } from "../ConsentService.js"
import { mountAt, type MountOptions } from "./Prefix.js"

/** The parts of a context that the middleware reads. */
export interface HonoContext {
  readonly req: {
    readonly raw: Request
    readonly path: string
    /** Also reads a body that an earlier middleware has read. */
    arrayBuffer(): Promise<ArrayBuffer>
  }
  /** On Node.js it has the request of `node:http`. */
  readonly env: unknown
}

/** The service's prefix, and data that Hono does not have. */
export interface HonoMountOptions extends MountOptions {
  /**
   * The address of the connection's other end. On `@hono/node-server` it is known; elsewhere it is
   * `(context) => getConnInfo(context).remote.address`, with `getConnInfo` of the runtime's Hono adapter.
   */
  readonly peer?: (context: HonoContext) => string | undefined
}

/** Middleware, as `app.use` takes it. */
export type HonoMiddleware = (context: HonoContext, next: () => Promise<void>) => Promise<Response | void>

/** The bindings of `@hono/node-server`. */
const isNodeEnvironment = (env: unknown): env is { readonly incoming: Pick<IncomingMessage, "socket"> } =>
  typeof env === "object" && env !== null && "incoming" in env

const peerOnNode = ({ env }: HonoContext): string | undefined =>
  isNodeEnvironment(env) ? env.incoming.socket.remoteAddress : undefined

/** The request, with its body again where earlier middleware has read it through Hono. */
const unread = async ({ req }: HonoContext): Promise<Request> => {
  const { raw } = req
  if (!raw.bodyUsed) return raw
  const body = await req.arrayBuffer().catch(() => null)
  // Read past Hono, it is lost: the service refuses the request and logs why.
  return body === null ? raw : new Request(raw.url, { method: raw.method, headers: raw.headers, body })
}

/**
 * Middleware that answers with the service, below `prefix`, or else the paths that the service has a route for.
 * Everything else goes to the next handler. Use it with `app.use`; `app.mount` hides the prefix, and
 * scripts would get a wrong address.
 *
 * It works before and behind middleware that reads bodies through Hono (`c.req.json()`). Hono has no proxy setting: set
 * `trustedProxies` of the service.
 *
 * @throws ConsentConfigurationError when the prefix is no plain path
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { consentMiddleware } from "consent-service/hono"
 * import { Hono } from "hono"
 *
 * const app = new Hono()
 * app.use(consentMiddleware(createConsentService({ database: "sqlite:./consent.db" }), { prefix: "/consent" }))
 * ```
 */
export const consentMiddleware = (
  service: Pick<ConsentService, "handler" | "owns">,
  options: HonoMountOptions = {},
): HonoMiddleware => {
  const { prefix, takes } = mountAt(service, options)
  const { peer = peerOnNode } = options
  return async (context, next) => {
    if (!takes(context.req.path)) return next()
    return service.handler(await unread(context), { mount: prefix, peer: plainAddress(peer(context)) })
  }
}
