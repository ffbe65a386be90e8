import type { LogEvent } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { createConsentService } from "../index.js"
import { serve, type ServeOptions } from "../node.js"

const started = async (options: Partial<ServeOptions> = {}) => {
  const events: Array<LogEvent> = []
  const service = createConsentService({
    database: "sqlite::memory:",
    basePath: "/consent",
    observability: { level: "info", drain: (event) => events.push(event) },
  })
  const server = await serve(service, { port: 0, host: "127.0.0.1", ...options })
  onTestFinished(() => server.close())
  return { server, service, events, get: (path: string, method = "GET") => fetch(`${server.url}${path}`, { method }) }
}

describe("the probes of a server", () => {
  it("are live without a database, and ready once it is migrated", async () => {
    const { events, get, service } = await started()
    const live = await get("/livez")
    assert.deepStrictEqual([live.status, await live.json()], [200, { status: "live" }])
    const before = await get("/readyz")
    assert.strictEqual(before.status, 503)
    assert.deepStrictEqual(await before.json(), {
      status: "not ready",
      reason: "the database lacks migrations of this version: run consent-service migrate",
    })
    await service.migrate()
    const after = await started()
    await after.service.migrate()
    const ready = await after.get("/readyz")
    assert.deepStrictEqual([ready.status, await ready.json()], [200, { status: "ready" }])
    assert.strictEqual(ready.headers.get("cache-control"), "no-store")
    // Probes are no requests of visitors: the log has no event of them.
    assert.isEmpty(events.filter(({ event }) => event === "request"))
  })

  it("answer GET and HEAD at the root, nothing below the base path, and are not part of the API", async () => {
    const { get, service } = await started()
    const head = await get("/livez", "HEAD")
    assert.deepStrictEqual([head.status, await head.text()], [200, ""])
    const post = await get("/livez", "POST")
    assert.deepStrictEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD"])
    for (const path of ["/livez?x=1", "/livez/", "/livez/?x=/", "/livez?"]) {
      assert.strictEqual((await get(path)).status, 200, path)
    }
    assert.strictEqual((await get("/readyz/?x=1")).status, 503)
    for (const path of ["/livez//", "/livez/x", "//livez", "/livezx", "/?/livez"]) {
      assert.strictEqual((await get(path)).status, 404, path)
    }
    assert.strictEqual((await get("/consent/livez")).status, 404)
    assert.strictEqual((await get("/consent/readyz")).status, 404)
    assert.notMatch(JSON.stringify(service.getOpenAPISpec()), /livez|readyz/)
  })

  it("leave the paths to pages of the program's own", async () => {
    const { get } = await started({
      wrap: (next) => (request, response) =>
        request.url === "/livez" ? void response.end("ours") : void next(request, response),
    })
    assert.strictEqual(await (await get("/livez")).text(), "ours")
  })

  it("are not ready while the server shuts down", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => void (release = resolve))
    const { server, service } = await started({
      wrap: (next) => async (request, response) => {
        if (request.url === "/readyz") await held
        next(request, response)
      },
    })
    await service.migrate()
    const probe = fetch(`${server.url}/readyz`)
    // The server has the probe once it answers another one.
    await fetch(`${server.url}/livez`)
    const closed = server.close()
    release()
    const answer = await probe
    assert.deepStrictEqual(
      [answer.status, await answer.json()],
      [503, { status: "not ready", reason: "the server is shutting down" }],
    )
    await closed
  })
})
