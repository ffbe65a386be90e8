import { ConsentHttp, ConsentLog, Instance, SqlStores, Tenant, toFetchHandler, Tokens } from "consent-service/effect"
import { Effect, Layer } from "effect"

const europe = {
  id: "europe",
  match: { countries: ["DE", "FR"], fallback: true },
  model: "opt-in",
  prompt: "choice",
} as const

/**
 * The service as layers; any part can be swapped for a custom one. The tenant is provided once, to the stores and to
 * everything that uses them; null is the single-tenant scope.
 *
 * @param database - its URL
 */
export const consentLayer = (database: string, tenant: string | null = null) =>
  ConsentHttp.layer({ trustedOrigins: ["shop.example"] }).pipe(
    Layer.provide(Tokens.layer()),
    Layer.provideMerge(SqlStores.layerFromUrl(database)),
    Layer.provide(Layer.merge(Instance.layer({ manifest: { policyRules: [europe] } }), Tenant.layer(tenant))),
    Layer.provide(ConsentLog.layer({ level: "warn" })),
  )

/** Migrates, then gives a `Request => Promise<Response>`. */
export const consentHandler = Effect.gen(function* () {
  const { migrate } = yield* SqlStores.Migrator
  yield* migrate
  const { kernel } = yield* ConsentHttp
  return toFetchHandler(kernel)
})
