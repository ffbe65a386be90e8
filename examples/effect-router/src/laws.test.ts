import { hostLaws, originOf, programLaw, shopMissing, shopPage } from "@consent-service/testkit/HostLaws"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import { RouteNotFound } from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { createConsentService } from "consent-service"
import { consentRoutes } from "consent-service/effect-router"
import { Effect, Layer, ManagedRuntime } from "effect"
import { createServer } from "node:http"

const shopRoutes = HttpLayerRouter.add("GET", "/", HttpServerResponse.text(shopPage))

/** The shop answers whatever no route matches. */
const missing = HttpLayerRouter.middleware(
  (app) =>
    Effect.catchIf(
      app,
      (error) => error instanceof RouteNotFound,
      () => Effect.succeed(HttpServerResponse.text(shopMissing, { status: 404 })),
    ),
  { global: true },
)

/** Something that reads every body before the routes do. */
const readsEarlier = HttpLayerRouter.middleware(
  (app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      request.method === "POST" ? Effect.zipRight(Effect.orDie(request.text), app) : app,
    ),
  { global: true },
)

hostLaws("HttpLayerRouter", {
  start: async ({ prefix, readsBodies, service: options, trustsProxy }) => {
    const service = createConsentService(options)
    await service.migrate()
    const server = createServer()
    const routes = Layer.mergeAll(
      shopRoutes,
      consentRoutes(service, { prefix }),
      missing,
      readsBodies ? readsEarlier : Layer.empty,
    )
    const quiet = { disableLogger: true, disableListenLog: true }
    const served = HttpLayerRouter.serve(
      routes,
      trustsProxy ? { ...quiet, middleware: HttpMiddleware.xForwardedHeaders } : quiet,
    )
    const runtime = ManagedRuntime.make(
      Layer.provide(
        served,
        NodeHttpServer.layer(() => server, { port: 0, host: "127.0.0.1" }),
      ),
    )
    await runtime.runtime()
    const close = async () => {
      await runtime.dispose()
      await service.dispose()
    }
    return { origin: await originOf(server), close }
  },
  parsedBodies: "refused",
  knowsPeer: true,
  hasProxySetting: true,
  atRoot: true,
  tellsLength: true,
  drains: true,
})

programLaw(new URL("../dist/main.js", import.meta.url))
