/**
 * The laws of every host of the service, as a suite that runs over real sockets at the top level of a vitest file.
 *
 * @module
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { once } from "node:events"
import type { Server } from "node:http"
import { onTestFinished } from "vitest"
import { type Client, connect, hostApiKey, trustedOrigin } from "./HostClient.js"
import { openConnection } from "./RawClient.js"

/** Options of a service as the laws need it, for `createConsentService`. */
export interface HostServiceOptions {
  readonly database: string
  readonly trustedOrigins: ReadonlyArray<string>
  readonly apiKeys: ReadonlyArray<string>
  readonly observability: { readonly level: "silent" }
  readonly rateLimit: false | { readonly perNetwork: { readonly capacity: number; readonly refillPerSecond: number } }
}

/** How a server is started for some of the laws. */
export interface HostSetting {
  /** Where the service is to be mounted; `""` is the root. */
  readonly prefix: string
  /** For the service, which has to be migrated before the server listens. */
  readonly service: HostServiceOptions
  /** Whether the host reads every body before the service gets the request. */
  readonly readsBodies: boolean
  /** Whether the host's own proxy setting trusts one proxy. */
  readonly trustsProxy: boolean
}

/** A server that listens: it answers `GET /` with {@link shopPage}, and unknown paths with {@link shopMissing} and 404. */
export interface RunningHost {
  /** Such as `http://127.0.0.1:49152`. */
  readonly origin: string
  /** Refuses new connections, completes running requests, and disposes of the service. */
  readonly close: () => Promise<void>
}

/** The host's answer at its own root. */
export const shopPage = "the shop"
/** The host's 404 answer. */
export const shopMissing = "the shop has no such page"

/** A host and its features. */
export interface HostLawsOptions {
  readonly start: (setting: HostSetting) => Promise<RunningHost>
  /** The handling of a body that the host has already read: the service uses it, or refuses with 500; null: it cannot. */
  readonly parsedBodies: "used" | "refused" | null
  /** Whether the entry knows the connection's other end. */
  readonly knowsPeer: boolean
  /** Whether the host has a proxy setting of its own that the entry uses. */
  readonly hasProxySetting: boolean
  /** Whether the service can be at the host's root, next to its own pages. */
  readonly atRoot: boolean
  /** Whether the host sends the length of an answer to HEAD; one that compresses answers itself may not. */
  readonly tellsLength: boolean
  /** Whether `close` waits for requests whose bodies are still arriving. */
  readonly drains: boolean
}

const unlimited: HostServiceOptions = {
  database: "sqlite::memory:",
  trustedOrigins: [new URL(trustedOrigin).host],
  apiKeys: [hostApiKey],
  observability: { level: "silent" },
  rateLimit: false,
}

const usual: HostSetting = { prefix: "/consent", service: unlimited, readsBodies: false, trustsProxy: false }

/** No body that is allowed is as long. */
const tooLong = 65_537

/** Node.js responds when it passes a request on, so that the client knows that it has arrived. */
const expectContinue = "Expect: 100-continue"

const describeMounted = (client: () => Client): void => {
  it("answers /init and names the contract", async () => {
    const { headers, json, status } = await client().get("/init?country=DE")
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("x-cs-policy-contract"), "1")
    assert.property(json(), "policyResolution")
  })

  it("stores a save once, however often it is sent, and returns the history", async () => {
    const { get, save } = client()
    const act = client().act()
    const [first, again] = [await save(act), await save(act)]
    assert.deepStrictEqual([first.status, again.status], [200, 200], first.text)
    assert.strictEqual(first.json()["consentId"], again.json()["consentId"])
    const history = await get(`/subjects/${act.subjectId}`)
    assert.lengthOf(history.json()["consents"], 1)
    assert.deepStrictEqual(history.json()["consents"][0].preferences, act.preferences)
  })

  it("accepts the API key and nothing else", async () => {
    const { get } = client()
    const path = "/subjects?externalId=user-1"
    assert.strictEqual((await get(path)).status, 401)
    assert.strictEqual((await get(path, { authorization: `Bearer ${hostApiKey}` })).status, 200)
  })

  it("gives scripts, the API reference and its document the public address", async () => {
    const { base, get, prefix } = client()
    const script = await get("/cs.js")
    assert.strictEqual(/"backendURL\\*":\\*"([^"\\]*)/.exec(script.text)?.[1], base)
    assert.include((await get("/docs")).text, `data-spec-url="${prefix}/spec.json"`)
    const { servers } = (await get("/spec.json")).json()
    assert.deepStrictEqual(servers, [{ url: prefix === "" ? "/" : prefix }])
  })

  it("leaves the host its own pages, and its own answer to unknown paths", async () => {
    const { origin, prefix } = client()
    for (const path of ["/", "/nowhere", ...(prefix === "" ? [] : [`${prefix}ful`, "/init"])]) {
      const response = await fetch(`${origin}${path}`)
      const [status, text] = path === "/" ? [200, shopPage] : [404, shopMissing]
      assert.strictEqual(response.status, status, path)
      assert.include(await response.text(), text, path)
    }
  })
}

const describeTransport = (client: () => Client, tellsLength: boolean): void => {
  it("answers unknown paths below the prefix itself, and a wrong method with 405", async () => {
    const { get, send } = client()
    const unknown = await get("/nowhere")
    assert.deepStrictEqual([unknown.status, unknown.json()["cause"].code], [404, "NOT_FOUND"])
    const wrong = await send("/init", { method: "DELETE" })
    assert.deepStrictEqual([wrong.status, wrong.json()["cause"].code], [405, "METHOD_NOT_ALLOWED"])
    assert.include(wrong.headers.get("allow"), "GET")
  })

  it("answers HEAD with the length of GET and no body", async () => {
    const { get, send } = client()
    const [got, head] = [await get("/manifest"), await send("/manifest", { method: "HEAD" })]
    assert.deepStrictEqual([head.status, head.text], [200, ""])
    const length = tellsLength ? String(Buffer.byteLength(got.text)) : null
    assert.strictEqual(head.headers.get("content-length"), length)
    assert.strictEqual(head.headers.get("etag"), got.headers.get("etag"))
  })

  it("answers preflights by its own rules, and revalidations with 304", async () => {
    const { get, send } = client()
    const preflight = async (origin: string) => {
      const headers = { origin, "access-control-request-method": "POST" }
      const { headers: answered, status } = await send("/subjects", { method: "OPTIONS", headers })
      return [status, answered.get("access-control-allow-origin")]
    }
    assert.deepStrictEqual(await preflight(trustedOrigin), [204, trustedOrigin])
    assert.deepStrictEqual(await preflight("https://elsewhere.example"), [204, null])
    const etag = (await get("/manifest")).headers.get("etag") ?? ""
    assert.strictEqual((await get("/manifest", { "if-none-match": etag })).status, 304)
  })

  it("refuses a body that is too large, announced or not, without waiting for all of it", async () => {
    const { open } = client()
    const announced = open("POST", "/subjects", [`Content-Length: ${100 * tooLong}`])
    announced.send("{")
    assert.strictEqual(await announced.status, 413)
    announced.abort()
    const chunked = open("POST", "/subjects", ["Transfer-Encoding: chunked"])
    chunked.send(`${tooLong.toString(16)}\r\n${" ".repeat(tooLong)}\r\n`)
    assert.strictEqual(await chunked.status, 413)
    chunked.abort()
  })

  it("survives clients that leave in the middle of a body, and stores nothing from them", async () => {
    const { act, get, open, save } = client()
    const left = act()
    const body = JSON.stringify(left)
    for (let i = 0; i < 5; i += 1) {
      const connection = open("POST", "/subjects", [`Content-Length: ${body.length}`, expectContinue])
      await connection.continued
      connection.send(body.slice(0, -1))
      connection.abort()
      await connection.closed
    }
    assert.strictEqual((await save(act())).status, 200)
    assert.strictEqual((await get(`/subjects/${left.subjectId}`)).status, 404)
  })

  it("acknowledges many concurrent saves, and stores them all", async () => {
    const { act, get, save } = client()
    const acts = Array.from({ length: 60 }, act)
    const saved = await Promise.all(acts.map((one) => save(one)))
    assert.deepStrictEqual(new Set(saved.map(({ status }) => status)), new Set([200]))
    for (const { subjectId } of acts) assert.strictEqual((await get(`/subjects/${subjectId}`)).status, 200)
  })
}

const describeBodies = (started: (change: Partial<HostSetting>) => Promise<Client>, used: boolean): void => {
  it(`${used ? "uses" : "refuses"} a body that the host has read before, and never waits for it`, async () => {
    const { act, get, save } = await started({ readsBodies: true })
    const sent = act()
    assert.strictEqual((await save(sent)).status, used ? 200 : 500)
    const history = await get(`/subjects/${sent.subjectId}`)
    assert.strictEqual(history.status, used ? 200 : 404)
    if (used) assert.deepStrictEqual(history.json()["consents"][0].preferences, sent.preferences)
  })
}

const describeAddresses = (started: (change: Partial<HostSetting>) => Promise<Client>, trusts: boolean): void => {
  const service = { ...unlimited, rateLimit: { perNetwork: { capacity: 1, refillPerSecond: 0.001 } } } as const
  const statuses = async ({ act, save }: Client) => {
    const from = async (address: string) => (await save(act(), { "x-forwarded-for": address })).status
    return [await from("203.0.113.1"), await from("198.51.100.1"), await from("203.0.113.1")]
  }

  it("counts the connection, whatever addresses a client forwards", async () => {
    assert.deepStrictEqual(await statuses(await started({ service })), [200, 429, 429])
  })

  if (trusts)
    it("counts the address that the host's own proxy setting gives", async () => {
      assert.deepStrictEqual(await statuses(await started({ service, trustsProxy: true })), [200, 200, 429])
    })
}

/**
 * Defines the suite.
 *
 * @example
 * ```ts
 * import { hostLaws, type HostSetting, originOf, shopMissing, shopPage } from "@consent-service/testkit/HostLaws"
 * import { createServer } from "node:http"
 *
 * const start = async ({ prefix, service }: HostSetting) => {
 *   const server = createServer((request, response) => {
 *     // Requests below `prefix` go to an instance built of `service`.
 *     response.writeHead(request.url === "/" ? 200 : 404).end(request.url === "/" ? shopPage : shopMissing)
 *   })
 *   return { origin: await originOf(server.listen(0)), close: async () => void server.close() }
 * }
 * const facts = { knowsPeer: true, hasProxySetting: false, atRoot: true, tellsLength: true, drains: true }
 * hostLaws("the host of the shop", { ...facts, parsedBodies: "used", start })
 * ```
 */
export const hostLaws = (name: string, options: HostLawsOptions): void => {
  const { atRoot, drains, hasProxySetting, knowsPeer, parsedBodies, start, tellsLength } = options

  const started = async (change: Partial<HostSetting> = {}): Promise<Client> => {
    const setting = { ...usual, ...change }
    const host = await start(setting)
    onTestFinished(host.close)
    return connect(host.origin, setting.prefix)
  }

  const shared = (prefix: string, laws: (client: () => Client) => void): void => {
    let host: RunningHost
    let client: Client
    beforeAll(async () => {
      host = await start({ ...usual, prefix })
      client = await connect(host.origin, prefix)
    })
    afterAll(() => host.close())
    laws(() => client)
  }

  describe(`the service in ${name} [sqlite]`, () => {
    describe("below a prefix", () => {
      shared("/consent", (client) => {
        describeMounted(client)
        describeTransport(client, tellsLength)
      })
    })

    if (atRoot) describe("at the root", () => shared("", describeMounted))

    if (parsedBodies !== null) describeBodies(started, parsedBodies === "used")
    if (knowsPeer) describeAddresses(started, hasProxySetting)

    const close = async () => {
      const host = await start(usual)
      const { act, open } = await connect(host.origin, usual.prefix)
      const body = JSON.stringify(act())
      const late = open("POST", "/subjects", [`Content-Length: ${body.length}`, "Connection: close", expectContinue])
      await late.continued
      const closed = host.close()
      late.send(body)
      assert.strictEqual(await late.status, 200)
      await closed
      const refused = openConnection(host.origin)
      assert.strictEqual(await refused.closed, "")
    }
    if (drains) it("answers what has been received when it closes, and accepts nothing after", close)
  })
}

/**
 * Where a server of `node:http` listens, once it does.
 *
 * @example
 * ```ts
 * import { originOf } from "@consent-service/testkit/HostLaws"
 * import { createServer } from "node:http"
 *
 * const origin = await originOf(createServer().listen(0))
 * ```
 */
export const originOf = async (server: Server): Promise<string> => {
  if (!server.listening) await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server listens on no port")
  return `http://127.0.0.1:${address.port}`
}

export { programLaw } from "./HostProcess.js"
