import { describeAboveStores } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { instanceOn, startInstance } from "../testing/TestInstance.js"

/*
 * Endpoints: the scripts, the OpenAPI document and its page. The scripts themselves are tested in adapter-http/script,
 * the document in adapter-http/openapi.
 */

const bundle = "globalThis.bundle = 1"

const scripts = ["/cs.js", "/cs.headless.js", "/cs.iab.js"] as const

// With a configured address: a script with the request's address is for one client only.
describeAboveStores("GET /cs.js, GET /cs.headless.js, GET /cs.iab.js", (engine) => {
  const folder = mkdtempSync(join(tmpdir(), "scripts-"))
  const file = join(folder, "bundle.js")
  writeFileSync(file, bundle)
  const bundles = { full: file, headless: file, iab: file }
  let instance: Awaited<ReturnType<typeof startInstance>>
  beforeAll(async () => {
    instance = await startInstance(engine, { script: { bundles, backendURL: "http://consent.test" } })
  })
  afterAll(async () => {
    await instance.stop()
    rmSync(folder, { recursive: true })
  })

  describe.each(scripts)("%s", (path) => {
    it("is a prelude line and the bundle, cached as the manifest is", async () => {
      const { body, headers, status } = await instance.send(path)
      assert.strictEqual(status, 200)
      assert.strictEqual(body.slice(body.indexOf("\n") + 1), bundle)
      assert.strictEqual(headers.get("content-type"), "text/javascript; charset=utf-8")
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      const manifest = await instance.send("/manifest")
      const shared = manifest.headers.get("cache-control") ?? ""
      assert.strictEqual(headers.get("cdn-cache-control"), shared)
      assert.strictEqual(headers.get("cache-control"), shared.replace("s-maxage=300", "s-maxage=300, max-age=300"))
      assert.match(headers.get("etag") ?? "", /^"[^"]+"$/)
      assert.strictEqual(body.includes(manifest.body.revision), path !== "/cs.js")
      assert.include(body, "http://consent.test")
    })

    it("is not sent again to clients whose If-None-Match matches; each script has its own tag", async () => {
      const { headers } = await instance.send(path)
      const etag = headers.get("etag") ?? ""
      for (const sent of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const again = await instance.send(path, { headers: { "if-none-match": sent } })
        assert.deepStrictEqual([again.status, again.body, again.headers.get("etag")], [304, null, etag])
      }
      for (const other of scripts.filter((one) => one !== path)) {
        const { status } = await instance.send(other, { headers: { "if-none-match": etag } })
        assert.strictEqual(status, 200)
      }
    })

    it("is 503 SCRIPT_UNAVAILABLE without its bundle, which is not cached, and available once the file is", async () => {
      const late = join(folder, `late${path.replaceAll("/", "")}`)
      rmSync(late, { force: true })
      const other = instanceOn(instance.url, { script: { bundles: { full: late, headless: late, iab: late } } })
      const missing = await other.send(path)
      assert.deepStrictEqual([missing.status, missing.body.cause], [503, { code: "SCRIPT_UNAVAILABLE" }])
      assert.strictEqual(missing.headers.get("cache-control"), "no-store")
      assert.notInclude(JSON.stringify(missing.body), folder)
      writeFileSync(late, bundle)
      assert.strictEqual((await other.send(path)).status, 200)
      await other.service.dispose()
    })

    it("is gone with enabled: false, and moves with path", async () => {
      const off = instanceOn(instance.url, { script: { enabled: false, bundles } })
      assert.deepStrictEqual((await off.send(path)).body.cause, { code: "NOT_FOUND" })
      const option = { "/cs.js": "path", "/cs.headless.js": "headlessPath", "/cs.iab.js": "iabPath" }[path]
      const moved = instanceOn(instance.url, { script: { [option]: "/moved.js", bundles } })
      assert.strictEqual((await moved.send("/moved.js")).status, 200)
      assert.strictEqual((await moved.send(path)).status, 404)
      for (const { service } of [off, moved]) await service.dispose()
    })
  })
})

describeAboveStores("GET /spec.json and GET /docs", (engine) => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  beforeAll(async () => {
    instance = await startInstance(engine, { version: "1.2.3", basePath: "/api/consent" })
  })
  afterAll(() => instance.stop())

  it("GET /spec.json is the OpenAPI 3.1 document, the same that getOpenAPISpec() gives", async () => {
    const { body, headers, status } = await instance.send("/api/consent/spec.json")
    assert.deepStrictEqual([status, headers.get("content-type")], [200, "application/json"])
    assert.strictEqual(body.openapi, "3.1.0")
    assert.deepInclude(body.info, { title: "cs API", version: "1.2.3" })
    assert.deepStrictEqual(body.servers, [{ url: "/api/consent" }])
    assert.deepInclude(body.components.securitySchemes.bearerAuth, { type: "http", scheme: "bearer" })
    const required = [
      ["/subjects", "get"],
      ["/consents/check", "get"],
      ["/experiments/{id}/summary", "get"],
      ["/legal-documents/{type}/current", "put"],
    ] as const
    for (const [path, method] of required) {
      assert.deepStrictEqual(body.paths[path][method].security, [{ bearerAuth: [] }])
      assert.property(body.paths[path][method].responses, "401")
    }
    const summary = body.paths["/experiments/{id}/summary"].get.parameters
    const names = summary.map(({ name }: { readonly name: string }) => name)
    for (const name of ["id", "from", "to", "domain"]) assert.include(names, name)
    assert.deepStrictEqual(body, JSON.parse(JSON.stringify(instance.service.getOpenAPISpec())))
  })

  it("GET /docs is a page that loads only from here, the same as getDocsUI()", async () => {
    const { body, status } = await instance.send("/api/consent/docs")
    assert.strictEqual(status, 200)
    assert.match(body, /^<!doctype html>/i)
    assert.strictEqual(body, instance.service.getDocsUI())
    const loaded = Array.from(String(body).matchAll(/(?:src|href|data-spec-url)="([^"]+)"/g), ([, url]) => url ?? "")
    assert.include(loaded, "/api/consent/spec.json")
    for (const url of loaded.filter((one) => !one.startsWith("data:"))) {
      assert.strictEqual((await instance.send(url)).status, 200, url)
    }
  })

  it("both are gone with openapi.enabled: false, and move with their paths", async () => {
    const off = instanceOn(instance.url, { openapi: { enabled: false } })
    const moved = instanceOn(instance.url, { openapi: { specPath: "/openapi.json", docsPath: "/reference" } })
    for (const path of ["/spec.json", "/docs"]) {
      for (const { send } of [off, moved]) assert.strictEqual((await send(path)).status, 404)
    }
    for (const path of ["/openapi.json", "/reference"]) assert.strictEqual((await moved.send(path)).status, 200)
    for (const { service } of [off, moved]) await service.dispose()
  })
})
