/**
 * The service in Koa.
 *
 * @module
 */
import { type ParsedBefore, toNodeAnswerer } from "@consent-service/adapter-http/shell/NodeShell"
import type { IncomingMessage, ServerResponse } from "node:http"
import { mountAt, type Mountable, type MountOptions } from "./Prefix.js"
import { sent } from "./Sent.js"

/** The parts of a context that the middleware reads and sets. */
export interface KoaContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** Where body parsers put their result. */
  readonly request: ParsedBefore
  readonly app: { readonly proxy?: boolean | undefined }
  readonly ip: string
  readonly path: string
  readonly url: string
  readonly originalUrl: string
  respond?: boolean | undefined
}

/** Middleware, as `app.use` takes it. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>

/**
 * Middleware that answers with the service, below `prefix`, below a mount of `koa-mount`, or else the paths that the
 * service has a route for. Everything else goes to the next middleware.
 *
 * It works before and behind body parsers. With `app.proxy`, the client's address is Koa's `ctx.ip`, unless the service
 * has `trustedProxies`. The application closes the service itself: `stopOnSignals(stoppable(server, service))`.
 *
 * @throws ConsentConfigurationError when the prefix is no plain path
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { consentMiddleware } from "consent-service/koa"
 * import Koa from "koa"
 *
 * const app = new Koa()
 * app.use(consentMiddleware(createConsentService({ database: "sqlite:./consent.db" }), { prefix: "/consent" }))
 * ```
 */
export const consentMiddleware = (service: Mountable, options: MountOptions = {}): KoaMiddleware => {
  const { prefix, takes } = mountAt(service, options)
  const answer = toNodeAnswerer(service.kernel)
  return async (context, next) => {
    const { app, ip, originalUrl, path, req, request, res, url } = context
    const isMounted = prefix === "" && originalUrl !== url
    if (!isMounted && !takes(path)) return next()
    // Koa has nothing more to send; middleware before this one continues when the answer has left.
    context.respond = false
    answer(req, res, { mount: prefix, originalUrl, client: app.proxy === true ? ip : null, parsed: request })
    return sent(res)
  }
}
