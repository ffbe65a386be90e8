import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { clients, isUnavailable } from "./testing/RedisClients.js"
import { freePort, startRedis } from "./testing/RedisServer.js"

const eventually = <A, E>(effect: Effect.Effect<A, E>) => Effect.retry(Effect.delay(effect, 20), { times: 500 })

/** For commands that are to succeed however busy the machine is; that none waits forever, RedisCache.test.ts shows. */
const timeoutMs = 5_000

const own = await startRedis(await freePort())

if ("skipped" in own) {
  console.warn(`RedisCache is not tested here: ${own.skipped}`)
  describe.skip(`a Redis that stops: ${own.skipped}`, () => it("is skipped", () => {}))
} else {
  const { port } = own
  let running = own
  const restart = async () => {
    const again = await startRedis(port)
    if ("skipped" in again) throw new Error(again.skipped)
    running = again
  }
  afterAll(() => running.stop())

  describe.sequential("a Redis that stops", () => {
    for (const [name, open] of Object.entries(clients)) {
      it.scopedLive(`is unavailable to ${name}, and there again when it is back`, () =>
        Effect.gen(function* () {
          const cache = yield* open({ port, timeoutMs })
          yield* cache.set("key", "value", 60_000)
          yield* Effect.promise(running.stop)
          for (const command of [cache.get("key"), cache.set("key", "new", 1_000), cache.delete("key")]) {
            assert.isTrue(yield* isUnavailable(command))
          }
          yield* Effect.promise(restart)
          assert.isNull(Option.getOrNull(yield* eventually(cache.get("key"))))
          yield* cache.set("key", "again", 60_000)
          assert.strictEqual(Option.getOrNull(yield* cache.get("key")), "again")
        }),
      )
    }
  })

  describe.sequential("a Redis that is flushed", () => {
    for (const [name, open] of Object.entries(clients)) {
      it.scopedLive(`has nothing for ${name} afterwards, and takes what is set again`, () =>
        Effect.gen(function* () {
          const cache = yield* open({ port, timeoutMs })
          yield* Effect.forEach(["one", "two"], (key) => cache.set(key, "value", 60_000))
          yield* Effect.promise(running.flush)
          const found = yield* Effect.forEach(["one", "two"], cache.get)
          assert.deepStrictEqual(found.map(Option.getOrNull), [null, null])
          // What is not there any more is no failure to delete.
          yield* cache.delete("one")
          yield* cache.set("two", "again", 60_000)
          assert.strictEqual(Option.getOrNull(yield* cache.get("two")), "again")
        }),
      )
    }
  })
}
