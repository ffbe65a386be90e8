import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import type { NetworkRule } from "../config/PageOptions.js"
import type { Access, Verdict } from "../consent/Access.js"
import { makeNetworkGate, matchesRule } from "./Network.js"

const label = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 2 })
const labels = fc.array(label, { minLength: 1, maxLength: 4 })

describe("matchesRule", () => {
  it.prop("matches a domain and its subdomains, label by label", [labels, labels], ([host, domain]) => {
    const url = new URL(`https://${host.join(".")}.test/`)
    const tail = host.slice(Math.max(0, host.length - domain.length))
    assert.strictEqual(
      matchesRule({ domain: `${domain.join(".")}.TEST` }, "GET", url),
      JSON.stringify(tail) === JSON.stringify(domain),
    )
  })

  it("matches the path, not the query, and the method in any case", () => {
    const rule: NetworkRule = { domain: "ads.test", pathIncludes: "/pixel", methods: ["post"] }
    assert.isTrue(matchesRule(rule, "POST", new URL("https://ads.test/v1/pixel?x")))
    assert.isTrue(matchesRule({ ...rule, methods: ["GET", "POST"] }, "POST", new URL("https://ads.test/pixel")))
    assert.isFalse(matchesRule(rule, "GET", new URL("https://ads.test/pixel")))
    assert.isFalse(matchesRule(rule, "POST", new URL("https://ads.test/?to=/pixel")))
  })
})

describe("makeNetworkGate, over fetch", () => {
  let asked: Array<string> = []
  let now: Verdict = "pending"
  const original = (input: unknown) => {
    asked.push(input instanceof Request ? input.url : String(input))
    return Promise.resolve(new Response("real"))
  }
  const access: Access = { verdictFor: ({ vendor }) => (vendor ? now : "granted") }
  const gate = () =>
    makeNetworkGate(access, [{ domain: "ads.test", vendor: "ads", methods: ["POST"] }], "https://api.ads.test/cs")
  const post = (address: string) => window.fetch(address, { method: "POST" })

  beforeEach(() => {
    asked = []
    now = "pending"
    Reflect.set(globalThis, "window", { fetch: original, setTimeout, XMLHttpRequest: Object, navigator: {} })
  })
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "window")
  })

  it("holds a request until there is a decision, then sends it or returns 451", async () => {
    for (const [settled, status] of [
      ["granted", 200],
      ["denied", 451],
    ] as const) {
      const { dispose, update } = gate()
      const held = post("https://www.ads.test/")
      update()
      assert.deepStrictEqual(asked, [])
      now = settled
      update()
      assert.strictEqual((await held).status, status)
      assert.deepStrictEqual(asked, settled === "granted" ? ["https://www.ads.test/"] : [])
      dispose()
      asked = []
      now = "pending"
    }
  })

  it("returns 451 without asking when refused, for requests of any form", async () => {
    now = "denied"
    gate()
    const request = new Request("https://ads.test/", { method: "POST" })
    const url = new URL("https://ads.test/")
    for (const answer of [window.fetch(request), window.fetch(url, { method: "post" }), post("https://ads.test/")]) {
      assert.strictEqual((await answer).status, 451)
    }
    assert.deepStrictEqual(asked, [])
  })

  it("passes requests that no rule matches, and those to the service itself", async () => {
    now = "denied"
    gate()
    await window.fetch("https://ads.test/")
    await window.fetch(new Request("https://ads.test/"))
    await post("https://elsewhere.test/")
    await post("https://api.ads.test/cs/subjects")
    assert.lengthOf(asked, 4)
  })

  it("blocks by any matching rule, and ends the service's path at a segment", async () => {
    for (const [first, second] of [
      ["denied", "granted"],
      ["granted", "denied"],
      ["denied", "denied"],
    ] as const) {
      makeNetworkGate(
        { verdictFor: ({ vendor }) => (vendor === "first" ? first : second) },
        [
          { domain: "ads.test", vendor: "first" },
          { domain: "ads.test", vendor: "second" },
        ],
        "https://api.ads.test/cs",
      )
      assert.strictEqual((await window.fetch("https://api.ads.test/cspixel")).status, 451)
      assert.strictEqual((await window.fetch("https://ads.test.example/")).status, 200)
    }
  })

  it("passes all requests after disposal, except those that still wait", async () => {
    const { dispose, update } = gate()
    void post("https://ads.test/held")
    dispose()
    assert.strictEqual((await post("https://ads.test/")).status, 200)
    update()
    assert.deepStrictEqual(asked, ["https://ads.test/"])
  })

  it("patches nothing without rules", () => {
    makeNetworkGate(access, [], "")
    assert.strictEqual<unknown>(window.fetch, original)
  })
})

describe("makeNetworkGate, over beacons", () => {
  let sent: Array<readonly [address: string, data: unknown]> = []
  let now: Verdict = "pending"
  let queued = true
  const sendBeacon = (address: string, data?: unknown): boolean => {
    if (queued) sent.push([address, data])
    return queued
  }
  const access: Access = { verdictFor: () => now }
  const gate = () => makeNetworkGate(access, [{ domain: "ads.test" }], "")
  const beacon = (address: string, data?: BodyInit) => window.navigator.sendBeacon(address, data)

  beforeEach(() => {
    sent = []
    now = "pending"
    queued = true
    Reflect.set(globalThis, "window", {
      fetch: () => Promise.reject(),
      navigator: { sendBeacon },
      setTimeout,
      XMLHttpRequest: Object,
    })
  })
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "window")
  })

  it("sends what is granted or matches no rule, and returns the browser's answer", () => {
    now = "granted"
    gate()
    assert.isTrue(beacon("https://ads.test/1", "a"))
    now = "denied"
    queued = false
    assert.isFalse(beacon("https://elsewhere.test/"))
    queued = true
    assert.isTrue(beacon("https://elsewhere.test/2"))
    assert.deepStrictEqual(sent, [
      ["https://ads.test/1", "a"],
      ["https://elsewhere.test/2", undefined],
    ])
  })

  it("drops what is denied, and tells the caller that it was sent", () => {
    now = "denied"
    const { update } = gate()
    assert.isTrue(beacon("https://ads.test/", "a"))
    now = "granted"
    update()
    assert.deepStrictEqual(sent, [])
  })

  it("holds what comes before the policy, then sends or drops it", async () => {
    for (const settled of ["granted", "denied"] as const) {
      sent = []
      now = "pending"
      const { update } = gate()
      assert.isTrue(beacon("https://ads.test/", "a"))
      assert.deepStrictEqual(sent, [])
      now = settled
      update()
      await new Promise((done) => setTimeout(done))
      assert.deepStrictEqual(sent, settled === "granted" ? [["https://ads.test/", "a"]] : [])
    }
  })

  it("passes everything after disposal, and drops what still waits", () => {
    const { dispose } = gate()
    assert.isTrue(beacon("https://ads.test/held"))
    dispose()
    assert.isTrue(beacon("https://ads.test/"))
    assert.deepStrictEqual(sent, [["https://ads.test/", undefined]])
  })

  it("adds none to a browser without", () => {
    Reflect.set(globalThis, "window", { navigator: {}, setTimeout, XMLHttpRequest: Object })
    gate()
    assert.notProperty(window.navigator, "sendBeacon")
  })
})
