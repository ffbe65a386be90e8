import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { createConsentService, recommendedPolicyRules } from "consent-service"
import { consentRoutes } from "consent-service/effect-router"
import { Effect, Layer } from "effect"
import { createServer } from "node:http"

const service = createConsentService({
  database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db",
  manifest: { policyRules: recommendedPolicyRules() },
})
await service.migrate()

const shopRoutes = HttpLayerRouter.add("GET", "/", HttpServerResponse.text("the shop"))
const routes = Layer.merge(shopRoutes, consentRoutes(service, { prefix: "/consent" }))

HttpLayerRouter.serve(routes).pipe(
  Layer.provide(NodeHttpServer.layer(createServer, { port: Number(process.env["PORT"] ?? 8787) })),
  Layer.merge(Layer.scopedDiscard(Effect.addFinalizer(() => Effect.promise(() => service.dispose())))),
  Layer.launch,
  NodeRuntime.runMain,
)
