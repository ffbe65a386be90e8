import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { decodeJwt } from "jose"
import { once } from "node:events"
import { createServer } from "node:net"
import { ConsentConfigurationError, recommendedPolicyRules } from "../index.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import * as Endpoint from "../testing/ListEndpoint.js"
import { instanceOn, withOlderNames } from "../testing/TestInstance.js"

/* Vendor lists in /init, through the handler. */

type Options = Partial<ConsentServiceOptions>

const rules = recommendedPolicyRules({ iab: true })
const iab = { enabled: true }
const withIab = { policyRules: rules, iab }
const list = syntheticVendorList
const all = Object.keys(list.vendors).map(Number)

let endpoint: Endpoint.ListEndpoint
const instances: Array<ReturnType<typeof instanceOn>> = []

beforeEach(async () => {
  endpoint = await Endpoint.startListEndpoint(Endpoint.giving(list))
})
afterEach(async () => {
  // First the host, so that no fetch is waited for.
  await endpoint.stop()
  for (const { service } of instances.splice(0)) await service.dispose()
})

const open = (options: Options) => {
  const instance = instanceOn("sqlite::memory:", options)
  instances.push(instance)
  return instance
}

/** An IAB site whose lists come from the endpoint. */
const openIab = (gvl: ConsentServiceOptions["gvl"] = {}, options: Options = {}) =>
  open({ manifest: withIab, gvl: { endpoint: endpoint.url, ...gvl }, ...options })

type Instance = ReturnType<typeof open>

const init = async ({ send }: Instance, query = "?country=DE", headers: Readonly<Record<string, string>> = {}) => {
  const { body, status } = await send(`/init${query}`, { headers })
  assert.strictEqual(status, 200)
  return body
}

const logged = ({ events }: Instance, name: string) => events.filter(({ event }) => event === name)

const vendorsOf = ({ gvl }: { readonly gvl: typeof list }) => Object.keys(gvl.vendors).map(Number)

describe("which visitors get a vendor list", () => {
  it("a visitor of a matched iab rule; visitors of other rules get none, and nothing is fetched for them", async () => {
    const instance = openIab()
    for (const elsewhere of ["?country=JP", "?country=US&region=CA"]) {
      const body = await init(instance, elsewhere)
      assert.strictEqual(body.policyResolution.status, "matched")
      assert.doesNotHaveAnyKeys(body, ["gvl", "gvlReference", "customVendors", "cmpId"])
    }
    assert.deepStrictEqual(endpoint.paths, [])
    assert.deepStrictEqual((await init(instance)).gvl, list)
  })

  it("all visitors, where no rules are configured at all and iab.enabled is true", async () => {
    const body = await init(openIab({}, { manifest: { iab } }), "?country=JP")
    assert.strictEqual(body.policyResolution.status, "unconfigured")
    assert.deepStrictEqual(body.gvl, list)
  })

  it.each<[string, NonNullable<Options["manifest"]>]>([
    ["no rules, iab.enabled false", { iab: { enabled: false } }],
    ["no rules, no iab", {}],
    ["rules without IAB", { policyRules: recommendedPolicyRules(), iab }],
    ["an iab rule without iab.enabled, which is an error", { policyRules: rules }],
  ])("no visitors: %s", async (_, manifest) => {
    const body = await init(openIab({}, { manifest }))
    assert.doesNotHaveAnyKeys(body, ["gvl", "gvlReference"])
    assert.deepStrictEqual(endpoint.paths, [])
  })

  it.each<[string, Pick<Options, "gvl">]>([
    ["without the gvl block", {}],
    ["with `enabled: false`", { gvl: { enabled: false, bundled: { en: list } } }],
  ])("no visitors %s: nothing is fetched, and there is no route", async (_, options) => {
    const instance = open({ manifest: { ...withIab, iab: { ...iab, endpoint: endpoint.url } }, ...options })
    const body = await init(instance)
    assert.strictEqual(body.policyResolution.policyId, "europe_iab")
    assert.doesNotHaveAnyKeys(body, ["gvl", "gvlReference"])
    assert.strictEqual((await instance.send(`/gvl/${list.vendorListVersion}/en`)).status, 404)
    assert.deepStrictEqual(endpoint.paths, [])
  })

  it("an unsupported contract gets the reduced body, and nothing is fetched", async () => {
    const manifest = { ...withIab, iab: { ...iab, cmpId: 31 } }
    const keys = ["appName", "branding", "hosting", "jurisdiction", "location", "translations", "policyResolution"]
    assert.hasAllKeys(await init(openIab({}, { manifest }), "?country=DE&contract=2"), keys)
    assert.deepStrictEqual(endpoint.paths, [])
  })

  it("customVendors, cmpId and the snapshot's token accompany it", async () => {
    const customVendors = [{ id: "own", name: "Own", privacyPolicyUrl: "https://own.example/p", purposes: [1] }]
    const manifest = { ...withIab, iab: { ...iab, cmpId: 31, customVendors } }
    const policySnapshot = { signingKey: "a signing key of more than 32 bytes, for tests" }
    const body = await init(openIab({}, { manifest, policySnapshot }))
    assert.deepInclude(body, { gvl: list, cmpId: 31, customVendors })
    const claims: Readonly<Record<string, unknown>> = decodeJwt(body.policySnapshotToken)
    assert.deepInclude(claims, { policyId: "europe_iab", country: "DE" })
  })
})

describe("the source of a list", () => {
  it("gvl.endpoint, else iab.endpoint", async () => {
    const at = (path: string) => `${endpoint.url}${path}`
    const manifest = { ...withIab, iab: { ...iab, endpoint: at("/iab") } }
    await init(open({ manifest, gvl: {} }))
    await init(open({ manifest, gvl: { endpoint: at("/gvl") } }))
    assert.deepStrictEqual(endpoint.paths, ["/iab", "/gvl"])
  })

  it("bundled first, then the visitor's language where the endpoint has it, else the default one", async () => {
    const named = (lastUpdated: string) => ({ ...list, lastUpdated })
    endpoint.behave(Endpoint.givingByPath({ "/en": named("english"), "/de": named("german") }))
    const instance = openIab({ endpoint: `${endpoint.url}/{language}`, bundled: { fr: named("bundled") } })
    const served = async (language: string) =>
      (await init(instance, "?country=DE", { "accept-language": language })).gvl.lastUpdated
    assert.deepStrictEqual(
      [await served("de-AT,en;q=0.5"), await served("fr"), await served("it"), await served("tlh")],
      ["german", "bundled", "english", "english"],
    )
    assert.deepStrictEqual(endpoint.paths.toSorted(), ["/de", "/en", "/it"])
  })

  it("the older names iab.bundled and iab.vendorIds, at both places, opt in as the gvl block does", async () => {
    for (const place of [(older: object) => ({ iab: older }), (older: object) => ({ manifest: { iab: older } })]) {
      const { gvl } = await init(open({ manifest: {}, ...place({ ...iab, bundled: { en: list } }) }))
      assert.deepStrictEqual(gvl, list)
      const older = { ...iab, endpoint: endpoint.url, vendorIds: [3, 1] }
      assert.deepStrictEqual(vendorsOf(await init(open({ manifest: {}, ...place(older) }))), [1, 3])
    }
    assert.deepStrictEqual(endpoint.paths, ["/?vendorIds=1%2C3", "/?vendorIds=1%2C3"])
  })

  it("a bundled list that is invalid stops the start, under the name it was written by", () => {
    const wrong = { ...list, vendors: { 1: { id: 1 } } }
    const optionOf = (options: Options): ReadonlyArray<string> => {
      try {
        open(options)
      } catch (error) {
        if (error instanceof ConsentConfigurationError) return error.issues.map(({ option }) => option)
        throw error
      }
      return assert.fail("it started")
    }
    assert.deepStrictEqual(optionOf({ gvl: { bundled: { en: list, de: wrong } } }), ["gvl.bundled.de"])
    assert.deepStrictEqual(optionOf(withOlderNames({ manifest: {}, iab: { enabled: true, bundled: { de: wrong } } })), [
      "iab.bundled.de",
    ])
  })
})

describe("a list that is unavailable", () => {
  it("the endpoint fails: null, 200, and a warning in the log", async () => {
    endpoint.behave(Endpoint.refusing(403))
    const instance = openIab()
    assert.isNull((await init(instance)).gvl)
    const [failed] = logged(instance, "vendor-list-failed")
    assert.deepInclude(failed, { level: "warn", language: "en", reason: "status", serving: false })
    assert.isAbove(Number(failed?.["retryInMs"]), 0)
    assert.deepStrictEqual(logged(instance, "vendor-list-loaded"), [])
  })

  it("is logged with why, and without the address, which may have a key in it", async () => {
    const gone = createServer().listen(0, "127.0.0.1")
    await once(gone, "listening")
    const address = gone.address()
    const port = typeof address === "object" ? address?.port : undefined
    await new Promise((resolve) => gone.close(resolve))
    const instance = openIab({ endpoint: `http://127.0.0.1:${port}/list.json?key=s3cret` })
    assert.isNull((await init(instance)).gvl)
    await vi.waitUntil(() => logged(instance, "vendor-list-failed").length > 0, { timeout: 20_000 })
    const [failed] = logged(instance, "vendor-list-failed")
    assert.include(String(failed?.["failure"]), "ECONNREFUSED")
    assert.notInclude(JSON.stringify(instance.events), "s3cret")
  })

  it("slower than waitMs: null, while the fetch goes on; a later request has the list", async () => {
    const held = Endpoint.holding(Endpoint.giving(list))
    endpoint.behave(held.behaviour)
    const instance = openIab({ waitMs: 20 })
    assert.isNull((await init(instance)).gvl)
    await Endpoint.until(() => endpoint.open() === 1)
    held.letGo()
    await Endpoint.until(() => logged(instance, "vendor-list-loaded").length > 0)
    assert.deepStrictEqual((await init(instance)).gvl, list)
    assert.lengthOf(endpoint.paths, 1)
  })

  it("a failure that passes: null at first, the list after the next attempt", async () => {
    endpoint.behave(Endpoint.firstThen(Endpoint.refusing(503), Endpoint.giving(list)))
    const instance = openIab({ waitMs: 20 })
    assert.isNull((await init(instance)).gvl)
    await Endpoint.until(() => logged(instance, "vendor-list-loaded").length > 0)
    assert.deepStrictEqual((await init(instance)).gvl, list)
  })

  it("a refresh that hangs: the known list, immediately", async () => {
    // A caller that waited for the refresh would wait for a minute.
    const instance = openIab({ ttlMs: 1_000, waitMs: 60_000 })
    await init(instance)
    endpoint.behave(Endpoint.hanging)
    await Endpoint.until(() => endpoint.paths.length === 2)
    for (const _ of [1, 2, 3]) assert.deepStrictEqual((await init(instance)).gvl, list)
    assert.strictEqual(endpoint.open(), 1)
  })

  it("the log reports a list that was loaded", async () => {
    const instance = openIab({ vendorIds: [1, 2] })
    await init(instance)
    const [{ durationMs, ...loaded } = assert.fail("nothing is logged")] = logged(instance, "vendor-list-loaded")
    const version = list.vendorListVersion
    const expected = {
      level: "info",
      event: "vendor-list-loaded",
      language: "en",
      from: "endpoint",
      version,
      vendors: 2,
    }
    assert.deepStrictEqual<unknown>(loaded, expected)
    assert.isAbove(Number(durationMs), 0)
  })

  it("200 concurrent first requests give one fetch", async () => {
    const held = Endpoint.holding(Endpoint.giving(list))
    endpoint.behave(held.behaviour)
    const instance = openIab()
    const asked = Array.from({ length: 200 }, () => init(instance))
    await Endpoint.until(() => endpoint.open() === 1)
    held.letGo()
    for (const { gvl } of await Promise.all(asked)) assert.strictEqual(gvl.vendorListVersion, list.vendorListVersion)
    assert.lengthOf(endpoint.paths, 1)
  })

  it("HEAD has no body, and the length that GET has", async () => {
    const instance = openIab()
    const got = await instance.send("/init?country=DE")
    const { body, headers, status } = await instance.send("/init?country=DE", { method: "HEAD" })
    assert.deepStrictEqual([status, body], [200, null])
    const bytes = Buffer.byteLength(JSON.stringify(got.body))
    assert.strictEqual(headers.get("content-length"), String(bytes))
  })
})

describe("x-cs-vendors, row by row", () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const narrowed = async (header: string, gvl: ConsentServiceOptions["gvl"] = {}) =>
    vendorsOf(await init(openIab(gvl), "?country=DE", { "x-cs-vendors": header }))

  it.each([
    ["decimal ids, comma-separated", "1,3", [1, 3]],
    ["spaces allowed", " 3 ,\t1 ", [1, 3]],
    ["duplicates collapse", "3,1,3,1", [1, 3]],
    ["unknown ids, the largest one too", "2,9007199254740991", [2]],
    ["none of the list's", "99999", []],
    ["500 distinct ids", upTo(500).join(), all.filter((id) => id <= 500)],
    ["500 distinct ids, one twice", `${upTo(500).join()},1`, all.filter((id) => id <= 500)],
  ])("%s", async (_, header, expected) => {
    assert.deepStrictEqual(await narrowed(header), expected)
  })

  it.each([
    ["empty", ""],
    ["an empty part", "1,,3"],
    ["an empty last part", "1,"],
    ["non-digits", "1,x"],
    ["`0`", "0,1"],
    ["negative", "-1"],
    ["decimals", "1.0"],
    ["an exponent", "1e1"],
    ["> 2^53-1", "9007199254740992"],
    ["> 500 distinct ids", upTo(501).join()],
  ])("unusable as a whole: %s", async (_, header) => {
    assert.deepStrictEqual(await narrowed(header), all)
    assert.deepStrictEqual(await narrowed(header, { vendorIds: [1, 2] }), [1, 2])
  })

  it("narrowed to declared, then to configured ids; never wider than either", async () => {
    assert.deepStrictEqual(await narrowed("2,3,4", { vendorIds: [1, 2, 3] }), [2, 3])
    assert.deepStrictEqual(await narrowed("4", { vendorIds: [1, 2, 3] }), [])
    // A bundled list is served unchanged, and narrowed like any other.
    assert.deepStrictEqual(await narrowed("2,3,4", { vendorIds: [1, 2, 3], bundled: { en: list } }), [2, 3])
  })

  it("applied after the list was kept: never in the URL, and only `vendors` is narrowed", async () => {
    const instance = openIab()
    const { vendors, ...others } = (await init(instance, "?country=DE", { "x-cs-vendors": "1" })).gvl
    const { vendors: known, ...expected } = list
    assert.deepStrictEqual(vendors, { 1: known[1] })
    assert.deepStrictEqual(others, expected)
    assert.deepStrictEqual((await init(instance)).gvl, list)
    assert.deepStrictEqual(endpoint.paths, ["/"])
  })

  it("of no meaning where IAB does not apply", async () => {
    const { send } = openIab()
    assert.notProperty((await send("/init?country=JP", { headers: { "x-cs-vendors": "1" } })).body, "gvl")
  })
})
