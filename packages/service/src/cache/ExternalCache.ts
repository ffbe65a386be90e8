/**
 * Adapts a custom cache to the port: either an implementation of the port, or an object whose operations return
 * promises.
 *
 * @module
 */
import { type Cache, CacheUnavailable } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

/** A cache whose operations return promises, or are synchronous. */
export interface PromiseCache {
  /** Gives `null` or `undefined` for what it does not have. */
  readonly get: (key: string) => PromiseLike<string | null | undefined> | string | null | undefined
  /** Keeps a value for `ttlMs` milliseconds. */
  readonly set: (key: string, value: string, ttlMs: number) => PromiseLike<unknown> | void
  readonly delete: (key: string) => PromiseLike<unknown> | void
}

/** The port of a cache. */
export type CachePort = Context.Tag.Service<Cache>

/** What can be given as a cache: the port, or an object whose operations give promises. */
export type ExternalCache = CachePort | PromiseCache

/** Whether a value has the operations of a cache. */
export const isExternalCache = (value: unknown): value is ExternalCache =>
  Predicate.isRecord(value) && ["get", "set", "delete"].every((name) => typeof value[name] === "function")

/**
 * How long an operation of an integrator's cache may take, in milliseconds: one that hangs must not hold a request
 * longer than doing without it does.
 */
export const cacheTimeoutMs = 1_000

const unavailable = (cause: unknown): CacheUnavailable => new CacheUnavailable({ cause })

/** Calls an operation; one that throws, rejects or takes too long makes the cache unavailable. */
const attempt = <A, B>(
  operation: () => A,
  run: (answer: A) => Effect.Effect<B, CacheUnavailable>,
): Effect.Effect<B, CacheUnavailable> =>
  Effect.try({ try: operation, catch: unavailable }).pipe(
    Effect.flatMap(run),
    Effect.timeoutFail({
      duration: cacheTimeoutMs,
      onTimeout: () => unavailable(`no answer within ${cacheTimeoutMs} ms`),
    }),
  )

const awaited = <A>(answer: PromiseLike<A> | A): Effect.Effect<A, CacheUnavailable> =>
  Effect.tryPromise({ try: async () => await answer, catch: unavailable })

const change = (operation: () => ReturnType<ExternalCache["set"]>): Effect.Effect<void, CacheUnavailable> =>
  attempt(operation, (answer) => (Effect.isEffect(answer) ? answer : Effect.asVoid(awaited(answer))))

/**
 * The port over either form of a cache. A cache that fails, or takes more than {@link cacheTimeoutMs}, is unavailable;
 * a value that is not a string counts as none.
 */
export const toCachePort = (cache: ExternalCache): CachePort => ({
  get: (key) =>
    attempt(
      () => cache.get(key),
      (answer) =>
        Effect.isEffect(answer) ? answer : Effect.map(awaited(answer), Option.liftPredicate(Predicate.isString)),
    ),
  set: (key, value, ttlMs) => change(() => cache.set(key, value, ttlMs)),
  delete: (key) => change(() => cache.delete(key)),
})
