import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished, vi } from "vitest"
import { recommendedPolicyRules } from "../index.js"
import * as Endpoint from "../testing/ListEndpoint.js"
import { openCache, openProxy, ownPrefix, redisPort } from "../testing/SharedRedis.js"
import { instanceOn } from "../testing/TestInstance.js"

/** However busy the machine is. */
const patiently = { timeout: 20_000 }

const manifest = { policyRules: recommendedPolicyRules({ iab: true }), iab: { enabled: true } }

const open = (endpoint: string, cache: Awaited<ReturnType<typeof openCache>>) => {
  const instance = instanceOn("sqlite::memory:", { manifest, cache, gvl: { endpoint } })
  onTestFinished(instance.service.dispose)
  return {
    ...instance,
    version: async () => (await instance.send("/init?country=DE")).body.gvl?.vendorListVersion ?? null,
  }
}

const startEndpoint = async () => {
  const endpoint = await Endpoint.startListEndpoint(Endpoint.giving(syntheticVendorList))
  onTestFinished(endpoint.stop)
  return endpoint
}

const withRedis = (port: number) => {
  it("is fetched by one process and taken from the cache by the next, also while its source is unavailable", async () => {
    const endpoint = await startEndpoint()
    const keyPrefix = ownPrefix(port)
    const one = open(endpoint.url, await openCache(port, keyPrefix))
    assert.strictEqual(await one.version(), syntheticVendorList.vendorListVersion)
    // The cache is written after the answer, and on a busy machine perhaps only by a later one.
    const isCached = async () => {
      const fresh = open(endpoint.url, await openCache(port, keyPrefix))
      await fresh.version()
      return fresh.events.some(({ event, from }) => event === "vendor-list-loaded" && from === "cache")
    }
    await vi.waitUntil(isCached, patiently)
    endpoint.behave(Endpoint.refusing(500))
    const next = open(endpoint.url, await openCache(port, keyPrefix))
    assert.strictEqual(await next.version(), syntheticVendorList.vendorListVersion)
    assert.include(
      next.events.find(({ event }) => event === "vendor-list-loaded"),
      { from: "cache" },
    )
  })

  it.each(["cut", "silence"] as const)("without Redis (%s) it costs a fetch, and never an answer", async (how) => {
    const endpoint = await startEndpoint()
    const proxy = await openProxy(port)
    const known = open(endpoint.url, await openCache(proxy.port, ownPrefix(port)))
    assert.isNotNull(await known.version())
    const other = open(endpoint.url, await openCache(proxy.port, ownPrefix(port)))
    proxy[how]()
    assert.isNotNull(await known.version())
    assert.isNotNull(await other.version())
    await vi.waitUntil(() => other.events.some(({ event }) => event === "vendor-list-cache-failed"), patiently)
  })
}

const port = redisPort

if (port === null) {
  console.warn("Vendor lists on a shared Redis are not tested here: none answers on 127.0.0.1:6379")
  describe.skip("vendor lists on Redis: none answers on 127.0.0.1:6379", () => it("is skipped", () => {}))
} else describe("a vendor list on Redis", () => withRedis(port))
