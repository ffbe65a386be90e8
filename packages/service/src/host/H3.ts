/**
 * The service in h3 1 and 2, which Nitro, Nuxt, SolidStart and TanStack Start are built on.
 *
 * @module
 */
import { parseTarget } from "@consent-service/adapter-http/request"
import { plainAddress, toNodeAnswerer } from "@consent-service/adapter-http/shell/NodeShell"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { ConsentService } from "../ConsentService.js"
import { mountAt, type MountOptions } from "./Prefix.js"
import { sent } from "./Sent.js"
import { unencoded } from "./Unencoded.js"

/** Where h3 1 keeps a body that `readBody` has read. */
const rawBody: unique symbol = Symbol.for("h3RawBody")

/** An event of h3 1, which is over `node:http`. */
export interface H3NodeEvent {
  readonly node: {
    readonly req: IncomingMessage & { readonly originalUrl?: string; readonly [rawBody]?: unknown }
    readonly res: ServerResponse
  }
}

/** An event of h3 2, which is over the Fetch API. */
export interface H3WebEvent {
  readonly req: Request & {
    /** By the server's own proxy setting. */
    readonly ip?: string | undefined
    readonly runtime?:
      | { readonly node?: { readonly req: { readonly socket: Pick<Socket, "remoteAddress"> } } | undefined }
      | undefined
  }
}

/** An event handler that also works as middleware: it passes on requests that it does not answer. */
export interface H3Handler {
  (event: H3NodeEvent | H3WebEvent): Promise<Response | undefined>
  /** The mark that `eventHandler` of h3 1 would add, so that the handler needs no wrapper. */
  readonly __is_handler__: true
}

/** The request of an h3 1 event is a `node:http` request, too. */
const isOverFetch = (event: H3NodeEvent | H3WebEvent): event is H3WebEvent =>
  "req" in event && typeof event.req.headers.get === "function"

/** The peer address, and the server's proxy setting where it gives another address. */
const addressesOf = ({ ip, runtime }: H3WebEvent["req"]) => {
  const [resolved, peer] = [plainAddress(ip), plainAddress(runtime?.node?.req.socket.remoteAddress)]
  return peer === null ? { peer: resolved } : { peer, client: resolved === peer ? null : resolved }
}

/**
 * Whether the request came over a local socket or pipe. So do those of Nitro's development server, which passes
 * decompressed bodies on with the `content-encoding` they had; other proxies on the machine compress responses
 * themselves.
 */
const isFromLocalProxy = ({ runtime }: H3WebEvent["req"]): boolean =>
  runtime?.node !== undefined && plainAddress(runtime.node.req.socket.remoteAddress) === null

/**
 * An event handler that answers with the service, below `prefix`, or else the paths that the service has a route for. It
 * returns nothing for other paths, so that it is middleware as well as the handler of a catch-all route.
 *
 * h3 2 does not keep a body that `readBody` has read: mount the service before code that reads bodies, otherwise it refuses the request with
 * 500 and logs why. Responses to requests over a local socket or pipe are not compressed. When Nitro closes: `nitroApp.hooks.hook("close", () => service.dispose())`.
 *
 * @throws ConsentConfigurationError when the prefix is no plain path
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { consentHandler } from "consent-service/h3"
 * import { H3 } from "h3"
 *
 * const app = new H3()
 * app.use(consentHandler(createConsentService({ database: "sqlite:./consent.db" }), { prefix: "/consent" }))
 * ```
 */
export const consentHandler = (service: ConsentService, options: MountOptions = {}): H3Handler => {
  const { prefix, takes } = mountAt(service, options)
  const answer = toNodeAnswerer(service.kernel)

  const onNode = async ({ req, res }: H3NodeEvent["node"]): Promise<undefined> => {
    const { originalUrl = req.url ?? "/" } = req
    if (!takes(parseTarget(originalUrl).path)) return
    const read = await req[rawBody]
    answer(req, res, { mount: prefix, originalUrl, ...(read === undefined ? {} : { parsed: { rawBody: read } }) })
    await sent(res)
  }

  const onEvent = async (event: H3NodeEvent | H3WebEvent): Promise<Response | undefined> => {
    if (!isOverFetch(event)) return onNode(event.node)
    const { req } = event
    if (!takes(parseTarget(req.url).path)) return
    const request = isFromLocalProxy(req) ? unencoded(req) : req
    return service.handler(request, { mount: prefix, ...addressesOf(req) })
  }
  return Object.assign(onEvent, { __is_handler__: true } as const)
}
