import { assert, describe, it } from "@effect/vitest"
import { onTestFinished, vi } from "vitest"
import { createConsentService } from "../ConsentService.js"
import { listen, nodeListener } from "../node.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import { openCache, openProxy, ownPrefix, redisPort } from "../testing/SharedRedis.js"
import { type Answered, aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"

type Options = Partial<ConsentServiceOptions>
type Instance = ReturnType<typeof instanceOn>

/** Hardly fills while a test runs: how many pass is the capacity and nothing else. */
const burstOf = (capacity: number) => ({ capacity, refillPerSecond: 0.001 })

const wide = burstOf(1_000)

/** As behind a proxy. */
const trustedProxies = 1

const startBare = async (options: Options = {}) => {
  const instance = await startInstance("sqlite", options)
  onTestFinished(instance.stop)
  return instance
}

const start = (options: Options = {}) => startBare({ trustedProxies, ...options })

/** As a proxy in front passes a visitor's location. */
const from = (address: string, headers: Readonly<Record<string, string>> = {}) => ({
  headers: { "x-forwarded-for": address, ...headers },
})

const saveFrom = (instance: Instance, address: string, change = {}): Promise<Answered> =>
  instance.post(aSave(change), from(address))

const link = (instance: Instance, subjectId: string, address: string): Promise<Answered> =>
  instance.send(`/subjects/${subjectId}`, {
    method: "PATCH",
    body: JSON.stringify({ externalId: "customer-1" }),
    ...from(address),
  })

const aReport = {
  source: "render",
  revision: "r1",
  resolution: "no-match",
  policy: null,
  country: "DE",
  region: null,
  language: "de",
  gpc: false,
}

const times = async <A>(count: number, run: () => Promise<A>): Promise<ReadonlyArray<A>> => {
  const answers: Array<A> = []
  while (answers.length < count) answers.push(await run())
  return answers
}

const statuses = (answers: ReadonlyArray<Pick<Answered, "status">>): ReadonlyArray<number> =>
  answers.map(({ status }) => status)

const assertLimited = ({ body, headers, status }: Answered): void => {
  assert.deepStrictEqual([status, body.cause.code], [429, "RATE_LIMITED"])
  assert.match(headers.get("retry-after") ?? "", /^[1-9]\d*$/)
}

describe("the rate limit (threat: filling the database) [sqlite]", () => {
  it("cannot be escaped, nor turned against others, by headers that a client sends", async () => {
    const ipAddress = { ipAddressHeaders: ["x-forwarded-for"] }
    const { service } = await startBare({ rateLimit: { perNetwork: burstOf(3), perSubject: wide }, ipAddress })
    const save = async (peer: string, claimed: string) => {
      const headers = { "x-client-ip": claimed, "x-forwarded-for": claimed, "cf-connecting-ip": claimed }
      const request = new Request("http://consent.test/subjects", {
        method: "POST",
        headers,
        body: JSON.stringify(aSave()),
      })
      return (await service.handler(request, { peer })).status
    }
    const claimed = ["198.51.100.1", "192.0.2.1", "198.51.100.1", "192.0.2.2", "198.51.100.2"]
    const attacker = await Promise.all(claimed.map((address) => save("203.0.113.7", address)))
    assert.deepStrictEqual(attacker.toSorted(), [200, 200, 200, 429, 429])
    assert.strictEqual(await save("198.51.100.1", "203.0.113.7"), 200)
    // A private peer may be a proxy, and still nothing that it forwards is believed without the option.
    const near = await Promise.all(claimed.map((address) => save("10.1.2.3", address)))
    assert.deepStrictEqual(near.toSorted(), [200, 200, 200, 429, 429])
  })

  it("takes nothing from who is refused for overload", async () => {
    const limits = { maxConcurrentSaves: 1, maxQueuedSaves: 0 }
    const instance = await start({ rateLimit: { perNetwork: burstOf(3), perSubject: wide }, limits })
    const crowd = statuses(await Promise.all(Array.from({ length: 6 }, () => saveFrom(instance, "203.0.113.7"))))
    assert.include(crowd, 503)
    const taken = crowd.filter((status) => status === 200).length
    const after = statuses(await times(3 - taken + 1, () => saveFrom(instance, "203.0.113.7")))
    assert.deepStrictEqual(after, [...Array.from({ length: 3 - taken }, () => 200), 429])
  })

  it("can be turned off, which is logged at start: 200 saves from one network, and 50 of one subject, all pass", async () => {
    const logged: Array<unknown> = []
    const observability = { level: "warn", drain: (event: unknown) => void logged.push(event) } as const
    const instance = await start({ rateLimit: false, observability })
    assert.include(JSON.stringify(logged), '"event":"rate-limit-off","option":"rateLimit"')
    // In turns, because all together would be overload, which is something else.
    for (let sent = 0; sent < 200; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => saveFrom(instance, "203.0.113.7")))
      assert.isTrue(answers.every(({ status }) => status === 200))
    }
    const subjectId = newSubjectId()
    let givenAt = Date.now() - 10_000
    const ofOne = await times(50, () => saveFrom(instance, "203.0.113.7", { subjectId, givenAt: givenAt++ }))
    assert.isTrue(ofOne.every(({ status }) => status === 200))
  })

  it("is on where the option is left out: 10 acts of a subject pass, and 300 reads of a network", async () => {
    const { url } = await startBare()
    const service = createConsentService({ database: url, trustedProxies, observability: { level: "silent" } })
    onTestFinished(service.dispose)
    const send = (path: string, init: RequestInit = {}) =>
      service.handler(new Request(`http://consent.test${path}`, { ...from("203.0.113.7"), ...init }))
    const subjectId = newSubjectId()
    const since = performance.now()
    let givenAt = Date.now() - 10_000
    const save = () =>
      send("/subjects", { method: "POST", body: JSON.stringify(aSave({ subjectId, givenAt: givenAt++ })) })
    const saved = (await times(14, save)).filter(({ status }) => status === 200).length
    assert.isAtLeast(saved, 10)
    assert.isAtMost(saved, 10 + Math.ceil(((performance.now() - since) / 1000) * 0.5))
    const reads = await Promise.all(Array.from({ length: 600 }, () => send(`/subjects/${subjectId}`)))
    const read = reads.filter(({ status }) => status === 200).length
    assert.isAtLeast(read, 300)
    assert.isAtMost(read, 300 + Math.ceil(((performance.now() - since) / 1000) * 50))
  })

  it("is one line to turn on: a network's burst passes, and then what fits", async () => {
    const instance = await start({ rateLimit: true })
    const since = performance.now()
    const answers = await Promise.all(Array.from({ length: 400 }, () => saveFrom(instance, "203.0.113.7")))
    const refilled = Math.ceil(((performance.now() - since) / 1000) * 20)
    const passed = answers.filter(({ status }) => status === 200).length
    assert.isAtLeast(passed, 120)
    assert.isAtMost(passed, 120 + refilled)
    const limited = answers.filter(({ status }) => status !== 200)
    for (const answer of limited) {
      assertLimited(answer)
      // A token comes every 50 ms.
      assert.strictEqual(answer.headers.get("retry-after"), "1")
    }
    assert.isAbove(limited.length, 0)
    // Another network is not concerned.
    assert.strictEqual((await saveFrom(instance, "198.51.100.1")).status, 200)
  })

  it("counts by subject, from any address", async () => {
    const instance = await start({ rateLimit: { perNetwork: wide, perSubject: burstOf(3) } })
    const subjectId = newSubjectId()
    let host = 0
    const save = () => saveFrom(instance, `198.51.${(host += 1)}.1`, { subjectId, givenAt: Date.now() - 10_000 + host })
    assert.deepStrictEqual(statuses(await times(3, save)), [200, 200, 200])
    assertLimited(await save())
    assert.strictEqual((await saveFrom(instance, "198.51.1.1")).status, 200)
  })

  it.each([
    ["an IPv4 address", ["203.0.113.7", "::ffff:203.0.113.7", "203.0.113.7:80"], "203.0.113.7", "203.0.113.8"],
    [
      "an IPv6 /64",
      ["2001:db8:1:2::1", "2001:db8:1:2:3::1", "2001:DB8:1:2:ffff::"],
      "[2001:db8:1:2::9]:443",
      "2001:db8:1:3::1",
    ],
  ])("counts %s as one network", async (_, addresses, oneMore, elsewhere) => {
    const instance = await start({ rateLimit: { perNetwork: burstOf(3), perSubject: wide } })
    for (const address of addresses) assert.strictEqual((await saveFrom(instance, address)).status, 200)
    assertLimited(await saveFrom(instance, oneMore))
    assert.strictEqual((await saveFrom(instance, elsewhere)).status, 200)
  })

  it("allows an IPv6 /48 four times what it allows a /64", async () => {
    const instance = await start({ rateLimit: { perNetwork: burstOf(2), perSubject: wide } })
    let site = 0
    const answers = await times(9, () => saveFrom(instance, `2001:db8:1:${++site}::1`))
    assert.deepStrictEqual(statuses(answers), [...Array.from({ length: 8 }, () => 200), 429])
    assert.strictEqual((await saveFrom(instance, "2001:db8:2::1")).status, 200)
  })

  it("counts reads of subjects and links together, apart from saves, and limits no other route", async () => {
    const rateLimit = { perNetwork: burstOf(1), perSubject: wide, reads: burstOf(4) }
    const instance = await start({ rateLimit })
    const [address, subjectId] = ["203.0.113.7", newSubjectId()]
    const read = () => instance.send(`/subjects/${subjectId}`, from(address))
    assert.strictEqual((await saveFrom(instance, address, { subjectId })).status, 200)
    assertLimited(await saveFrom(instance, address))
    assert.deepStrictEqual(statuses(await times(2, () => link(instance, subjectId, address))), [200, 200])
    assert.deepStrictEqual(statuses(await times(2, read)), [200, 200])
    assertLimited(await read())
    assertLimited(await link(instance, subjectId, address))
    assert.strictEqual((await instance.send(`/subjects/${subjectId}`, from("198.51.100.1"))).status, 200)
    for (const path of ["/init", "/manifest", "/status"]) {
      const reads = await times(20, () => instance.send(path, from(address)))
      assert.isTrue(
        reads.every(({ status }) => status === 200),
        path,
      )
    }
  })

  it("counts links by their subject, too", async () => {
    const instance = await start({ rateLimit: { perSubject: burstOf(2), reads: wide } })
    const subjectId = newSubjectId()
    await saveFrom(instance, "203.0.113.7", { subjectId })
    assert.deepStrictEqual(statuses(await times(2, () => link(instance, subjectId, "203.0.113.7"))), [200, 200])
    assertLimited(await link(instance, subjectId, "198.51.100.1"))
  })

  it("counts the bytes of bodies, and answers when they fit again", async () => {
    const bytes = { capacity: 5_000, refillPerSecond: 1 }
    const instance = await start({ rateLimit: { perNetwork: { ...wide, bytes }, perSubject: wide } })
    const large = { metadata: { note: "x".repeat(2_000) } }
    const answers = await times(3, () => saveFrom(instance, "203.0.113.7", large))
    assert.deepStrictEqual(statuses(answers), [200, 200, 429])
    const wait = Number(answers[2]?.headers.get("retry-after"))
    assert.isAtLeast(wait, 500)
    assert.isAtMost(wait, 5_000)
    assert.strictEqual((await saveFrom(instance, "198.51.100.1", large)).status, 200)
  })

  it("counts all clients of the process", async () => {
    const instance = await start({ rateLimit: { perNetwork: wide, perSubject: wide, perProcess: burstOf(5) } })
    let host = 0
    const answers = await times(6, () => saveFrom(instance, `198.51.${++host}.1`))
    assert.deepStrictEqual(statuses(answers), [200, 200, 200, 200, 200, 429])
  })

  it("counts reports of a server", async () => {
    const instance = await start({ rateLimit: { sessions: burstOf(2) }, apiKeys: ["a-key-of-the-backend"] })
    const report = (headers: Readonly<Record<string, string>>) =>
      instance.send("/sessions", {
        method: "POST",
        headers: { "x-cs-version": "3.0.0", "x-forwarded-for": "203.0.113.7", ...headers },
        body: JSON.stringify(aReport),
      })
    const visitor = { "x-cs-client-ip": "198.51.100.1" }
    assert.deepStrictEqual(statuses(await times(2, () => report(visitor))), [204, 204])
    assertLimited(await report({ "x-cs-client-ip": "198.51.100.2" }))
    assert.strictEqual((await report({ authorization: "Bearer a-key-of-the-backend" })).status, 204)
    assert.strictEqual((await report({ "x-forwarded-for": "203.0.113.8" })).status, 204)
  })

  it("does not concern the site's own backend; a wrong key does not help", async () => {
    const rateLimit = { perNetwork: burstOf(2), perSubject: wide, reads: burstOf(1) }
    const instance = await start({ rateLimit, apiKeys: ["a-key-of-the-backend"] })
    const address = "203.0.113.7"
    const withKey = (key: string) => instance.post(aSave(), from(address, { authorization: `Bearer ${key}` }))
    const ofBackend = await times(20, () => withKey("a-key-of-the-backend"))
    assert.isTrue(ofBackend.every(({ status }) => status === 200))
    const subjectId = newSubjectId()
    const read = () =>
      instance.send(`/subjects/${subjectId}`, from(address, { authorization: "Bearer a-key-of-the-backend" }))
    assert.deepStrictEqual(statuses(await times(3, read)), [404, 404, 404])
    // Nor does it take the visitors' tokens.
    assert.deepStrictEqual(statuses(await times(2, () => saveFrom(instance, address))), [200, 200])
    assertLimited(await withKey("another-key-than-that"))
  })

  it("refuses before anything is written, and a refused save is accepted later as it is", async () => {
    const instance = await start({ rateLimit: { perNetwork: burstOf(1), perSubject: wide } })
    const address = "203.0.113.7"
    await saveFrom(instance, address)
    const save = aSave()
    const refused = await instance.post(save, from(address))
    assertLimited(refused)
    assert.strictEqual((await instance.send(`/subjects/${save.subjectId}`)).status, 404)
    assert.strictEqual((await instance.post(save, from("198.51.100.1"))).status, 200)
  })
})

describe("the rate limit over node:http [sqlite]", () => {
  it("counts by the connection's address where no header has another, and returns when to retry", async () => {
    const { service } = await start({ rateLimit: { perNetwork: burstOf(2), perSubject: wide } })
    const server = await listen(nodeListener(service), { port: 0, host: "127.0.0.1" })
    const save = (headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${server.url}/subjects`, { method: "POST", body: JSON.stringify(aSave()), headers })
    const told = await Promise.all([save(), save(), save(), save()])
    assert.deepStrictEqual(told.map(({ status }) => status).sort(), [200, 200, 429, 429])
    const limited = told.find(({ status }) => status === 429)
    // Within a thousand seconds at that rate.
    assert.match(limited?.headers.get("retry-after") ?? "", /^\d+$/)
    assert.strictEqual((await save({ "x-forwarded-for": "203.0.113.7" })).status, 200)
    assert.strictEqual((await fetch(`${server.url}/init`)).status, 200)
    await server.close()
  })
})

const withRedis = (port: number) => {
  const rateLimit = { perNetwork: burstOf(4), perSubject: wide }

  it("is one for all who share a cache", async () => {
    const keyPrefix = ownPrefix(port)
    const one = await start({ rateLimit, cache: await openCache(port, keyPrefix) })
    const other = instanceOn(one.url, {
      trustedProxies,
      rateLimit: { ...rateLimit, cache: await openCache(port, keyPrefix) },
    })
    onTestFinished(other.service.dispose)
    const turns = [one, other, one, other]
    let host = 0
    const round = async () => {
      const address = `203.0.113.${(host += 1)}`
      for (const instance of turns) assert.strictEqual((await saveFrom(instance, address)).status, 200)
      for (const instance of turns) assertLimited(await saveFrom(instance, address))
    }
    // On a busy machine Redis may be too slow for a request to wait for; one that counts for itself never gets through a round.
    await vi.waitFor(round, { timeout: 50_000, interval: 1_000 })
    assert.strictEqual((await saveFrom(other, "198.51.100.1")).status, 200)
  })

  it.each(["cut", "silence"] as const)(
    "with Redis gone (%s) nothing fails, and each counts for himself",
    async (how) => {
      const proxy = await openProxy(port)
      const instance = await start({ rateLimit, cache: await openCache(proxy.port, ownPrefix(port)) })
      assert.strictEqual((await saveFrom(instance, "203.0.113.7")).status, 200)
      proxy[how]()
      const answers = await times(5, () => saveFrom(instance, "203.0.113.7"))
      assert.deepStrictEqual(statuses(answers), [200, 200, 200, 429, 429])
    },
  )
}

const port = redisPort

if (port === null) {
  console.warn("The shared rate limit is not tested here: no Redis answers on 127.0.0.1:6379")
  describe.skip("the rate limit on Redis: none answers on 127.0.0.1:6379", () => it("is skipped", () => {}))
} else describe("the rate limit on Redis [sqlite]", () => withRedis(port))
