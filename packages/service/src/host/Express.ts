/**
 * The service in Express, and in other frameworks with middleware of this form.
 *
 * @module
 */
import { parseTarget } from "@consent-service/adapter-http/request"
import { toNodeAnswerer } from "@consent-service/adapter-http/shell/NodeShell"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Mountable } from "./Prefix.js"

/** The parts of a request that the middleware reads. */
export interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string
  readonly ip?: string | undefined
  readonly app?: { readonly enabled: (setting: string) => boolean }
}

/** Middleware, as `app.use` takes it. */
export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Middleware that answers with the service. Below a prefix (`app.use("/consent", …)`) it answers everything; without one
 * it leaves paths that are not the service's to the application.
 *
 * It works before and behind body parsers. With `trust proxy`, the client's address is Express's `request.ip`, unless the
 * service has `trustedProxies`. The application closes the service itself: `stopOnSignals(stoppable(server, service))`.
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { consentMiddleware } from "consent-service/express"
 * import express from "express"
 *
 * const app = express()
 * app.use("/consent", consentMiddleware(createConsentService({ database: "sqlite:./consent.db" })))
 * ```
 */
export const consentMiddleware = (service: Mountable): ExpressMiddleware => {
  const answer = toNodeAnswerer(service.kernel)
  return (request, response, next) => {
    const { app, ip, originalUrl, url = "/" } = request
    const isMounted = originalUrl !== undefined && originalUrl !== url
    if (!isMounted && !service.owns(parseTarget(url).path)) return next()
    answer(request, response, { client: app?.enabled("trust proxy") === true && ip !== undefined ? ip : null })
  }
}
