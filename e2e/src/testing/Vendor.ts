/**
 * A third party on a separate site: it serves any request, and records the requests. That
 * nothing was loaded is proved by its empty log.
 *
 * @module
 */
import { listen, pathOf } from "./Loopback.js"
import { makeTraffic, type Received } from "./Traffic.js"

/** The vendor host. */
export interface Vendor {
  readonly origin: string
  /**
   * The address of a file. What ends in `.js` puts its own path, without slash and ending, at the end of `window.ran`;
   * `.html` is a page, `.svg` an image, anything else JSON that every page may read.
   */
  readonly url: (name: string) => string
  readonly hits: (visitor: string) => ReadonlyArray<Received>
  readonly close: () => Promise<void>
}

const answers: ReadonlyArray<readonly [ending: string, contentType: string, body: (name: string) => string]> = [
  [".js", "text/javascript", (name) => `(window.ran = window.ran || []).push(${JSON.stringify(name)})`],
  [".html", "text/html", (name) => `<!doctype html><title>${name}</title><button>${name}</button>`],
  [".svg", "image/svg+xml", () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
]

const answerTo = (path: string): readonly [contentType: string, body: string] => {
  const found = answers.find(([ending]) => path.endsWith(ending))
  if (found === undefined) return ["application/json", "{}"]
  const [ending, contentType, body] = found
  return [contentType, body(path.slice(1, -ending.length))]
}

/** Starts the host. */
export const startVendor = async (): Promise<Vendor> => {
  const traffic = makeTraffic()
  const server = await listen((request, response) => {
    traffic.note(request)
    const [contentType, body] = answerTo(pathOf(request))
    const headers = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
      "cross-origin-resource-policy": "cross-origin",
    }
    response.writeHead(200, { "cache-control": "no-store", "content-type": contentType, ...headers }).end(body)
  })
  const origin = `http://vendor.test:${server.port}`
  return { origin, url: (name) => `${origin}/${name}`, hits: traffic.of, close: server.close }
}
