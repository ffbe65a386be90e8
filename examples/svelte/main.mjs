// @ts-check
// Serves the shop, rendered on the server, and the consent service below /consent.
import { createConsentService, recommendedPolicyRules } from "consent-service"
import { serve, stopOnSignals } from "consent-service/node"
import { readFile } from "node:fs/promises"
import { extname, join } from "node:path"

const service = createConsentService({
  database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db",
  basePath: "/consent",
  manifest: { policyRules: recommendedPolicyRules() },
})
await service.migrate()

// Written by the build.
const { render } = await import(new URL("dist/server/server.js", import.meta.url).href)
const client = join(import.meta.dirname, "dist/client")
const template = await readFile(join(client, "index.html"), "utf8")
const types = { ".js": "text/javascript", ".css": "text/css" }

/** @param {string} path @returns {Promise<readonly [status: number, type: string, body: string | Buffer]>} */
const answer = async (path) => {
  if (path === "/") return [200, "text/html; charset=utf-8", template.replace("<!--app-->", await render())]
  const type = /^\/assets\/[\w.-]+$/.test(path) ? types[/** @type {keyof typeof types} */ (extname(path))] : undefined
  return type === undefined
    ? [404, "text/plain", "the shop has no such page"]
    : [200, type, await readFile(join(client, path))]
}

const server = await serve(service, {
  host: "127.0.0.1",
  port: Number(process.env["PORT"] ?? 8787),
  wrap: (toService) => async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    if (service.owns(pathname)) return toService(request, response)
    const failed = /** @type {const} */ ([500, "text/plain", "the shop cannot be rendered"])
    const [status, type, body] = await answer(pathname).catch((error) => {
      console.error(error)
      return failed
    })
    response.writeHead(status, { "content-type": type }).end(body)
  },
})
console.log(server.url)
stopOnSignals(server)
