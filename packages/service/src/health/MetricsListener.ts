/**
 * The port that a server keeps for operators: `GET /metrics`, and the probes of the service's own port.
 *
 * @module
 */
import type { RequestListener, ServerResponse } from "node:http"
import type { ServiceMetrics } from "../metrics/ServiceMetrics.js"
import { type Probed, withProbes } from "./Probes.js"

type MakePage = ServiceMetrics["page"]

const answerPage = async (makePage: MakePage, isHead: boolean, response: ServerResponse): Promise<void> => {
  try {
    const { contentType, text } = await makePage()
    response.writeHead(200, { "content-type": contentType, "content-length": Buffer.byteLength(text) })
    response.end(isHead ? undefined : text)
  } catch {
    // A page that cannot be made is a failed scrape, which Prometheus reports; the next one tries again.
    response.writeHead(500).end()
  }
}

/** Answers `GET /metrics` and the probes, and nothing else. */
export const metricsListener = (makePage: MakePage, probed: Probed): RequestListener =>
  withProbes(probed, ({ method, url }, response) => {
    if (url?.split("?", 1)[0] !== "/metrics") return void response.writeHead(404).end()
    if (method !== "GET" && method !== "HEAD") return void response.writeHead(405, { allow: "GET, HEAD" }).end()
    return void answerPage(makePage, method === "HEAD", response)
  })
