import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import { Instance, Tenant, Tokens } from "@consent-service/core/ports"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import * as Sqlite from "@consent-service/adapter-sql/sqlite"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as ConsentRoutes from "consent-service/effect-router"
import { Layer } from "effect"

/** Consent under one path of an application's own router, on its own database client. */
const consentRoutes = Layer.merge(
  ConsentRoutes.layer({ prefix: "/consent" }),
  Layer.effectDiscard(Migrations.migrate()),
)

const shopRoutes = HttpLayerRouter.add("GET", "/", HttpServerResponse.text("the shop"))

/**
 * The application's routes; `HttpLayerRouter.serve` or `toWebHandler` puts them behind a server. The tenant is provided
 * once, to the stores and to everything that uses them; null is the single-tenant scope.
 */
export const routes = (file: string, tenant: string | null = null) =>
  Layer.merge(shopRoutes, consentRoutes).pipe(
    Layer.provide(ConsentHttp.layer({ trustedOrigins: ["shop.example"] })),
    Layer.provide(Layer.merge(SqlStores.layer(), Tokens.layer())),
    Layer.provide(Instance.layer()),
    Layer.provide(Tenant.layer(tenant)),
    Layer.provide(Sqlite.layer(file)),
  )
