/**
 * The law of the `Cache` port, as a suite that any implementation can run at the top level of a vitest file.
 *
 * Every law sets keys of its own, so the cache may hold others, and the suite may run again on it. It must be large
 * enough to evict none of the laws' values.
 *
 * @module
 */
import type { Cache } from "@consent-service/core/ports"
import { assert, layer as testLayer, type Vitest } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { textArbitrary } from "./draft/DraftArbitrary.js"

type CacheService = Context.Tag.Service<Cache>

class TestedCache extends Context.Tag("@consent-service/testkit/CacheUnderTest")<TestedCache, CacheService>() {}

/** The settings of the suite. */
export interface CacheLawsOptions<E> {
  /** Opens the cache, once for the whole suite. */
  readonly makeCache: Effect.Effect<CacheService, E, Scope.Scope>
  /** Lets time pass for the cache, in milliseconds. The laws need a few seconds, so it may wait. */
  readonly passTime: (ms: number) => Effect.Effect<void>
  /** Whether the laws run on Effect's `TestClock`, for `passTime` to adjust; on the real clock by default. */
  readonly testClock?: boolean
  /** How many arbitrary sequences of operations are tried; 50 by default. */
  readonly runs?: number
  /** Milliseconds a law may take; 120,000 by default. */
  readonly timeoutMs?: number
}

interface Laws {
  readonly it: Vitest.MethodsNonLive<TestedCache, boolean>
  readonly passTime: (ms: number) => Effect.Effect<void>
  readonly runs: number
  readonly timeout: number
}

type Law = Effect.Effect<void, unknown, TestedCache>

const freshKey = (): string => `laws:${crypto.randomUUID()}`

const hour = 3_600_000

const assertFound = (cache: CacheService, key: string, value: string | null) =>
  Effect.map(cache.get(key), (found) => assert.strictEqual(Option.getOrNull(found), value))

const texts: ReadonlyArray<readonly [string, string]> = [
  ["nothing", ""],
  ["spaces at both ends", "  { }  "],
  ["Unicode and case", "É é e\u0301 😀 ß \uff5e \u202e \u2028"],
  ["control characters", "a\u0000b\r\n\t\u001b$5\r\n"],
  ["a pattern", "*?[a-z]\\%_"],
  ["odd keys", '{"__proto__":{"a":1},"constructor":[]}'],
  ["a number", "1e3"],
  ["two megabytes", "é".repeat(1_000_000)],
]

/** A small set of keys, so that operations meet. */
const keyIndex = FastCheck.nat({ max: 3 })

type Operation =
  | { readonly _tag: "set"; readonly key: number; readonly value: string }
  | { readonly _tag: "delete" | "get"; readonly key: number }

const operation: FastCheck.Arbitrary<Operation> = FastCheck.oneof(
  FastCheck.record({ _tag: FastCheck.constant("set" as const), key: keyIndex, value: textArbitrary(100) }),
  FastCheck.record({ _tag: FastCheck.constantFrom("delete" as const, "get" as const), key: keyIndex }),
)

const keyTexts = FastCheck.uniqueArray(textArbitrary(100), { minLength: 4, maxLength: 4 })

const storageLaws = ({ it, runs, timeout }: Laws): void => {
  const law = (title: string, body: Law) => it.effect(title, () => body, { timeout })

  for (const [what, text] of texts) {
    law(
      `${what} is found as it was set`,
      Effect.gen(function* () {
        const [cache, key] = [yield* TestedCache, freshKey()]
        yield* cache.set(key, text, hour)
        yield* assertFound(cache, key, text)
      }),
    )
  }

  law(
    "keys that differ in case, padding, composition or a part of them are different keys",
    Effect.gen(function* () {
      const [cache, key] = [yield* TestedCache, `${freshKey()}:a`]
      yield* cache.set(key, "plain", hour)
      const endings = [" ", "\u0000", ":", "*", "e\u0301", "\u00e9", "x".repeat(2_000), "1", "__proto__"]
      const others = [key.toUpperCase(), ` ${key}`, key.slice(0, -1), ...endings.map((ending) => key + ending)]
      for (const other of others) yield* assertFound(cache, other, null)
      for (const other of others) yield* cache.set(other, other, hour)
      for (const other of others) yield* assertFound(cache, other, other)
      yield* assertFound(cache, key, "plain")
    }),
  )

  it.effect.prop(
    "sets, deletions and reads in any order find what was set last and not deleted since",
    [keyTexts, FastCheck.array(operation, { maxLength: 30 })],
    ([suffixes, operations]) =>
      Effect.gen(function* () {
        const [cache, prefix] = [yield* TestedCache, freshKey()]
        const expected = new Map<string, string>()
        for (const step of operations) {
          const key = `${prefix}${suffixes[step.key]}`
          if (step._tag === "set") {
            yield* cache.set(key, step.value, hour)
            expected.set(key, step.value)
          } else if (step._tag === "delete") {
            yield* cache.delete(key)
            expected.delete(key)
          } else {
            yield* assertFound(cache, key, expected.get(key) ?? null)
          }
        }
        for (const suffix of suffixes) yield* assertFound(cache, prefix + suffix, expected.get(prefix + suffix) ?? null)
      }),
    { timeout, fastCheck: { numRuns: runs } },
  )

  law(
    "what was never set is not found, and can be deleted",
    Effect.gen(function* () {
      const [cache, key] = [yield* TestedCache, freshKey()]
      yield* assertFound(cache, key, null)
      yield* cache.delete(key)
      for (const member of ["constructor", "toString", "__proto__"]) yield* assertFound(cache, member, null)
    }),
  )

  law(
    "of concurrent sets of a key one value is found, and other keys are unchanged",
    Effect.gen(function* () {
      const [cache, key] = [yield* TestedCache, freshKey()]
      const values = Array.from({ length: 40 }, (_, index) => `value ${index}`)
      const sets = values.flatMap((value) => [cache.set(key, value, hour), cache.set(key + value, value, hour)])
      yield* Effect.all(sets, { concurrency: "unbounded" })
      const found = yield* cache.get(key)
      assert.include(values, Option.getOrNull(found))
      for (const value of values) yield* assertFound(cache, key + value, value)
    }),
  )
}

const timeLaws = ({ it, passTime, timeout }: Laws): void => {
  const law = (title: string, body: Law) => it.effect(title, () => body, { timeout })

  law(
    "a value is found until it expires, and not after",
    Effect.gen(function* () {
      const [cache, key] = [yield* TestedCache, freshKey()]
      yield* cache.set(key, "value", 2_000)
      yield* cache.set(`${key}:other`, "other", hour)
      yield* passTime(500)
      yield* assertFound(cache, key, "value")
      yield* passTime(1_600)
      yield* assertFound(cache, key, null)
      yield* assertFound(cache, `${key}:other`, "other")
      yield* cache.set(key, "again", hour)
      yield* assertFound(cache, key, "again")
    }),
  )

  law(
    "setting a key again replaces its time to live, longer or shorter, and so does deleting it in between",
    Effect.gen(function* () {
      const [cache, key] = [yield* TestedCache, freshKey()]
      const [longer, shorter, revived] = [`${key}:longer`, `${key}:shorter`, `${key}:revived`]
      for (const [name, ttlMs] of [
        [longer, 200],
        [shorter, hour],
        [revived, 200],
      ] as const) {
        yield* cache.set(name, "first", ttlMs)
      }
      yield* cache.delete(revived)
      yield* cache.set(longer, "second", hour)
      yield* cache.set(shorter, "second", 200)
      yield* cache.set(revived, "second", hour)
      yield* passTime(300)
      yield* assertFound(cache, longer, "second")
      yield* assertFound(cache, shorter, null)
      yield* assertFound(cache, revived, "second")
    }),
  )

  law(
    "a time to live of one millisecond is accepted, and expires",
    Effect.gen(function* () {
      const [cache, key] = [yield* TestedCache, freshKey()]
      yield* cache.set(key, "value", 1)
      yield* passTime(50)
      yield* assertFound(cache, key, null)
    }),
  )

  law(
    "a time to live beyond the range of a timer is not treated as a short one",
    Effect.gen(function* () {
      const cache = yield* TestedCache
      for (const ttlMs of [2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1, 31_536_000_000]) {
        const key = freshKey()
        yield* cache.set(key, "value", ttlMs)
        yield* passTime(20)
        yield* assertFound(cache, key, "value")
        yield* cache.delete(key)
      }
    }),
  )
}

/**
 * Declares a suite of that name that checks every law of the `Cache` port.
 *
 * @example
 * ```ts
 * import { cacheLaws } from "@consent-service/testkit/CacheLaws"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * const entries = new Map<string, string>()
 * cacheLaws("the cache of the shop", {
 *   makeCache: Effect.succeed({
 *     get: (key) => Effect.sync(() => Option.fromNullable(entries.get(key))),
 *     set: (key, value, ttlMs) =>
 *       Effect.sync(() => {
 *         entries.set(key, value)
 *         setTimeout(() => entries.delete(key), ttlMs)
 *       }),
 *     delete: (key) => Effect.sync(() => void entries.delete(key)),
 *   }),
 *   passTime: (ms) => Effect.sleep(ms),
 * })
 * ```
 */
export const cacheLaws = <E>(name: string, options: CacheLawsOptions<E>): void => {
  const { makeCache, passTime, runs = 50, testClock = false, timeoutMs: timeout = 120_000 } = options
  testLayer(Layer.scoped(TestedCache, makeCache), { excludeTestServices: !testClock, timeout })(name, (it) => {
    storageLaws({ it, passTime, runs, timeout })
    timeLaws({ it, passTime, runs, timeout })
  })
}
