/** Threats that concern the surface as a whole; SECURITY.md lists them, and all others with their tests. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { request } from "node:http"
import { text } from "node:stream/consumers"
import { listen, nodeListener } from "../node.js"
import { sendRaw } from "../testing/RawExchange.js"
import { aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

const apiKey = "threat-key-0123456789-0123456789-0123"

/** The paths that need a key, by the service's own document, with their parameters filled in. */
const guarded = (spec: () => unknown): ReadonlyArray<readonly [string, string]> => {
  const { paths }: { paths: Record<string, Record<string, { security?: ReadonlyArray<object> }>> } = JSON.parse(
    JSON.stringify(spec()),
  )
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security = [] }]) =>
      security.length === 0 || security.some((way) => Object.keys(way).length === 0)
        ? []
        : [[method.toUpperCase(), path.replaceAll(/\{[^}]+\}/g, "x")] as const],
    ),
  )
}

/** What a router or a proxy in front might take for the same path. */
const spellings: Readonly<Record<string, (path: string) => string>> = {
  "as it is": (path) => path,
  "trailing slash": (path) => `${path}/`,
  "two slashes": (path) => `/${path}`,
  "two slashes within": (path) => path.replace(/(.)\//, "$1//"),
  "an encoded letter": (path) => `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  "an encoded slash": (path) => `/%2F${path.slice(1)}`,
  "upper case": (path) => path.toUpperCase(),
  "a parameter": (path) => `${path};x=1`,
  "a dot segment": (path) => `/.${path}`,
  "a parent": (path) => `/init/..${path}`,
  "an encoded parent": (path) => `/init/%2e%2e${path}`,
  "absolute form": (path) => `http://consent.test${path}`,
  "a backslash": (path) => path.replace("/", "/\\"),
  "a file's ending": (path) => `${path}.json`,
  "a NUL": (path) => `${path}%00`,
}

const overrides = ["", "x-http-method-override: GET\r\n", "x-original-url: /init\r\nx-rewrite-url: /init\r\n"]

describe("the surface on a socket [sqlite]", () => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  let server: Awaited<ReturnType<typeof listen>>
  let port: number
  beforeAll(async () => {
    instance = await startInstance("sqlite", { apiKeys: [apiKey] })
    server = await listen(nodeListener(instance.service), { port: 0, host: "127.0.0.1" })
    port = Number(new URL(server.url).port)
  })
  afterAll(async () => {
    await server.close()
    await instance.stop()
  })

  const statusOf = async (head: string, body = "") => {
    const length = body === "" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`
    return (await sendRaw(port, Buffer.from(`${head}connection: close\r\n${length}\r\n${body}`))).status
  }

  it("no spelling of a path answers without its key (threat: reaching a guarded route by another spelling of its path)", async () => {
    const routes = guarded(instance.service.getOpenAPISpec)
    assert.isAtLeast(routes.length, 8)
    for (const [method, path] of routes) {
      for (const [name, spell] of Object.entries(spellings)) {
        for (const override of overrides) {
          const status = await statusOf(`${method} ${spell(path)} HTTP/1.1\r\nhost: consent.test\r\n${override}`)
          assert.include([400, 401, 404, 405], status, `${method} ${path}, ${name} ${override}`)
        }
      }
    }
  }, 60_000)

  it("a key is the only thing that opens a route, also to a form (threat: writing from a foreign page without a preflight)", async () => {
    const form = "host: consent.test\r\norigin: https://evil.example\r\ncontent-type: text/plain\r\n"
    for (const [method, path] of guarded(instance.service.getOpenAPISpec)) {
      const cookies = "cookie: session=1\r\nauthorization: Basic eDp5\r\n"
      assert.strictEqual(await statusOf(`${method} ${path} HTTP/1.1\r\n${form}${cookies}`, "{}"), 401)
    }
    const sent = await fetch(`${server.url}/subjects`, {
      method: "POST",
      headers: { origin: "https://evil.example", "content-type": "text/plain" },
      body: JSON.stringify(aSave()),
    })
    // A page can do here what any client can: the answer is not for it to read, and nothing is sent along by itself.
    assert.deepStrictEqual(
      ["access-control-allow-origin", "set-cookie"].map((name) => sent.headers.get(name)),
      [null, null],
    )
  })

  it("no answer to one visitor may be kept for others (threat: making a cache keep a personal answer)", async () => {
    const save = aSave()
    assert.strictEqual((await instance.post(save)).status, 200)
    const personal = `/subjects/${save.subjectId}`
    const kept = ["/a.js", ".css", ";a.css", "/index.html", "%2Fa.js", "?a.js", "/..%2Fcs.js"]
    for (const path of [
      ...kept.map((end) => `${personal}${end}`),
      ...kept.map((end) => `/init${end}`),
      personal,
      "/init",
    ]) {
      const answer = await fetch(`${server.url}${path}`)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store", path)
      const isPersonal = (await answer.text()).includes(save.subjectId)
      assert.strictEqual(isPersonal, path.split("?")[0] === personal, path)
    }
  })

  it("what shared caches keep does not depend on what they leave out of their key (threat: poisoning caches by Host or forwarded headers)", async () => {
    const configured = instanceOn(instance.url, { script: { backendURL: "https://consent.shop.example" } })
    const plain = await listen(nodeListener(configured.service), { port: 0, host: "127.0.0.1" })
    const get = async (path: string, headers: Readonly<Record<string, string>>, method = "GET", body = "") => {
      const sent = request(`${plain.url}${path}`, { method, headers })
      sent.end(body)
      const answer = await new Promise<import("node:http").IncomingMessage>((resolve) => sent.on("response", resolve))
      const content = await text(answer)
      return JSON.stringify([answer.statusCode, answer.headers["etag"], answer.headers["cache-control"], content])
    }
    const unkeyed: ReadonlyArray<Readonly<Record<string, string>>> = [
      { host: "evil.example" },
      { host: `evil.example"><script>` },
      ...["x-forwarded-host", "x-forwarded-server", "x-host", "x-original-host", "forwarded", "x-forwarded-prefix"].map(
        (name) => ({ [name]: name === "forwarded" ? "host=evil.example;proto=http" : "evil.example" }),
      ),
      ...["x-forwarded-proto", "x-forwarded-scheme", "x-original-url", "x-rewrite-url", "x-http-method-override"].map(
        (name) => ({ [name]: "/evil" }),
      ),
      {
        cookie: "language=xx",
        "user-agent": "evil",
        referer: "https://evil.example",
        "x-forwarded-for": "203.0.113.9",
      },
      { "accept-language": "xx-evil", "cf-ipcountry": "KP", "x-vercel-ip-country": "KP" },
    ]
    for (const path of ["/cs.js", "/cs.headless.js", "/manifest"]) {
      const clean = await get(path, {})
      for (const headers of unkeyed) {
        assert.strictEqual(await get(path, headers), clean, `${path} with ${JSON.stringify(headers)}`)
        assert.strictEqual(await get(path, {}), clean)
      }
      assert.strictEqual(await get(path, { "content-length": "7" }, "GET", '{"a":1}'), clean)
      assert.strictEqual(await get(`${path}?unknown=evil&x=y`, {}), clean)
    }
    await plain.close()
    await configured.service.dispose()
  })
})
