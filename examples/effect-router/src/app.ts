import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import * as TokenMacs from "@consent-service/adapter-http/token/TokenMacs"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import * as Sqlite from "@consent-service/adapter-sql/sqlite"
import { Observer } from "@consent-service/core/ports/Observer"
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, Layer } from "effect"

const basePath = "/consent"

/** Consent under one path of an application's own router, on its own database client. */
const consentRoutes = HttpLayerRouter.use((router) =>
  Effect.gen(function* () {
    yield* Migrations.migrate()
    const { kernel } = yield* ConsentHttp
    yield* router.add("*", `${basePath}/*`, HttpApp.fromWebHandler(toFetchHandler(kernel)))
  }),
)

const shopRoutes = HttpLayerRouter.add("GET", "/", HttpServerResponse.text("the shop"))

/** The application's routes; `HttpLayerRouter.serve` or `toWebHandler` puts them behind a server. */
export const routes = (file: string) =>
  Layer.merge(shopRoutes, consentRoutes).pipe(
    Layer.provide(ConsentHttp.layer({ basePath, trustedOrigins: ["shop.example"] })),
    Layer.provide(Layer.merge(SqlStores.layer(), TokenMacs.layer)),
    Layer.provide(Sqlite.layer(file)),
    Layer.provide(Layer.succeed(Observer, () => {})),
  )
