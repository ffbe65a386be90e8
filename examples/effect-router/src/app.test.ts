import { afterAll, assert, describe, it } from "@effect/vitest"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { routes } from "./app.js"

const { dispose, handler } = HttpLayerRouter.toWebHandler(routes(":memory:"), { disableLogger: true })

const send = (path: string, init?: RequestInit): Promise<Response> =>
  handler(new Request(`http://shop.example${path}`, init))

describe("the service in an application's router", () => {
  afterAll(dispose)

  it("leaves the application its own routes", async () => {
    const response = await send("/")
    assert.strictEqual(await response.text(), "the shop")
  })

  it("answers under its path, with its own statuses and headers", async () => {
    const found = await send("/consent/init")
    assert.strictEqual(found.status, 200)
    assert.strictEqual(found.headers.get("x-cs-policy-contract"), "1")
    const unknown = await send("/consent/nothing")
    assert.strictEqual(unknown.status, 404)
    assert.strictEqual((await unknown.json()).cause.code, "NOT_FOUND")
  })

  it("records a consent and reads it back", async () => {
    const save = {
      type: "cookie_banner",
      subjectId: "sub_shop",
      domain: "shop.example",
      givenAt: 1_763_000_000_000,
      preferences: { necessary: true },
    }
    const saved = await send("/consent/subjects", { method: "POST", body: JSON.stringify(save) })
    assert.strictEqual(saved.status, 200)
    const read = await (await send("/consent/subjects/sub_shop")).json()
    assert.deepStrictEqual(read.consents[0].preferences, { necessary: true })
  })

  it("answers a preflight, a HEAD and a wrong method itself", async () => {
    const headers = { origin: "https://shop.example", "access-control-request-method": "POST" }
    const preflight = await send("/consent/subjects", { method: "OPTIONS", headers })
    assert.strictEqual(preflight.headers.get("access-control-allow-origin"), "https://shop.example")
    assert.strictEqual((await send("/consent/manifest", { method: "HEAD" })).status, 200)
    assert.strictEqual((await send("/consent/init", { method: "DELETE" })).status, 405)
  })

  it("answers requests that are not of the global class, which other servers replace", async () => {
    const request = new Request("http://shop.example/consent/init")
    vi.stubGlobal("Request", class extends Request {})
    try {
      assert.strictEqual((await handler(request)).status, 200)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it("two tenants over one database see nothing of each other", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cs-router-"))
    const file = join(folder, "consent.db")
    const [red, blue] = ["red", "blue"].map((tenant) =>
      HttpLayerRouter.toWebHandler(routes(file, tenant), { disableLogger: true }),
    )
    if (red === undefined || blue === undefined) return assert.fail("two instances")
    const save = {
      type: "cookie_banner",
      subjectId: "sub_both",
      domain: "shop.example",
      givenAt: 1_763_000_000_000,
      preferences: { necessary: true },
    }
    const post = new Request("http://shop.example/consent/subjects", { method: "POST", body: JSON.stringify(save) })
    assert.strictEqual((await red.handler(post.clone())).status, 200)
    const read = "http://shop.example/consent/subjects/sub_both"
    assert.strictEqual((await red.handler(new Request(read))).status, 200)
    assert.strictEqual((await blue.handler(new Request(read))).status, 404)
    assert.strictEqual((await blue.handler(post.clone())).status, 409)
    for (const each of [red, blue]) await each.dispose()
    rmSync(folder, { recursive: true })
  })
})
