import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { recommendedPolicyRules } from "../index.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import * as Endpoint from "../testing/ListEndpoint.js"
import { instanceOn } from "../testing/TestInstance.js"

/* `gvl.delivery: "reference"`: an address in /init, and the list at that address. */

const list = syntheticVendorList
const version = list.vendorListVersion

describe("a vendor list by reference", () => {
  let endpoint: Endpoint.ListEndpoint
  const instances: Array<ReturnType<typeof instanceOn>> = []

  beforeEach(async () => {
    endpoint = await Endpoint.startListEndpoint(Endpoint.giving(list))
  })
  afterEach(async () => {
    await endpoint.stop()
    for (const { service } of instances.splice(0)) await service.dispose()
  })

  const open = (gvl: ConsentServiceOptions["gvl"] = {}, options: Partial<ConsentServiceOptions> = {}) => {
    const instance = instanceOn("sqlite::memory:", {
      manifest: { policyRules: recommendedPolicyRules({ iab: true }), iab: { enabled: true } },
      gvl: { endpoint: endpoint.url, delivery: "reference", ...gvl },
      ...options,
    })
    instances.push(instance)
    return instance
  }

  type Instance = ReturnType<typeof open>

  const initOf = async ({ send }: Instance, headers: Readonly<Record<string, string>> = {}) =>
    (await send("/init?country=DE", { headers })).body

  const pathFor = async (instance: Instance, vendors?: string): Promise<string> =>
    (await initOf(instance, vendors === undefined ? {} : { "x-cs-vendors": vendors })).gvlReference.path

  const codeOf = async ({ send }: Instance, path: string) => {
    const { body, status } = await send(path)
    return [status, body.cause.code]
  }

  it("/init has the list's address instead of the list, and the list is there", async () => {
    const instance = open()
    const { gvlReference, ...others } = await initOf(instance)
    assert.notProperty(others, "gvl")
    assert.deepInclude(gvlReference, { vendorListVersion: version, language: "en" })
    const { body, headers, status } = await instance.send(gvlReference.path)
    assert.deepStrictEqual([status, body], [200, list])
    assert.strictEqual(headers.get("content-type"), "application/json")
    assert.lengthOf(endpoint.paths, 1)
  })

  it("the path is below the service's own address, wherever that is", async () => {
    const instance = open({}, { basePath: "/consent" })
    const { body } = await instance.send("/consent/init?country=DE")
    assert.match(body.gvlReference.path, /^\/gvl\//)
    assert.deepStrictEqual((await instance.send(`/consent${body.gvlReference.path}`)).body, list)
  })

  it("is immutable for browsers and CDNs", async () => {
    const instance = open()
    const { headers } = await instance.send(await pathFor(instance))
    for (const name of ["cache-control", "cdn-cache-control"]) {
      assert.strictEqual(headers.get(name), "public, max-age=31536000, immutable")
    }
  })

  it("has an ETag, and a 304 for it: weak, in a list or `*`", async () => {
    const instance = open()
    const path = await pathFor(instance)
    const etag = (await instance.send(path)).headers.get("etag") ?? assert.fail("no ETag")
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const { body, headers, status } = await instance.send(path, { headers: { "if-none-match": known } })
      assert.deepStrictEqual([status, body, headers.get("etag")], [304, null, etag])
      assert.include(headers.get("cache-control"), "immutable")
    }
    assert.strictEqual((await instance.send(path, { headers: { "if-none-match": '"other"' } })).status, 200)
  })

  it("other widths have other addresses, and each its list; the same width has the same address", async () => {
    const instance = open()
    const paths = [await pathFor(instance), await pathFor(instance, "1,3"), await pathFor(instance, "1")]
    assert.strictEqual(new Set(paths).size, 3)
    assert.strictEqual(await pathFor(instance, "3, 1,3"), paths[1])
    assert.strictEqual(await pathFor(instance, "0"), paths[0])
    const widths = await Promise.all(paths.map(async (path) => Object.keys((await instance.send(path)).body.vendors)))
    assert.deepStrictEqual(widths, [Object.keys(list.vendors), ["1", "3"], ["1"]])
  })

  it("so do instances that are configured for other vendors, and lists with other texts", async () => {
    const paths = [await pathFor(open()), await pathFor(open({ vendorIds: [1, 2] })), await pathFor(open())]
    endpoint.behave(Endpoint.giving({ ...list, lastUpdated: "later" }))
    paths.push(await pathFor(open()))
    assert.strictEqual(new Set(paths).size, 3)
    assert.strictEqual(paths[0], paths[2])
  })

  it("a declared width without any vendor is an address too", async () => {
    const instance = open()
    assert.deepStrictEqual((await instance.send(await pathFor(instance, "99999"))).body.vendors, {})
    const configured = open({ vendorIds: [1, 2] })
    const none = await pathFor(configured, "3")
    assert.deepStrictEqual((await configured.send(none)).body.vendors, {}, none)
  })

  it("`vendors` in an address cannot widen what is configured", async () => {
    const instance = open({ vendorIds: [1, 2] })
    await initOf(instance)
    const { body } = await instance.send(`/gvl/${version}/en?vendors=2,3`)
    assert.deepStrictEqual(Object.keys(body.vendors), ["2"])
  })

  it("an unknown list is 404; invalid vendor ids are 400", async () => {
    const instance = open({ bundled: { de: list } })
    await initOf(instance)
    for (const path of [`${version + 1}/en`, `${version}/fr`, `${version}/DE`, "0/en", "-1/en", `0${version}/en`]) {
      assert.deepStrictEqual(await codeOf(instance, `/gvl/${path}`), [404, "NOT_FOUND"], path)
    }
    for (const vendors of ["x", "0", "1,,2", Array.from({ length: 501 }, (_, index) => index + 1).join()]) {
      const path = `/gvl/${version}/en?vendors=${vendors}`
      assert.deepStrictEqual(await codeOf(instance, path), [400, "INPUT_VALIDATION_FAILED"], path)
    }
    assert.deepStrictEqual((await instance.send(`/gvl/${version}/de`)).body, list)
  })

  it("an instance that has just started knows the address that another one gave", async () => {
    const path = await pathFor(open())
    const fresh = open()
    assert.deepStrictEqual((await fresh.send(path)).body, list)
  })

  it("the list before the current one is still at its address", async () => {
    const instance = open({ ttlMs: 1_000 })
    const path = await pathFor(instance)
    endpoint.behave(Endpoint.giving({ ...list, vendorListVersion: version + 1 }))
    const loaded = () => instance.events.filter(({ event }) => event === "vendor-list-loaded").length
    await Endpoint.until(() => loaded() === 2)
    assert.strictEqual((await initOf(instance)).gvlReference.vendorListVersion, version + 1)
    assert.deepStrictEqual((await instance.send(path)).body, list)
  })

  it("null where none is available", async () => {
    endpoint.behave(Endpoint.refusing(404))
    const body = await initOf(open())
    assert.isNull(body.gvlReference)
    assert.notProperty(body, "gvl")
  })

  it("HEAD has no body, and the length that GET has", async () => {
    const instance = open()
    const path = await pathFor(instance, "1,3")
    const { body, headers, status } = await instance.send(path, { method: "HEAD" })
    assert.deepStrictEqual([status, body], [200, null])
    const bytes = Buffer.byteLength(JSON.stringify((await instance.send(path)).body))
    assert.strictEqual(headers.get("content-length"), String(bytes))
  })

  it("trusted origins may read it, and a shared cache keeps one origin's answer from another", async () => {
    const instance = open()
    const path = await pathFor(instance)
    const { headers } = await instance.send(path, { headers: { origin: "https://shop.example" } })
    assert.strictEqual(headers.get("access-control-allow-origin"), "https://shop.example")
    for (const origin of [{ origin: "https://shop.example" }, {}]) {
      assert.include(
        (await instance.send(path, { headers: origin })).headers.get("vary")?.toLowerCase() ?? "",
        "origin",
      )
    }
  })
})
