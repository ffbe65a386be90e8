// @ts-check
// Our service called without sockets: `node in-process-caller.mjs DATABASE_URL`. An order names a route and how it is called.
import { createConsentService } from "consent-service"
import { callOf, handle, newToken } from "./in-process-calls.mjs"
import { obey } from "./process.mjs"
import { requests } from "./requests.mjs"
import { settings } from "./settings.mjs"

/** @typedef {import("./in-process-calls.mjs").Call} Call */
/** @typedef {{ route: string, by: "handler" | "kernel", calls: number, from: number, to?: number, startedAt: number, etag: string }} CallOrder */

const inFlight = 32

/** The number of calls before a caller yields to the event loop: synchronous answers would starve it. */
const callsATurn = 8

const service = createConsentService(settings(process.argv[2] ?? ""))
await service.migrate()

/** @param {Call} call */
const byHandler = async (call) => (await handle(service, call)).status

/** @param {Call} call */
const byKernel = async ({ body, headers: sent, method, path }) => {
  const [bare = "", search = ""] = path.split("?")
  const reply = await service.kernel({
    method,
    scheme: "http",
    host: "127.0.0.1",
    path: bare,
    search,
    header: (name) => sent[name] ?? null,
    body: async () => Buffer.from(body),
    peer: "127.0.0.1",
    mount: "",
    waitUntil: null,
  })
  return reply.status
}

/** What is called, made before anything is measured. @param {CallOrder} order @param {string} token @returns {ReadonlyArray<Call>} */
const callsOf = ({ calls, etag, from, route, startedAt, to }, token) => {
  const make = requests[route]
  if (make === undefined) throw new Error(`no route ${route}`)
  return Array.from({ length: calls }, (_, index) => {
    const call = callOf(make(to === undefined ? from + index : from + (index % (to - from)), startedAt, token))
    return route.endsWith("304") ? { ...call, headers: { ...call.headers, "if-none-match": etag } } : call
  })
}

/** @param {CallOrder} order */
const run = async (order) => {
  const [calls, call] = [callsOf(order, await newToken(service)), order.by === "handler" ? byHandler : byKernel]
  let [next, failures] = [0, 0]
  const caller = async () => {
    for (let made = 1; next < calls.length; made += 1) {
      const one = calls[next]
      next += 1
      if (one !== undefined && (await call(one)) >= 400) failures += 1
      if (made % callsATurn === 0) await new Promise((resume) => setImmediate(resume))
    }
  }
  const [since, cpu] = [performance.now(), process.cpuUsage()]
  await Promise.all(Array.from({ length: inFlight }, caller))
  const [ms, { system, user }] = [performance.now() - since, process.cpuUsage(cpu)]
  if (failures > 0) throw new Error(`${order.route}: ${failures} of ${calls.length} failed`)
  return { perSecond: (calls.length / ms) * 1000, cpuUs: (system + user) / calls.length }
}

const { headers } = await service.handler(new Request("http://127.0.0.1/manifest"))
obey({ etag: headers.get("etag") }, run, service.dispose)
