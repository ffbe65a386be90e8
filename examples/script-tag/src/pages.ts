import { readFileSync } from "node:fs"
import type { RequestListener } from "node:http"

const contentTypes = { html: "text/html", css: "text/css", js: "text/javascript" }

const asset = (name: string, type: keyof typeof contentTypes) => ({
  body: readFileSync(new URL(`../public/${name}.${type}`, import.meta.url)),
  contentType: `${contentTypes[type]}; charset=utf-8`,
})

/** No inline code, no `eval`, styles from this host only: the banner needs no exception. */
const policy = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'"

/** Serves the shop's own pages and leaves every other path to the next listener. */
export const shopPages = (next: RequestListener): RequestListener => {
  const pages = new Map([
    ["/", asset("index", "html")],
    ["/iab.html", asset("iab", "html")],
    ["/privacy", asset("privacy", "html")],
    ["/shop.css", asset("shop", "css")],
    ["/shop.js", asset("shop", "js")],
    ["/partner.js", asset("partner", "js")],
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
