import { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import { Instance, Tenant, Tokens } from "@consent-service/core/ports"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import * as Sqlite from "@consent-service/adapter-sql/sqlite"
import { Effect, Layer } from "effect"

const europe = {
  id: "europe",
  match: { countries: ["DE", "FR"], fallback: true },
  model: "opt-in",
  prompt: "choice",
} as const

/**
 * The service as a layer; any part can be swapped for a custom one. The tenant is provided once, to the stores and to
 * everything that uses them; null is the single-tenant scope.
 */
export const consentLayer = (file: string, tenant: string | null = null) =>
  ConsentHttp.layer({ trustedOrigins: ["shop.example"] }).pipe(
    Layer.provide(Layer.merge(SqlStores.layer(), Tokens.layer())),
    Layer.provide(Instance.layer({ manifest: { policyRules: [europe] } })),
    Layer.provide(Tenant.layer(tenant)),
    Layer.provideMerge(Sqlite.layer(file)),
  )

/** Migrates, then gives a `Request => Promise<Response>`. */
export const consentHandler = Effect.zipRight(
  Migrations.migrate(),
  Effect.map(ConsentHttp, ({ kernel }) => toFetchHandler(kernel)),
)
