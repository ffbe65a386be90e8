/**
 * The service in an `HttpLayerRouter` of `@effect/platform`, next to an application's own routes.
 *
 * @module
 */
import type { Exchange, Reply } from "@consent-service/adapter-http/kernel"
import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import { fetchExchange } from "@consent-service/adapter-http/shell/FetchShell"
import { framing, nodeExchange, plainAddress } from "@consent-service/adapter-http/shell/NodeShell"
import { parseTarget } from "@consent-service/adapter-http/request"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { IncomingMessage } from "node:http"
import { mountAt, type Mountable, type MountOptions } from "./Prefix.js"

const toResponse = ({ body, headers, status }: Reply): HttpServerResponse.HttpServerResponse =>
  body === null
    ? HttpServerResponse.empty({ status, headers })
    : typeof body === "string"
      ? HttpServerResponse.text(body, { status, headers })
      : HttpServerResponse.uint8Array(body, { status, headers })

type Handler = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  HttpServerError.HttpServerError,
  HttpServerRequest.HttpServerRequest
>

const isOfNode = (source: unknown): source is IncomingMessage =>
  typeof source === "object" && source !== null && "httpVersionMajor" in source

/** Not by its class: other servers, such as Hono's for Node, replace the global `Request`. */
const isOfFetch = (source: unknown): source is Request =>
  typeof source === "object" && source !== null && "arrayBuffer" in source

/** The address that the router knows, where a proxy setting has made it another one than the connection's. */
const clientOf = (address: string | null, connection: string | null): string | null =>
  address === connection ? null : address

const exchangeOf = ({ remoteAddress, source }: HttpServerRequest.HttpServerRequest, mount: string): Exchange | null => {
  const address = plainAddress(Option.getOrUndefined(remoteAddress))
  if (isOfFetch(source)) return fetchExchange(source, { mount, peer: address })
  if (!isOfNode(source)) return null
  const connection = plainAddress(source.socket.remoteAddress)
  return nodeExchange(source, { mount, client: clientOf(address, connection) })
}

const withFraming = (source: unknown, reply: Reply): Reply =>
  isOfNode(source) ? { ...reply, headers: { ...reply.headers, ...framing(source, reply.status) } } : reply

const answer = ({ kernel }: Mountable, request: HttpServerRequest.HttpServerRequest, mount: string): Handler => {
  const exchange = exchangeOf(request, mount)
  if (exchange === null)
    return Effect.dieMessage("unsupported server: its requests are neither node:http nor fetch requests")
  const reply = kernel(exchange)
  const replied = reply instanceof Promise ? Effect.promise(() => reply) : Effect.succeed(reply)
  return Effect.map(replied, (settled) => toResponse(withFraming(request.source, settled)))
}

/**
 * Routes that answer with a service, below `prefix`, or without one for the paths that the service has a route for. Other
 * requests are the router's.
 *
 * @throws ConsentConfigurationError when the prefix is no plain path
 *
 * @example
 * ```ts
 * import { ConsentService } from "consent-service/effect"
 * import { consentRoutes } from "consent-service/effect-router"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const routes = Layer.unwrapEffect(
 *   Effect.map(ConsentService, (service) => consentRoutes(service, { prefix: "/consent" })),
 * ).pipe(Layer.provide(ConsentService.layer({ database: "sqlite:./consent.db" })))
 * ```
 */
export const consentRoutes = (service: Mountable, options: MountOptions = {}) => {
  const { prefix, takes } = mountAt(service, options)
  const handler: Handler = Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    (request): Handler =>
      takes(parseTarget(request.originalUrl).path)
        ? answer(service, request, prefix)
        : Effect.fail(new HttpServerError.RouteNotFound({ request })),
  )
  return HttpLayerRouter.use((router) =>
    prefix === ""
      ? router.add("*", "/*", handler)
      : Effect.forEach([prefix, `${prefix}/*`] as const, (path) => router.add("*", path, handler)),
  )
}

/**
 * The same routes for the `ConsentHttp` in context, where the service is composed of layers.
 *
 * @example
 * ```ts
 * import { ConsentHttp } from "consent-service/effect"
 * import { layer } from "consent-service/effect-router"
 * import * as Layer from "effect/Layer"
 *
 * const routes = layer({ prefix: "/consent" }).pipe(Layer.provide(ConsentHttp.layer()))
 * ```
 */
export const layer = (options: MountOptions = {}) =>
  Layer.unwrapEffect(Effect.map(ConsentHttp, (surface) => consentRoutes(surface, options)))
