import { readdirSync, readFileSync } from "node:fs"
import type { RequestListener } from "node:http"
import { extname } from "node:path"

const contentTypes = new Map([
  [".css", "text/css; charset=utf-8"],
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".svg", "image/svg+xml"],
])

const folder = new URL("../public/", import.meta.url)

/** Verifies receipts: a file without imports. */
const verifier = new URL(import.meta.resolve("@consent-service/client/evidence"))

const assetAt = (path: string, file: URL) =>
  [path, { body: readFileSync(file), contentType: contentTypes.get(extname(file.pathname)) }] as const

/** The files of the folder by their path; the index is at `/`. */
const readAssets = () =>
  new Map([
    ...readdirSync(folder).map((name) => assetAt(name === "index.html" ? "/" : `/${name}`, new URL(name, folder))),
    assetAt("/evidence.js", verifier),
  ])

/** No inline code, no `eval`, nothing from other hosts: the banner needs no exception. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ")

/** Serves the demo's files and leaves every other path to the next listener. */
export const demoPages = (next: RequestListener): RequestListener => {
  const assets = readAssets()
  return (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD"
    const asset = isRead ? assets.get((request.url ?? "").split("?", 1)[0] ?? "") : undefined
    if (asset === undefined) return next(request, response)
    const headers = {
      "content-type": asset.contentType ?? "application/octet-stream",
      "content-length": asset.body.length,
      "cache-control": "no-cache",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
    }
    response.writeHead(200, headers).end(asset.body)
  }
}
