import { readFileSync } from "node:fs"
import type { RequestListener } from "node:http"

const contentTypes = { html: "text/html", css: "text/css", js: "text/javascript" }

const asset = (name: string, type: keyof typeof contentTypes) => ({
  body: readFileSync(new URL(`../public/${name}.${type}`, import.meta.url)),
  contentType: `${contentTypes[type]}; charset=utf-8`,
})

/** No inline code, no `eval`, nothing from other hosts. */
const policy = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'"

/** Serves the example's own page and leaves every other path to the next listener. */
export const ownPages = (next: RequestListener): RequestListener => {
  const pages = new Map([
    ["/", asset("index", "html")],
    ["/iab.css", asset("iab", "css")],
    ["/iab.js", asset("iab", "js")],
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
    }
    response.writeHead(200, headers).end(page.body)
  }
}
