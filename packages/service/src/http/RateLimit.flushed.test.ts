/** A Redis that loses everything while requests are counted in it: nothing fails, and each process has its own count. */
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished, vi } from "vitest"
import type * as RedisCache from "@consent-service/adapter-cache/RedisCache"
import { createClient } from "redis"
import { openCache, ownPrefix, redisPort } from "../testing/SharedRedis.js"
import { aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

type Cache = ReturnType<typeof RedisCache.fromNodeRedis>

/** Deletes what has a prefix: the same to the service as a flush, and no other test loses anything. */
const flush = async (port: number, prefix: string): Promise<number> => {
  const client = createClient({ url: `redis://127.0.0.1:${port}` })
  await client.connect()
  const keys = await client.keys(`${prefix}*`)
  for (const key of keys) await client.del(key)
  client.destroy()
  return keys.length
}

const optionsOn = (cache: Cache) => ({
  trustedProxies: 1,
  rateLimit: {
    // Hardly fills while the test runs.
    perNetwork: { capacity: 4, refillPerSecond: 0.001 },
    perSubject: { capacity: 1_000, refillPerSecond: 0.001 },
  },
  cache,
})

const withRedis = (port: number) => {
  it("a flushed count is a new one, within what each process has counted itself", async () => {
    const keyPrefix = ownPrefix(port)
    const one = await startInstance("sqlite", optionsOn(await openCache(port, keyPrefix)))
    onTestFinished(one.stop)
    const other = instanceOn(one.url, optionsOn(await openCache(port, keyPrefix)))
    onTestFinished(other.service.dispose)
    let host = 0
    const round = async () => {
      const headers = { "x-forwarded-for": `203.0.113.${(host += 1)}` }
      const save = async (instance: Pick<typeof one, "post">) => (await instance.post(aSave(), { headers })).status
      for (const instance of [one, other, one, other]) assert.strictEqual(await save(instance), 200)
      assert.isAbove(await flush(port, keyPrefix), 0)
      const statuses = []
      for (const instance of [one, other, one, other, one, other]) statuses.push(await save(instance))
      // Two had been counted by each process: its third one is its fifth.
      assert.deepStrictEqual(statuses, [200, 200, 200, 200, 429, 429])
    }
    // On a busy machine Redis may be too slow for a request to wait for, and then nothing is counted in it.
    await vi.waitFor(round, { timeout: 50_000, interval: 1_000 })
  })
}

const port = redisPort

if (port === null) {
  console.warn("A flushed rate limit is not tested here: no Redis answers on 127.0.0.1:6379")
  describe.skip("the rate limit on a flushed Redis: none answers on 127.0.0.1:6379", () => it("is skipped", () => {}))
} else describe("the rate limit on a Redis that is flushed", () => withRedis(port))
