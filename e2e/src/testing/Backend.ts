/**
 * The real service on its own database, behind a proxy that can disturb requests.
 *
 * @module
 */
import { createTestDatabase, type Engine } from "@consent-service/test-engines"
import { type ConsentServiceOptions, createConsentService } from "consent-service"
import { serve } from "consent-service/node"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { readRows, type Row } from "./Rows.js"
import { makeTraffic, type Received, visitorOf } from "./Traffic.js"

/** What happens to a request instead of an answer of the service. */
export type Trick =
  | "hang"
  /** The connection ends without an answer. */
  | "cut"
  | {
      readonly status: number
      readonly body?: unknown
      /** `false`: no page may read it. */
      readonly cors?: boolean
    }

/** The headers of a visitor's request, and how it is disturbed. */
export interface Treatment {
  /** Headers that a proxy in front of the service, or the browser itself, would add. */
  readonly headers: Readonly<Record<string, string>>
  /** Null: the service answers. */
  trick: (request: { readonly method: string; readonly path: string }) => Trick | null
}

/** The service under test. */
export interface Backend {
  /** `http://api.test:<port>` */
  readonly url: string
  readonly treat: (visitor: string, treatment: Treatment) => void
  readonly requests: (visitor: string) => ReadonlyArray<Received>
  /** The acts stored for the host of a page. */
  readonly rows: (page: string) => Promise<ReadonlyArray<Row>>
  /** Waits for a number of requests. */
  readonly saved: (page: string, count?: number) => Promise<ReadonlyArray<Row>>
  readonly close: () => Promise<void>
}

/** The service's options, database left out. */
export type BackendOptions = Partial<Omit<ConsentServiceOptions, "database">>

const answer = (trick: Trick, request: IncomingMessage, response: ServerResponse): void => {
  if (trick === "hang") return
  if (trick === "cut") return void request.socket.destroy()
  const cors = trick.cors === false ? {} : { "access-control-allow-origin": request.headers.origin ?? "*" }
  const body = typeof trick.body === "string" ? trick.body : JSON.stringify(trick.body ?? { message: "no" })
  response.writeHead(trick.status, { "content-type": "application/json", ...cors }).end(body)
}

/** Plays it once all of the request is there, so that its body is on record. */
const play = (trick: Trick, request: IncomingMessage, response: ServerResponse): void =>
  void request.once("end", () => answer(trick, request, response)).resume()

/** With `CS_ONE_FILE=1` every test runs with scripts of one file. */
const form = { surfaces: process.env["CS_ONE_FILE"] === "1" ? "included" : "on-demand" } as const

/** How long a row may take, in milliseconds: as long as a busy machine needs. */
const patience = 10_000

/** Starts a service. */
export const startBackend = async (engine: Engine, options: BackendOptions): Promise<Backend> => {
  const database = await createTestDatabase(engine)
  const traffic = makeTraffic()
  const treatments = new Map<string, Treatment>()
  const service = createConsentService({
    trustedOrigins: ["*.site.test"],
    // The tests' visitors are all of one address.
    rateLimit: false,
    observability: { level: "error", drain: (event) => console.error(event) },
    ...options,
    script: { ...form, ...options.script },
    database: database.url,
  })
  await service.migrate()
  const door =
    (next: RequestListener): RequestListener =>
    (request, response) => {
      const treatment = treatments.get(visitorOf(request) ?? "")
      Object.assign(request.headers, treatment?.headers)
      traffic.note(request)
      const path = (request.url ?? "").split("?", 1)[0] ?? ""
      const trick = treatment?.trick({ method: request.method ?? "", path }) ?? null
      if (trick === null) return next(request, response)
      play(trick, request, response)
    }
  const server = await serve(service, { port: 0, host: "127.0.0.1", graceMs: 1_000, wrap: door })
  const rows = (page: string) => readRows(engine, database.url, new URL(page).hostname)
  return {
    url: `http://api.test:${new URL(server.url).port}`,
    treat: (visitor, treatment) => void treatments.set(visitor, treatment),
    requests: traffic.of,
    rows,
    saved: async (page, count = 1) => {
      const deadline = performance.now() + patience
      for (;;) {
        const found = await rows(page)
        if (found.length >= count) return found
        if (performance.now() > deadline) throw new Error(`${found.length} acts are stored instead of ${count}`)
        await sleep(20)
      }
    },
    close: async () => {
      await server.close()
      await database.drop()
    },
  }
}
