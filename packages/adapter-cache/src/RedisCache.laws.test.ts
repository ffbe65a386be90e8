import { cacheLaws } from "@consent-service/testkit/CacheLaws"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { clients, ownPrefix } from "./testing/RedisClients.js"
import { findRedis } from "./testing/RedisServer.js"

const server = await findRedis()

if ("skipped" in server) {
  console.warn(`RedisCache is not tested here: ${server.skipped}`)
  describe.skip(`RedisCache: ${server.skipped}`, () => it("is skipped", () => {}))
} else {
  const { port, stop } = server
  afterAll(stop)

  for (const [name, open] of Object.entries(clients)) {
    cacheLaws(`RedisCache on ${name}`, {
      // Two megabytes take their time on a busy machine.
      makeCache: Effect.flatMap(ownPrefix(port), (keyPrefix) => open({ port, keyPrefix, timeoutMs: 5_000 })),
      passTime: Effect.sleep,
      runs: 15,
    })

    describe(`RedisCache on ${name}`, () => {
      it.scopedLive("keys begin with the prefix, so that two prefixes share nothing", () =>
        Effect.gen(function* () {
          const keyPrefix = yield* ownPrefix(port)
          const [cache, other] = [yield* open({ port, keyPrefix }), yield* open({ port, keyPrefix: `${keyPrefix}b:` })]
          yield* cache.set("key", "value", 60_000)
          assert.isNull(Option.getOrNull(yield* other.get("key")))
          assert.strictEqual(
            Option.getOrNull(yield* (yield* open({ port, keyPrefix: "" })).get(`${keyPrefix}key`)),
            "value",
          )
        }),
      )

      it.scopedLive("texts that are no Unicode are kept apart, as keys and as values", () =>
        Effect.gen(function* () {
          const cache = yield* open({ port, keyPrefix: yield* ownPrefix(port) })
          const texts = ["\ud800", "\udfff", "\ufffd", "\u0000", '\u0000"\\ud800"', ""]
          for (const text of texts) yield* cache.set(text, text, 60_000)
          for (const text of texts) assert.strictEqual(Option.getOrNull(yield* cache.get(text)), text)
        }),
      )
    })
  }
}
