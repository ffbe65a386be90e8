import { assert, describe, it } from "@effect/vitest"
import express from "express"
import { onTestFinished } from "vitest"
import { gzipSync } from "node:zlib"
import { createConsentService } from "./index.js"
import { listen, nodeListener } from "./node.js"
import { aSave } from "./testing/TestInstance.js"

type Mount = (app: express.Express, listener: ReturnType<typeof nodeListener>) => void

/** An Express application with the service in it. @returns where it listens */
const serving = async (mount: Mount, basePath = ""): Promise<string> => {
  const observability = { level: "silent" } as const
  const service = createConsentService({ database: "sqlite::memory:", basePath, observability })
  await service.migrate()
  const app = express()
  mount(app, nodeListener(service))
  const server = await listen(app, { port: 0, host: "127.0.0.1" })
  onTestFinished(async () => {
    await server.close()
    await service.dispose()
  })
  return server.url
}

const textOf = async (url: string): Promise<string> => {
  const response = await fetch(url)
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  return text
}

/** The address that a script calls the service at. */
const backendUrlIn = (script: string): string =>
  /"backendURL\\*":\\*"([^"\\]*)/.exec(script)?.[1] ?? assert.fail("the script has no address")

describe("a service mounted in Express without basePath", () => {
  const mounts: ReadonlyArray<readonly [title: string, prefix: string, mount: Mount]> = [
    ["under a prefix", "/consent", (app, listener) => app.use("/consent", listener)],
    [
      "in a router under a router",
      "/api/v1/consent",
      (app, listener) => {
        app.use("/api", express.Router().use("/v1", express.Router().use("/consent", listener)))
      },
    ],
    [
      "under a prefix with a parameter",
      "/shops/garden/consent",
      (app, listener) => {
        app.use("/shops/:shop/consent", listener)
      },
    ],
    ["without a prefix", "", (app, listener) => app.use(listener)],
  ]

  it.each(mounts)(
    "%s: scripts, the API reference and its document have the public address",
    async (_, prefix, mount) => {
      const url = await serving(mount)
      for (const name of ["cs.js", "cs.headless.js"])
        assert.strictEqual(backendUrlIn(await textOf(`${url}${prefix}/${name}?language=de`)), `${url}${prefix}`)
      assert.include(await textOf(`${url}${prefix}/docs`), `data-spec-url="${prefix}/spec.json"`)
      assert.include(await textOf(`${url}${prefix}/docs/start.js`), "docs")
      const { servers } = JSON.parse(await textOf(`${url}${prefix}/spec.json`))
      assert.deepStrictEqual(servers, [{ url: prefix === "" ? "/" : prefix }])
      assert.isObject(JSON.parse(await textOf(`${url}${prefix}/init?country=DE`)))
    },
  )

  it("keeps documents of different mounts apart", async () => {
    const url = await serving((app, listener) => app.use("/a", listener).use("/b", listener))
    for (const prefix of ["/a", "/b", "/a"]) {
      assert.strictEqual(backendUrlIn(await textOf(`${url}${prefix}/cs.js`)), `${url}${prefix}`)
      assert.deepStrictEqual(JSON.parse(await textOf(`${url}${prefix}/spec.json`)).servers, [{ url: prefix }])
      assert.include(await textOf(`${url}${prefix}/docs`), `data-spec-url="${prefix}/spec.json"`)
    }
  })

  it("takes the mount itself for the service's root, and answers what it does not know", async () => {
    const url = await serving((app, listener) => app.use("/consent", listener))
    for (const path of ["/consent", "/consent/", "/consent?x=1", "/consent/nowhere"])
      assert.strictEqual((await fetch(`${url}${path}`)).status, 404)
  })

  it("uses basePath where that is set, whether Express removes the prefix or not", async () => {
    const url = await serving((app, listener) => app.use("/consent", listener), "/consent")
    assert.strictEqual(backendUrlIn(await textOf(`${url}/consent/cs.js`)), `${url}/consent`)
    assert.deepStrictEqual(JSON.parse(await textOf(`${url}/consent/spec.json`)).servers, [{ url: "/consent" }])
  })
})

describe("a service behind Express's body parsers", () => {
  const save = async (url: string, body: BodyInit, headers: Readonly<Record<string, string>> = {}) => {
    const type = { "content-type": "application/json" }
    const response = await fetch(`${url}/subjects`, { method: "POST", body, headers: { ...type, ...headers } })
    return { status: response.status, text: await response.text() }
  }

  const parsers: ReadonlyArray<readonly [title: string, type: string, parser: express.RequestHandler]> = [
    ["json", "application/json", express.json()],
    ["raw", "application/json", express.raw({ type: "*/*" })],
    ["text", "text/plain", express.text()],
    ["json, for another type", "text/plain", express.json()],
  ]

  it.each(parsers)("%s: a save is stored as without one", async (_, type, parser) => {
    const url = await serving((app, listener) => app.use(parser, listener))
    const body = aSave()
    const saved = await save(url, JSON.stringify(body), { "content-type": type })
    assert.strictEqual(saved.status, 200, saved.text)
    const { consents } = JSON.parse(await textOf(`${url}/subjects/${body.subjectId}`))
    assert.deepStrictEqual(consents[0].preferences, body.preferences)
  })

  it("reads a body that the parser has decompressed", async () => {
    const url = await serving((app, listener) => app.use(express.json(), listener))
    const gzip = { "content-encoding": "gzip" }
    const compressed = (body: unknown) => new Blob([Uint8Array.from(gzipSync(JSON.stringify(body)))])
    const saved = await save(url, compressed(aSave()), gzip)
    assert.strictEqual(saved.status, 200, saved.text)
    const large = await save(url, compressed({ ...aSave(), more: "x".repeat(70_000) }), gzip)
    assert.strictEqual(large.status, 413, large.text)
  })

  const refused: ReadonlyArray<readonly [title: string, body: string, path: string, status: number]> = [
    ["__proto__ as a key", '{"metadata":{"__proto__":{}}}', "metadata.__proto__", 400],
    ["the character U+0000", '{"domain":"a\\u0000"}', "domain", 400],
    ["nesting that is too deep", `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "a.0", 400],
    ["more than the largest body", JSON.stringify({ a: "é".repeat(40_000) }), "", 413],
    ["no object", "[]", "", 400],
  ]

  it.each(refused)("refuses %s as without one", async (_, body, path, status) => {
    const parsed = await serving((app, listener) => app.use(express.json({ limit: "1mb" }), listener))
    const plain = await serving((app, listener) => app.use(listener))
    const [one, other] = [await save(parsed, body), await save(plain, body)]
    assert.deepStrictEqual([one.status, other.status], [status, status], one.text)
    assert.strictEqual(one.text, other.text)
    assert.include(one.text, path)
  })

  it("names the content type of JSON that was parsed as a form", async () => {
    const url = await serving((app, listener) => app.use(express.urlencoded(), listener))
    const saved = await save(url, JSON.stringify(aSave()), { "content-type": "application/x-www-form-urlencoded" })
    assert.strictEqual(saved.status, 400, saved.text)
    assert.include(saved.text, "send JSON with content-type: application/json")
  })

  it("answers 500 where a body was read and left nowhere", async () => {
    const url = await serving((app, listener) =>
      app.use((request, _, next) => void request.resume().on("end", () => setImmediate(next)), listener),
    )
    assert.strictEqual((await save(url, JSON.stringify(aSave()))).status, 500)
  })

  it("answers 500, and waits for nothing, where something else has begun to read a body", async () => {
    const url = await serving((app, listener) =>
      app.use((request, _, next) => void request.once("data", () => setImmediate(next)), listener),
    )
    const half = new TextEncoder().encode('{"type":')
    const body = new ReadableStream({ start: (controller) => controller.enqueue(half) })
    const leaving = new AbortController()
    const init = { method: "POST", body, duplex: "half", signal: leaving.signal }
    assert.strictEqual((await fetch(`${url}/subjects`, init)).status, 500)
    leaving.abort()
  })
})
