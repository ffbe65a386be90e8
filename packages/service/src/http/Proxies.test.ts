import type { LogEvent } from "@consent-service/core/ports"
import { describeAboveStores } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"
import { onTestFinished } from "vitest"
import { createConsentService } from "../ConsentService.js"
import { listen, nodeListener } from "../node.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import { aSave, policyRules, startInstance } from "../testing/TestInstance.js"

type Options = Partial<ConsentServiceOptions>
type Headers = Readonly<Record<string, string>>

const burst = { capacity: 3, refillPerSecond: 0.001 }
const rateLimit = { perNetwork: burst, reads: burst }
const unmasked = { masking: false }

/** An instance, and what it logs from its start on. */
const watch = (database: string, options: Options) => {
  const events: Array<LogEvent> = []
  const service = createConsentService({
    manifest: { policyRules },
    observability: { level: "info", drain: (event) => void events.push(event) },
    ...options,
    database,
  })
  onTestFinished(service.dispose)
  const named = (name: string) => events.filter(({ event }) => event === name)
  const send = (path: string, headers: Headers, peer: string | null, init: RequestInit = {}) =>
    service.handler(new Request(`http://consent.test${path}`, { headers, ...init }), { peer })
  const save = (headers: Headers, peer: string | null) =>
    send("/subjects", headers, peer, { method: "POST", body: JSON.stringify(aSave()) })
  return { named, save, send, service }
}

describeAboveStores("trustedProxies", (engine) => {
  let url: string
  let stop: () => Promise<void>
  beforeAll(async () => ({ stop, url } = await startInstance(engine)))
  afterAll(() => stop())

  /** The stored address of a save, and of what /status and a sink see. */
  const storedBy = async (options: Options, headers: Headers, peer: string | null) => {
    const reported: Array<string | null> = []
    const instance = watch(url, {
      ipAddress: unmasked,
      sessions: { onReport: (_, { ip }) => void reported.push(ip) },
      ...options,
    })
    const answer = await instance.save(headers, peer)
    assert.strictEqual(answer.status, 200)
    const { consentId } = await answer.json()
    const status = await (await instance.send("/status", headers, peer)).json()
    await (await instance.send("/init", headers, peer)).text()
    const stored = (await instance.service.reconstructNotice(consentId))?.record.ipAddress ?? null
    await instance.service.dispose()
    assert.deepStrictEqual([status.client.ip, reported], [stored, [stored]])
    return stored
  }

  const forged = { "x-forwarded-for": "198.51.100.1, 203.0.113.7" }

  it("decide which entry is stored, counted from the right", async () => {
    assert.strictEqual(await storedBy({ trustedProxies: 1 }, forged, "10.0.0.1"), "203.0.113.7")
    assert.strictEqual(await storedBy({ trustedProxies: 2 }, forged, "10.0.0.1"), "198.51.100.1")
    assert.strictEqual(await storedBy({ trustedProxies: "private" }, forged, "10.0.0.1"), "203.0.113.7")
    assert.strictEqual(await storedBy({ trustedProxies: "private" }, forged, "192.0.2.1"), "192.0.2.1")
    assert.strictEqual(
      await storedBy({ trustedProxies: ["10.0.0.0/8", "203.0.113.7"] }, forged, "10.0.0.1"),
      "198.51.100.1",
    )
    assert.strictEqual(await storedBy({ trustedProxies: 0 }, forged, "10.0.0.1"), "10.0.0.1")
    assert.isNull(await storedBy({ trustedProxies: 1 }, { "x-forwarded-for": "203.0.113.7, unknown" }, "10.0.0.1"))
  })

  it("with named headers only those are read, from the right, too", async () => {
    const headers = { ...forged, "x-real-ip": "192.0.2.9, 192.0.2.8" }
    const ipAddress = { ...unmasked, ipAddressHeaders: ["X-Real-IP"] }
    assert.strictEqual(await storedBy({ trustedProxies: 1, ipAddress }, headers, "10.0.0.1"), "192.0.2.8")
    assert.strictEqual(await storedBy({ trustedProxies: 1, ipAddress }, forged, "10.0.0.1"), "10.0.0.1")
  })

  it("left out, the first header with an address is stored", async () => {
    assert.strictEqual(await storedBy({}, forged, "10.0.0.1"), "198.51.100.1")
  })

  it("are masked like every other address", async () => {
    assert.strictEqual(await storedBy({ trustedProxies: 1, ipAddress: {} }, forged, "10.0.0.1"), "203.0.113.0")
    assert.isNull(await storedBy({ trustedProxies: 1, ipAddress: { tracking: false } }, forged, "10.0.0.1"))
  })
})

describe("trustedProxies and the limits [sqlite]", () => {
  let url: string
  let stop: () => Promise<void>
  beforeAll(async () => ({ stop, url } = await startInstance("sqlite")))
  afterAll(() => stop())

  const statusesOf = async (count: number, run: (i: number) => Promise<Response>) => {
    const answers: Array<number> = []
    for (let i = 0; i < count; i++) answers.push((await run(i)).status)
    return answers
  }

  it("a client behind a trusted proxy is limited whatever it forges, and no other client is", async () => {
    const instance = watch(url, { rateLimit, trustedProxies: "private" })
    const through = (forged: string, client: string) => ({ "x-forwarded-for": `${forged}, ${client}` })
    const answers = await statusesOf(30, (i) => instance.save(through(`198.51.100.${i}`, "203.0.113.7"), "10.0.0.1"))
    assert.strictEqual(answers.filter((status) => status === 200).length, 3)
    assert.strictEqual((await instance.save(through("203.0.113.7", "203.0.113.8"), "10.0.0.1")).status, 200)
  })

  it("an unreadable entry is counted by the last proxy", async () => {
    const instance = watch(url, { rateLimit, trustedProxies: 2 })
    const answers = await statusesOf(5, (i) =>
      instance.save({ "x-forwarded-for": `198.51.100.${i}, unknown, 10.9.9.9` }, "10.0.0.1"),
    )
    assert.deepStrictEqual(answers, [200, 200, 200, 429, 429])
  })

  it.each(["10.0.0.1", "127.0.0.1", "::1", "::ffff:192.168.1.1", null])(
    "default limits of a network do not hold for %s, which may be a proxy; those of a subject do",
    async (peer) => {
      const instance = watch(url, {})
      const answers = await statusesOf(130, () => instance.save({}, peer))
      assert.isTrue(answers.every((status) => status === 200))
      const save = aSave()
      const ofOne = await statusesOf(13, (i) =>
        instance.send("/subjects", {}, peer, {
          method: "POST",
          body: JSON.stringify({ ...save, givenAt: save.givenAt - i }),
        }),
      )
      assert.include(ofOne, 429)
    },
  )

  it("without the option, forwarded entries from a private address are logged once, with the option to set", async () => {
    const instance = watch(url, {})
    await instance.save({}, "10.0.0.1")
    await instance.save({ "x-forwarded-for": "203.0.113.7" }, "198.51.100.1")
    assert.deepStrictEqual(instance.named("trusted-proxies-missing"), [])
    for (let i = 0; i < 3; i++) await instance.save({ "x-forwarded-for": `203.0.113.${i}` }, "10.0.0.1")
    const [notice, ...more] = instance.named("trusted-proxies-missing")
    assert.deepStrictEqual(more, [])
    assert.deepInclude(notice, { level: "warn", option: "trustedProxies" })
    assert.include(String(notice?.["message"]), "set trustedProxies")
    assert.notInclude(JSON.stringify(notice), "203.0.113")
  })

  it.each([0, 1, "private", ["10.0.0.0/8"]] as const)(
    "with the option (%j) there is no such notice",
    async (proxies) => {
      const instance = watch(url, { trustedProxies: proxies })
      await instance.save({ "x-forwarded-for": "203.0.113.7" }, "10.0.0.1")
      assert.deepStrictEqual(instance.named("trusted-proxies-missing"), [])
    },
  )

  it("what is believed is logged at start", () => {
    const startOf = (options: Options) => watch(url, options).named("client-addresses")[0]
    assert.deepInclude(startOf({}), { level: "info", trustedProxies: null })
    assert.include(String(startOf({})?.["message"]), "clients can forge")
    const named = startOf({ trustedProxies: ["10.0.0.0/8"], ipAddress: { ipAddressHeaders: ["X-Real-IP"] } })
    assert.deepInclude(named, { trustedProxies: "1 network", headers: ["x-real-ip"] })
    assert.include(String(startOf({ trustedProxies: 0 })?.["message"]), "no header is read")
  })

  it.each([0, 1, undefined])("with rateLimit off, the start says nothing of limits: trustedProxies %j", (proxies) => {
    const messageOf = (options: Options) => String(watch(url, options).named("client-addresses")[0]?.["message"])
    const trusted: Options = proxies === undefined ? {} : { trustedProxies: proxies }
    assert.match(messageOf(trusted), /limit/)
    assert.notMatch(messageOf({ ...trusted, rateLimit: false }), /limit/)
  })

  it("over node:http repeated headers are read in order, as one list", async () => {
    const instance = watch(url, { trustedProxies: 1, ipAddress: unmasked })
    const server = await listen(nodeListener(instance.service), { port: 0, host: "127.0.0.1" })
    const headers = { "x-forwarded-for": ["198.51.100.1", "203.0.113.7"] }
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      request(`${server.url}/status`, { headers, agent: false }, resolve).once("error", reject).end(),
    )
    assert.strictEqual(JSON.parse(await text(answer)).client.ip, "203.0.113.7")
    await server.close()
  })
})
