import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { api } from "../Api.js"
import { type RunningServer, startServer } from "../testing/NodeServer.js"
import { docsAssets } from "./Assets.js"
import { docsHeaders, docsPage } from "./Page.js"
import { makeOpenApiDocument } from "./Document.js"

const document = makeOpenApiDocument(api, { title: "cs API", version: "1.2.3", server: "/api" })
const status = { version: "1.2.3", timestamp: "2026-01-02T03:04:05.000Z" }

const hostile = `</title></script><script>document.title="owned"</script>"'><img src=x onerror=document.title="owned">`
const hostileSpecUrl = `/spec/"><script>document.title='owned'</script>.json`

/** An operation that needs a key. */
const guarded = {
  openapi: "3.1.0",
  info: { title: "Guarded", version: "1" },
  servers: [{ url: "/api" }],
  paths: { "/key": { get: { security: [{ bearerAuth: [] }], responses: { 200: { description: "The key" } } } } },
  components: { securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } } },
}

const pages: Readonly<Record<string, string>> = {
  "/docs": docsPage({ title: "cs API", specUrl: "/spec.json", assetsUrl: "/docs" }),
  "/guarded": docsPage({ title: "Guarded", specUrl: "/guarded.json", assetsUrl: "/docs" }),
  "/hostile": docsPage({ title: hostile, specUrl: hostileSpecUrl, assetsUrl: "/docs" }),
  "/without-viewer": docsPage({ title: "cs API", specUrl: "/spec.json", assetsUrl: "/nowhere" }),
}

const documents: Readonly<Record<string, unknown>> = {
  "/spec.json": document,
  "/guarded.json": guarded,
  [hostileSpecUrl]: {
    ...document,
    info: { title: hostile, version: hostile, description: hostile.replace(" src=x", "") },
    servers: [{ url: hostile }],
  },
}

/** The responses of an instance; any other request gets a 404, which shows as an error in the console. */
const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = decodeURIComponent(new URL(request.url ?? "/", "http://service.test").pathname)
  const send = (code: number, headers: Readonly<Record<string, string>>, body: string) =>
    response.writeHead(code, headers).end(body)
  const json = (code: number, body: unknown) => send(code, { "content-type": "application/json" }, JSON.stringify(body))
  const page = pages[path]
  const asset = docsAssets.find(({ name }) => path === `/docs/${name}`)
  if (page !== undefined) send(200, docsHeaders(false), page)
  else if (asset !== undefined) {
    const text = await asset.read()
    const headers = { "content-type": asset.contentType, "x-content-type-options": "nosniff" }
    send(text === null ? 503 : 200, headers, text ?? "")
  } else if (path in documents) json(200, documents[path])
  else if (path === "/api/status") json(200, status)
  else if (path === "/api/key") json(200, { key: request.headers.authorization })
  else json(404, { message: "not found" })
}

const title = withoutChromium
  ? "the page of the API in a browser (skipped: no Chromium is installed)"
  : "the page of the API in a browser"

describe.skipIf(withoutChromium)(title, () => {
  let server: RunningServer
  let browser: Browser
  let context: BrowserContext
  let page: Page
  /** Requests to other hosts, uncaught errors, and console errors. */
  let complaints: Array<string>
  let requested: Array<string>

  beforeAll(async () => {
    server = await startServer((request, response) => void answer(request, response))
    // On localhost the viewer behaves differently: it skips the online validator, for one.
    browser = await launchChromium({ local: "service.test" })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  beforeEach(async () => {
    complaints = []
    requested = []
    await context?.close()
    context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
    const own = `http://service.test:${server.port}`
    await context.route("**/*", (route) => {
      const url = route.request().url()
      requested.push(url.replace(own, ""))
      if (url.startsWith(`${own}/`) || url.startsWith("data:")) return route.continue()
      complaints.push(`asked for ${url}`)
      return route.abort()
    })
    page = await context.newPage()
    await page.addInitScript(`globalThis.refused = []
      addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) =>
        refused.push("refused " + effectiveDirective + " " + blockedURI))`)
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(`${message.text()} (${message.location().url})`)
    })
    page.on("pageerror", (error) => complaints.push(String(error)))
  })

  const open = (path: string) => page.goto(`http://service.test:${server.port}${path}`)
  const operation = (path: string) => page.locator(".opblock").filter({ has: page.locator(`[data-path="${path}"]`) })
  const body = () => page.locator(".live-responses-table .highlight-code pre").first()

  /** Opens an operation and sends its request. */
  const tryOut = async (path: string) => {
    await operation(path).locator(".opblock-summary").click()
    await operation(path).getByRole("button", { name: "Try it out" }).click()
    await operation(path).getByRole("button", { name: "Execute" }).click()
    await body().waitFor()
  }

  /** All errors, including violations of the policy, once the page is idle. */
  const allComplaints = async (): Promise<ReadonlyArray<string>> => {
    await page.waitForLoadState("networkidle")
    const refused = await page.evaluate<ReadonlyArray<string>>(
      "new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(refused))))",
    )
    return [...complaints, ...refused]
  }

  it("lists every operation and every schema of the real document", async () => {
    await open("/docs")
    await page.locator(".opblock").first().waitFor()
    const listed = await page
      .locator(".opblock")
      .evaluateAll((blocks) =>
        blocks.map((block) => [
          block.querySelector(".opblock-summary-method")?.textContent,
          block.querySelector(".opblock-summary-path")?.getAttribute("data-path"),
        ]),
      )
    const declared = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => [method.toUpperCase(), path]),
    )
    assert.isNotEmpty(declared)
    assert.sameDeepMembers(listed, declared)
    const schema = page.locator("section.models article").filter({ hasText: /^Status/ })
    await schema.getByRole("button").first().click()
    await schema.getByText("timestamp", { exact: true }).waitFor()
    assert.strictEqual(
      await page.locator("section.models article[data-json-schema-level='0']").count(),
      Object.keys(document.components.schemas).length,
    )
    assert.strictEqual(await page.title(), "cs API")
    assert.deepStrictEqual(await allComplaints(), [])
    assert.sameMembers(requested, ["/docs", "/docs/viewer.css", "/docs/viewer.js", "/docs/start.js", "/spec.json"])
  })

  it("sends a request to the service and shows the response", async () => {
    await open("/docs")
    await tryOut("/status")
    assert.deepStrictEqual(JSON.parse((await body().textContent()) ?? ""), status)
    assert.strictEqual(requested.at(-1), "/api/status")
    assert.deepStrictEqual(await allComplaints(), [])
  })

  it("sends no example value that was not filled in", async () => {
    await open("/docs")
    const sent = page.waitForRequest((request) => request.url().includes("/api/status"))
    await tryOut("/status")
    const request = await sent
    assert.strictEqual(new URL(request.url()).search, "")
    const names = Object.keys(await request.allHeaders())
    assert.isEmpty(names.filter((name) => /^x-|^cf-/.test(name)))
  })

  it("sends the given key, and forgets it when the page closes", async () => {
    await open("/guarded")
    await page.getByRole("button", { name: "Authorize" }).first().click()
    await page.locator(".auth-container input").fill("secret")
    await page.locator(".auth-container input").press("Enter")
    await page.getByRole("button", { name: "Close" }).last().click()
    await tryOut("/key")
    assert.deepStrictEqual(JSON.parse((await body().textContent()) ?? ""), { key: "Bearer secret" })
    assert.strictEqual(await page.evaluate("localStorage.length + sessionStorage.length"), 0)
    assert.deepStrictEqual(await allComplaints(), [])
  })

  it("a link cannot load another document", async () => {
    await open("/docs?url=//evil.test/spec.json&configUrl=//evil.test/config.json&urls.primaryName=x")
    await page.locator(".opblock").first().waitFor()
    assert.deepStrictEqual(await allComplaints(), [])
    assert.strictEqual(requested.at(-1), "/spec.json")
  })

  it("hostile text stays text, in the page and in the document", async () => {
    await open("/hostile")
    await page.locator(".opblock").first().waitFor()
    assert.include(await page.locator(".info .title").textContent(), hostile)
    assert.strictEqual(await page.title(), hostile)
    assert.deepStrictEqual(await allComplaints(), [])
  })

  it("without the viewer it links to the document", async () => {
    await open("/without-viewer")
    assert.strictEqual(await page.locator("#docs a").getAttribute("href"), "/spec.json")
    assert.lengthOf(await allComplaints(), 3, "its three missing files")
  })

  // Without this test, the others would also pass on a page without a policy, or if violations went unseen.
  it("the policy refuses other files, and the test sees it", async () => {
    await open("/docs")
    await page.locator(".opblock").first().waitFor()
    await page.evaluate(`
      document.head.append(Object.assign(document.createElement("style"), { textContent: "body { color: red }" }))
      document.head.append(Object.assign(document.createElement("script"), { textContent: "document.title = 'owned'" }))
      document.head.append(Object.assign(document.createElement("script"), { src: "https://evil.test/x.js" }))
      document.body.append(Object.assign(document.createElement("img"), { src: "https://evil.test/x.png" }))
      fetch("https://evil.test/x.json").catch(() => {})`)
    await page.waitForFunction("refused.length >= 5")
    const told = await allComplaints()
    assert.sameMembers(
      told.filter((complaint) => complaint.startsWith("refused ")),
      [
        "refused style-src-elem inline",
        "refused script-src-elem inline",
        "refused script-src-elem https://evil.test/x.js",
        "refused img-src https://evil.test/x.png",
        "refused connect-src https://evil.test/x.json",
      ],
    )
    assert.isAtLeast(told.length, 10, "the console reports each as well")
    assert.strictEqual(await page.title(), "cs API")
  })
})
