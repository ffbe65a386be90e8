import { recommendedPolicyRules } from "@consent-service/core/policy"
import { generateVendorList } from "@consent-service/testkit/vendor-list/GeneratedVendorList"
import { assert, describe, it } from "@effect/vitest"
import { budgets } from "../../../browser/budgets.mjs"
import { createHash } from "node:crypto"
import { connect } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { listen, nodeListener } from "../node.js"
import { sharedByTests } from "../testing/SharedByTests.js"
import { instanceOn, startInstance } from "../testing/TestInstance.js"

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

type Sent = Readonly<Record<string, string>>

/** One request on a separate socket, and the raw response: no client decodes or adds anything. */
const exchange = (port: number, path: string, sent: Sent = {}, method = "GET"): Promise<Received> =>
  new Promise((resolve, reject) => {
    const headers = Object.entries({ host: "consent.test", connection: "close", ...sent })
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")
    const chunks: Array<Buffer> = []
    const socket = connect({ port, host: "127.0.0.1" }, () =>
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`),
    )
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("error", reject)
    socket.on("close", () => {
      const all = Buffer.concat(chunks)
      const end = all.indexOf("\r\n\r\n")
      const [first = "", ...rest] = all.subarray(0, end).toString("latin1").split("\r\n")
      const fields = rest.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.replace(/^[^:]*: */, "")])
      resolve({ status: Number(first.split(" ")[1]), headers: Object.fromEntries(fields), body: all.subarray(end + 4) })
    })
  })

const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const

const decoded = ({ body, headers }: Received): Buffer => {
  const coding = headers["content-encoding"]
  return coding === "br" || coding === "gzip" ? decoders[coding](body) : body
}

/** The file behind each address, and the most bytes that the instance's own line adds: two have the manifest in it. */
const served = {
  "/cs.js": { file: "fullFirst", line: 350 },
  "/cs.headless.js": { file: "headless", line: 2_000 },
  "/cs.iab.js": { file: "iabFirst", line: 2_000 },
} as const

/** The most bytes that leave. */
const budgetOf = (path: keyof typeof served, coding: "br" | "gzip"): number => {
  const { file, line } = served[path]
  return budgets[file][coding === "br" ? "brotli" : coding] + line
}

const scripts = ["/cs.js", "/cs.headless.js", "/cs.iab.js"] as const
const codings = ["br", "gzip"] as const

const options: Parameters<typeof startInstance>[1] = {
  manifest: { policyRules: recommendedPolicyRules({ iab: true }), iab: { enabled: true, cmpId: 10 } },
  gvl: { bundled: { en: { ...generateVendorList({ vendors: 300, version: 7, seed: 5 }) } } },
  policySnapshot: { signingKey: "k".repeat(32) },
  openapi: { enabled: true },
}

describe("bytes on the wire [sqlite]", () => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  let server: Awaited<ReturnType<typeof listen>>
  let port = 0

  sharedByTests(
    async () => {
      instance = await startInstance("sqlite", options)
      server = await listen(nodeListener(instance.service), { port: 0, host: "127.0.0.1" })
      port = Number(new URL(server.url).port)
    },
    async () => {
      await server.close(0)
      await instance.stop()
    },
  )

  it.each(scripts.flatMap((path) => codings.map((coding) => [path, coding] as const)))(
    "%s leaves within its budget in %s, whole",
    async (path, coding) => {
      const plain = await exchange(port, path)
      const small = await exchange(port, path, { "accept-encoding": coding })
      assert.strictEqual(small.headers["content-encoding"], coding)
      assert.isAtMost(small.body.length, budgetOf(path, coding))
      assert.strictEqual(Number(small.headers["content-length"]), small.body.length)
      assert.deepStrictEqual(decoded(small), plain.body)
    },
  )

  /** `/init` is compressed off the thread, once it is requested again: fewer requests than these see it done. */
  const whenCompressed = async (path: string, sent: Sent): Promise<Received> => {
    let answer = await exchange(port, path, sent)
    for (let i = 0; i < 200 && answer.headers["content-encoding"] === undefined; i += 1)
      answer = await exchange(port, path, sent)
    return answer
  }

  const negotiated = ["/cs.js", "/manifest", "/spec.json", "/docs/viewer.css", "/init?country=US"]

  it.each(negotiated)(
    "%s says that it varies, whatever it is sent as, and HEAD has the headers of GET",
    async (path) => {
      for (const accepted of [null, "br;q=0", "br", "gzip"]) {
        const sent: Sent = accepted === null ? {} : { "accept-encoding": accepted }
        if (accepted === "br" || accepted === "gzip") await whenCompressed(path, sent)
        const [get, head] = [await exchange(port, path, sent), await exchange(port, path, sent, "HEAD")]
        assert.include(get.headers["vary"]?.split(", ") ?? [], "Accept-Encoding")
        const { date: _date, "x-request-id": _id, ...headers } = get.headers
        const { date: __date, "x-request-id": __id, ...headersOfHead } = head.headers
        assert.deepStrictEqual(headersOfHead, headers)
        assert.strictEqual(head.body.length, 0)
      }
    },
  )

  it.each(["/cs.js", "/manifest"])("%s has a tag in each form, and is 304 to a client that has it", async (path) => {
    const tags = new Set<string>()
    for (const accepted of ["identity", "br", "gzip"]) {
      const sent = { "accept-encoding": accepted }
      const { headers } = await exchange(port, path, sent)
      const etag = headers["etag"] ?? assert.fail("no tag")
      tags.add(etag)
      const again = await exchange(port, path, { ...sent, "if-none-match": etag })
      assert.deepStrictEqual([again.status, again.headers["etag"], again.body.length], [304, etag, 0])
      assert.strictEqual(again.headers["vary"], headers["vary"])
      assert.notProperty(again.headers, "content-encoding")
    }
    assert.strictEqual(tags.size, 3)
    const [, brotli = ""] = Array.from(tags)
    const other = await exchange(port, path, { "accept-encoding": "gzip", "if-none-match": brotli })
    assert.strictEqual(other.status, 200)
  })

  it("/init with a vendor list and a token is compressed from its second request on; each answer has its own token", async () => {
    const path = "/init?country=DE"
    const plain = await exchange(port, path)
    const whole: unknown = JSON.parse(plain.body.toString())
    assert.isAbove(plain.body.length, 50_000)
    for (const coding of codings) {
      const sent = { "accept-encoding": coding }
      const small = await whenCompressed(path, sent)
      assert.strictEqual(small.headers["content-encoding"], coding)
      assert.isBelow(small.body.length, plain.body.length / 3)
      const { policySnapshotToken, ...rest } = JSON.parse(decoded(small).toString())
      assert.match(policySnapshotToken, /^[\w-]+\.[\w-]+\.[\w-]+$/)
      assert.deepInclude(whole, rest)
    }
    const refused = await exchange(port, "/init?country=FR", { "accept-encoding": "gzip, identity;q=0" })
    assert.strictEqual(refused.headers["content-encoding"], "gzip")
  })

  it.each(["/status", "/subjects/sub_unknown", "/nowhere", "/docs"])(
    "%s is sent as it is: it is short, or about one visitor",
    async (path) => {
      const { headers } = await exchange(port, path, { "accept-encoding": "br, gzip" })
      assert.notProperty(headers, "content-encoding")
      assert.strictEqual(headers["vary"], "Origin")
    },
  )

  it.each(scripts)("%s is at its digest too: for a year, for pages of any origin, in each coding", async (path) => {
    // What a page pins is one file.
    const { service } = instanceOn(instance.url, { ...options, script: { surfaces: "included" } })
    const whole = await service.handler(new Request(`http://consent.test${path}`))
    const body = Buffer.from(await whole.arrayBuffer())
    await service.dispose()
    const digest = createHash("sha256").update(body).digest("hex").slice(0, 32)
    const address = path.replace(/\.js$/, `.${digest}.js`)
    for (const accepted of ["identity", "br", "gzip"]) {
      const sent = { "accept-encoding": accepted, origin: "https://elsewhere.example" }
      const pinned = await exchange(port, address, sent)
      assert.strictEqual(pinned.status, 200)
      assert.deepStrictEqual(decoded(pinned), body)
      assert.strictEqual(pinned.headers["cache-control"], "public, max-age=31536000, immutable")
      assert.strictEqual(pinned.headers["access-control-allow-origin"], "*")
    }
    const old = await exchange(port, path.replace(/\.js$/, `.${"0".repeat(32)}.js`))
    assert.deepStrictEqual([old.status, old.headers["cache-control"]], [404, "no-store"])
    assert.include(old.body.toString(), "consent-service script-tag")
  })

  it.each([
    ["/cs.js", "surfacesPath", "fullSurfaces"],
    ["/cs.js", "restPath", "fullRest"],
    ["/cs.iab.js", "surfacesPath", "iabSurfaces"],
    ["/cs.iab.js", "restPath", "iabRest"],
    ["/cs.js", "toolsPath", "tools"],
    ["/cs.headless.js", "toolsPath", "tools"],
    ["/cs.iab.js", "toolsPath", "tools"],
    ["/cs.js", "declarationPath", "declaration"],
    ["/cs.headless.js", "declarationPath", "declaration"],
    ["/cs.iab.js", "declarationPath", "declaration"],
  ] as const)(
    "what %s loads from its %s leaves within its budget, for a year, for pages of any origin",
    async (path, member, name) => {
      const [prelude = ""] = (await exchange(port, path)).body.toString().split("\n", 1)
      const named = new RegExp(`${member}\\W+(/cs\\.(?:iab\\.)?ui\\.[0-9a-f]{32}\\.js)`)
      const second = named.exec(prelude)?.[1] ?? assert.fail(prelude)
      const plain = await exchange(port, second)
      assert.strictEqual(createHash("sha256").update(plain.body).digest("hex").slice(0, 32), second.split(".").at(-2))
      const small = await exchange(port, second, { "accept-encoding": "br", origin: "https://elsewhere.example" })
      assert.isAtMost(small.body.length, budgets[name].brotli)
      assert.deepStrictEqual(decoded(small), plain.body)
      assert.include(small.headers, {
        "cache-control": "public, max-age=31536000, immutable",
        "access-control-allow-origin": "*",
        "content-type": "text/javascript; charset=utf-8",
        "cross-origin-resource-policy": "cross-origin",
      })
      const other = await exchange(port, second.replace(/[0-9a-f]{32}/, "0".repeat(32)))
      assert.deepStrictEqual([other.status, other.headers["cache-control"]], [404, "no-store"])
    },
  )

  it("a fetch handler sends the same bytes", async () => {
    const headers = { "accept-encoding": "br", host: "consent.test" }
    const answer = await instance.service.handler(new Request("http://consent.test/cs.js", { headers }))
    assert.strictEqual(answer.headers.get("content-encoding"), "br")
    const wired = await exchange(port, "/cs.js", headers)
    assert.deepStrictEqual(Buffer.from(await answer.arrayBuffer()), wired.body)
  })
})
