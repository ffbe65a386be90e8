import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import * as TokenMacs from "@consent-service/adapter-http/token/TokenMacs"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import * as Sqlite from "@consent-service/adapter-sql/sqlite"
import { Observer } from "@consent-service/core/ports/Observer"
import { Effect, Layer } from "effect"

const europe = {
  id: "europe",
  match: { countries: ["DE", "FR"], fallback: true },
  model: "opt-in",
  prompt: "choice",
} as const

/** The service as a layer: any part can be swapped for one of your own. */
export const consentLayer = (file: string) =>
  ConsentHttp.layer({ manifest: { policyRules: [europe] }, trustedOrigins: ["shop.example"] }).pipe(
    Layer.provide(Layer.merge(SqlStores.layer(), TokenMacs.layer)),
    Layer.provideMerge(Sqlite.layer(file)),
    Layer.provideMerge(Layer.succeed(Observer, (observation) => console.log(observation._tag))),
  )

/** Migrates, then gives a `Request => Promise<Response>`. */
export const consentHandler = Effect.zipRight(
  Migrations.migrate(),
  Effect.map(ConsentHttp, ({ kernel }) => toFetchHandler(kernel)),
)
