/**
 * The tenant of a composition: provided once, read by the stores, the use cases and the HTTP adapter.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What stores and tokens declare: whose they are. */
export interface TenantScoped {
  /** Null is the single-tenant scope. */
  readonly tenant: string | null
}

/**
 * The tenant whose records a composition reads and writes. Null, the default, is the single-tenant scope.
 *
 * Provide it to the whole composition, never to a part of it.
 *
 * @example
 * ```ts
 * import { Instance, Tenant, Tokens } from "@consent-service/core/ports"
 * import * as Layer from "effect/Layer"
 *
 * const tokens = Tokens.layer().pipe(Layer.provide(Instance.layer()), Layer.provide(Tenant.layer("shop")))
 * ```
 */
export class Tenant extends Context.Reference<Tenant>()("@consent-service/core/tenant/Tenant", {
  defaultValue: (): string | null => null,
}) {
  /** Provides the tenant to every layer below. */
  static readonly layer = (tenant: string | null): Layer.Layer<Tenant> => Layer.succeed(Tenant, tenant)
}

const inWords = (tenant: string | null): string => (tenant === null ? "no tenant" : `tenant ${JSON.stringify(tenant)}`)

/**
 * A store or the tokens belong to another tenant than the composition. It would read their records, so nothing is built.
 *
 * @example
 * ```ts
 * import { TenantMismatch } from "@consent-service/core/ports"
 *
 * const { store } = new TenantMismatch({ store: "Archive", actual: null, expected: "shop" })
 * store // "Archive"
 * ```
 */
export class TenantMismatch extends Data.TaggedError("TenantMismatch")<{
  /** The name of the port. */
  readonly store: string
  /** Its tenant. */
  readonly actual: string | null
  /** The composition's tenant. */
  readonly expected: string | null
}> {
  override get message(): string {
    const { actual, expected, store } = this
    return `${store} belongs to ${inWords(actual)}, but the composition runs for ${inWords(expected)}: provide Tenant.layer once, to the stores and to everything that uses them`
  }
}

/**
 * The tenant in context, once every part is found to be of the same tenant.
 *
 * @throws a defect, {@link TenantMismatch}, for the first part of another tenant
 *
 * @example
 * ```ts
 * import { Tenant, tenantOfAll } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const checked = tenantOfAll({ Archive: { tenant: "shop" } })
 * Effect.runSync(Effect.provide(checked, Tenant.layer("shop"))) // "shop"
 * ```
 */
export const tenantOfAll = (stores: Readonly<Record<string, TenantScoped>>): Effect.Effect<string | null> =>
  Effect.flatMap(Tenant, (expected) => {
    const other = Object.entries(stores).find(([, { tenant }]) => tenant !== expected)
    return other === undefined
      ? Effect.succeed(expected)
      : Effect.die(new TenantMismatch({ store: other[0], actual: other[1].tenant, expected }))
  })
