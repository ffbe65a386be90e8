import { readFileSync } from "node:fs"
import type { RequestListener } from "node:http"

const contentTypes = { html: "text/html", css: "text/css", js: "text/javascript" }

const asset = (name: string, type: keyof typeof contentTypes) => ({
  body: readFileSync(new URL(`../public/${name}.${type}`, import.meta.url)),
  contentType: `${contentTypes[type]}; charset=utf-8`,
})

/** Serves the shop's own pages and leaves every other path to the next listener. */
export const shopPages = (next: RequestListener): RequestListener => {
  const pages = new Map([
    ["/", asset("index", "html")],
    ["/shop.css", asset("shop", "css")],
    ["/place.js", asset("place", "js")],
    ["/shop.js", asset("shop", "js")],
  ])
  return (request, response) => {
    const page = request.method === "GET" ? pages.get((request.url ?? "").split("?", 1)[0] ?? "") : undefined
    if (page === undefined) return next(request, response)
    response.writeHead(200, { "content-type": page.contentType, "cache-control": "no-cache" }).end(page.body)
  }
}
