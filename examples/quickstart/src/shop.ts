import { readFileSync } from "node:fs"
import type { RequestListener } from "node:http"

const contentTypes = { html: "text/html", css: "text/css", js: "text/javascript" }

const asset = (name: string, type: keyof typeof contentTypes) => ({
  body: readFileSync(new URL(`../public/${name}.${type}`, import.meta.url)),
  contentType: `${contentTypes[type]}; charset=utf-8`,
})

/** Nothing inline, nothing evaluated, nothing from elsewhere: the banner needs no exception. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ")

/** Serves the shop's own pages and leaves every other path to the next listener. */
export const shopPages = (next: RequestListener): RequestListener => {
  const pages = new Map([
    ["/", asset("index", "html")],
    ["/shop.css", asset("shop", "css")],
    ["/place.js", asset("place", "js")],
    ["/shop.js", asset("shop", "js")],
  ])
  return (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD"
    const page = isRead ? pages.get((request.url ?? "").split("?", 1)[0] ?? "") : undefined
    if (page === undefined) return next(request, response)
    const headers = {
      "content-type": page.contentType,
      "content-length": page.body.length,
      "cache-control": "no-cache",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
    }
    response.writeHead(200, headers).end(page.body)
  }
}
