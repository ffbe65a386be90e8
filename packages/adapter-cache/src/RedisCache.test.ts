import { Cache } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as RedisCache from "./RedisCache.js"
import { isUnavailable } from "./testing/RedisClients.js"

describe("a client that misbehaves", () => {
  const silent = { get: () => new Promise<never>(() => {}), set: () => Promise.resolve(), del: () => Promise.resolve() }

  it.effect("one that never answers is given up after 250 ms", () =>
    Effect.gen(function* () {
      const getting = yield* Effect.fork(isUnavailable(RedisCache.fromIoRedis(silent).get("key")))
      yield* TestClock.adjust(249)
      assert.isTrue(Option.isNone(yield* Fiber.poll(getting)))
      yield* TestClock.adjust(1)
      assert.isTrue(yield* Fiber.join(getting))
    }),
  )

  it.effect("one that fails after its timeout has no effect", () =>
    Effect.gen(function* () {
      const unhandled: Array<unknown> = []
      const note = (reason: unknown) => unhandled.push(reason)
      process.on("unhandledRejection", note)
      let fail = (_: Error): void => {}
      const late = { ...silent, get: () => new Promise<never>((_, reject) => (fail = reject)) }
      const getting = yield* Effect.fork(isUnavailable(RedisCache.fromNodeRedis(late).get("key")))
      yield* TestClock.adjust(250)
      assert.isTrue(yield* Fiber.join(getting))
      fail(new Error("late"))
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      process.off("unhandledRejection", note)
      assert.deepStrictEqual(unhandled, [])
    }),
  )

  it.effect("one that throws, and one that answers what was never stored, are unavailable", () =>
    Effect.gen(function* () {
      const throwing = (): never => {
        throw new Error("closed")
      }
      const thrown = RedisCache.fromNodeRedis({ get: throwing, set: throwing, del: throwing })
      for (const command of [thrown.get("key"), thrown.set("key", "value", 1), thrown.delete("key")]) {
        assert.isTrue(yield* isUnavailable(command))
      }
      const foreign = RedisCache.fromIoRedis({ ...silent, get: async () => "\u0000{" })
      assert.isTrue(yield* isUnavailable(foreign.get("key")))
    }),
  )

  it.effect("a time that is no whole number of milliseconds is rounded up", () =>
    Effect.gen(function* () {
      const times: Array<number> = []
      const noting = { ...silent, set: async (_key: string, _value: string, _px: "PX", ms: number) => times.push(ms) }
      const cache = yield* Effect.provide(Cache, RedisCache.layerIoRedis(noting))
      for (const ttlMs of [0.2, 1, 1.5]) yield* cache.set("key", "value", ttlMs)
      assert.deepStrictEqual(times, [1, 1, 2])
    }),
  )
})
