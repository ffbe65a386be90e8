/**
 * A layer that is built on first use, and again after a failure: a service must be able to start, and to
 * serve routes without a database, while its database is unavailable.
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { untilSuccess } from "./SharedAttempt.js"

/** A layer's services, on demand; none after `close`. */
export interface DeferredLayer<A, E> {
  /** The services; callers that arrive while they are being built share that attempt and its outcome. */
  readonly get: Effect.Effect<Context.Context<A>, E>
  /** The services, or null while they are not built. */
  readonly current: () => Context.Context<A> | null
  /** Releases the services, including an attempt in progress. */
  readonly close: Effect.Effect<void>
}

/**
 * Defers a layer: it is built by the first `get`, and after a failure by the next one.
 *
 * @param whenClosed - the error of `get` after `close`
 *
 * @example
 * ```ts
 * import { Tenant } from "@consent-service/core/ports"
 * import { deferLayer } from "@consent-service/core/primitives"
 * import * as Context from "effect/Context"
 * import * as Effect from "effect/Effect"
 *
 * const { get } = deferLayer(Tenant.layer("shop"), new Error("closed"))
 * Effect.runSync(Effect.map(get, Context.get(Tenant))) // "shop"
 * ```
 */
export const deferLayer = <A, E, E2>(layer: Layer.Layer<A, E>, whenClosed: E2): DeferredLayer<A, E | E2> => {
  let attempted = false
  let closed = false
  let current: Context.Context<A> | null = null
  let open: Scope.CloseableScope | null = null

  const build = Effect.gen(function* () {
    attempted = true
    const scope = yield* Scope.make()
    const exit = yield* Effect.exit(Layer.buildWithScope(layer, scope))
    if (Exit.isFailure(exit)) {
      attempted = false
      yield* Scope.close(scope, exit)
    } else {
      open = scope
      if (!closed) current = exit.value
    }
    return yield* exit
  })
  const shared = untilSuccess(build)

  const close = Effect.gen(function* () {
    closed = true
    current = null
    if (attempted) yield* Effect.exit(shared)
    if (open !== null) yield* Scope.close(open, Exit.void)
  })

  return {
    get: Effect.suspend((): Effect.Effect<Context.Context<A>, E | E2> => (closed ? Effect.fail(whenClosed) : shared)),
    current: () => current,
    close,
  }
}
