import { readFileSync } from "node:fs"
import type { RequestListener } from "node:http"

const contentTypes = { html: "text/html", css: "text/css", js: "text/javascript" }

const asset = (name: string, type: keyof typeof contentTypes) => ({
  body: readFileSync(new URL(`../public/vendor/${name}.${type}`, import.meta.url)),
  contentType: `${contentTypes[type]}; charset=utf-8`,
})

/** Stands for the hosts of other companies: under `/vendor/`, with a list of everything they were ever asked for. */
export const vendorHost = (next: RequestListener): RequestListener => {
  const assets = new Map([
    ["/vendor/analytics.js", asset("analytics", "js")],
    ["/vendor/chatbox.js", asset("chatbox", "js")],
    ["/vendor/video.html", asset("video", "html")],
    ["/vendor/video.css", asset("video", "css")],
  ])
  const asked: Array<string> = []
  return (request, response) => {
    const { method = "GET", url = "/" } = request
    if (url === "/vendor-log") {
      const headers = { "content-type": "application/json", "cache-control": "no-store" }
      return void response.writeHead(200, headers).end(JSON.stringify(asked))
    }
    if (!url.startsWith("/vendor/")) return next(request, response)
    asked.push(`${method} ${url}`)
    const found = assets.get(url)
    if (found !== undefined) response.writeHead(200, { "content-type": found.contentType }).end(found.body)
    else response.writeHead(method === "POST" ? 204 : 404).end()
  }
}
