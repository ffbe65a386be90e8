// @ts-check
// Our service called without sockets: `node in-process-caller.mjs DATABASE_URL`. An order names a route and how it is called.
import { createConsentService } from "consent-service"
import { obey } from "./process.mjs"
import { initBeforeSaves, requests } from "./requests.mjs"
import { settings } from "./settings.mjs"

/** @typedef {{ method: string, path: string, headers: Readonly<Record<string, string>>, body: string }} Call */
/** @typedef {{ route: string, by: "handler" | "kernel", calls: number, from: number, to?: number, startedAt: number, etag: string }} CallOrder */

const inFlight = 32

/** The number of calls before a caller yields to the event loop: synchronous answers would starve it. */
const callsATurn = 8

const service = createConsentService(settings(process.argv[2] ?? ""))
await service.migrate()

/** The parts of a request as the load sends it. @param {string} text @returns {Call} */
const callOf = (text) => {
  const [head = "", body = ""] = text.split("\r\n\r\n")
  const [first = "", ...lines] = head.split("\r\n")
  const [method = "", path = ""] = first.split(" ")
  return { method, path, headers: Object.fromEntries(lines.map((line) => line.split(/: (.*)/))), body }
}

/** @param {Call} call */
const byHandler = async ({ path, ...call }) => {
  const init = { ...call, body: call.body === "" ? null : call.body }
  return (await service.handler(new Request(`http://127.0.0.1${path}`, init))).status
}

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

/** What visitors who save get before. @returns {Promise<string>} */
const newToken = async () => {
  const { headers, path } = initBeforeSaves
  return (await (await service.handler(new Request(`http://127.0.0.1${path}`, { headers }))).json()).policySnapshotToken
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
  const [calls, call] = [callsOf(order, await newToken()), order.by === "handler" ? byHandler : byKernel]
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
