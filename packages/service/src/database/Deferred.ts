/**
 * A layer built when it is first needed, and built again when that failed: a service must be able to start, and to
 * serve what needs no database, while its database is away.
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

/** A layer's services, on demand; after `close` there are none any more. */
export interface DeferredLayer<A, E> {
  /** The services; callers that come while they are being built share that attempt and its outcome. */
  readonly get: Effect.Effect<Context.Context<A>, E>
  /** Releases what was built, an attempt under way included. */
  readonly close: Effect.Effect<void>
}

/**
 * Defers a layer.
 *
 * @param whenClosed - what `get` fails with after `close`
 */
export const defer = <A, E, E2>(layer: Layer.Layer<A, E>, whenClosed: E2): DeferredLayer<A, E | E2> => {
  let attempt: Deferred.Deferred<Context.Context<A>, E> | null = null
  let built: Effect.Effect<Context.Context<A>> | null = null
  let open: Scope.CloseableScope | null = null
  let closed = false

  const build = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const exit = yield* Effect.exit(Layer.buildWithScope(layer, scope))
    if (Exit.isFailure(exit)) yield* Scope.close(scope, exit)
    else open = scope
    return yield* exit
  })

  const start = (shared: Deferred.Deferred<Context.Context<A>, E>) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(build)
      if (Exit.isFailure(exit)) attempt = null
      else if (!closed) built = Effect.succeed(exit.value)
      yield* Deferred.done(shared, exit)
    })

  const share = Effect.gen(function* () {
    if (closed) return yield* Effect.fail(whenClosed)
    if (attempt === null) {
      attempt = yield* Deferred.make<Context.Context<A>, E>()
      // A daemon: the first caller's giving up must not end the attempt for the others.
      yield* Effect.forkDaemon(start(attempt))
    }
    return yield* Deferred.await(attempt)
  })

  // Every operation comes by here, and awaiting passes through the scheduler even when there is nothing to wait for.
  const get = Effect.suspend((): Effect.Effect<Context.Context<A>, E | E2> => built ?? share)

  const close = Effect.gen(function* () {
    closed = true
    built = null
    if (attempt !== null) yield* Effect.exit(Deferred.await(attempt))
    if (open !== null) yield* Scope.close(open, Exit.void)
  })

  return { get, close }
}
