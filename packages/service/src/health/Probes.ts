/**
 * `GET /livez` and `GET /readyz` of a server, in front of the service: they are about the process, so they are below no
 * `basePath`, count in no rate limit and no log, and never wait for a request of a visitor.
 *
 * @module
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { Readiness } from "./Readiness.js"

/** The dependencies of probes. */
export interface Probed {
  readonly readiness: () => Promise<Readiness>
  /** Whether the server has begun to shut down. */
  readonly isDraining: () => boolean
}

const draining: Readiness = { ready: false, reason: "the server is shutting down" }

const answer = (request: IncomingMessage, response: ServerResponse, status: number, body: object): void => {
  const text = `${JSON.stringify(body)}\n`
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  })
  response.end(request.method === "HEAD" ? undefined : text)
}

const answerReadiness = async (probed: Probed, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { ready, reason } = probed.isDraining() ? draining : await probed.readiness()
  answer(request, response, ready ? 200 : 503, ready ? { status: "ready" } : { status: "not ready", reason })
}

/** Load balancers add a query against caches, or a slash. */
const pathOf = (target: string = ""): string => target.replace(/\?.*$/s, "").replace(/(?<=.)\/$/, "")

type Probe = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Answers probes, and passes every other request on.
 *
 * @param next - handles the other requests
 */
export const withProbes = (probed: Probed, next: RequestListener): RequestListener => {
  const probes = new Map<string, Probe>([
    ["/livez", (request, response) => answer(request, response, 200, { status: "live" })],
    ["/readyz", (request, response) => void answerReadiness(probed, request, response)],
  ])
  return (request, response) => {
    const probe = probes.get(pathOf(request.url))
    if (probe === undefined) return void next(request, response)
    if (request.method === "GET" || request.method === "HEAD") return probe(request, response)
    response.setHeader("allow", "GET, HEAD")
    answer(request, response, 405, { status: "method not allowed" })
  }
}
