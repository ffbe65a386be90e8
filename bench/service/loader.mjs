// @ts-check
// The load, in a separate process: `node loader.mjs`. Each order is a period of one kind of request.
import { load } from "../load.mjs"
import { quantile } from "./numbers.mjs"
import { obey } from "./process.mjs"
import { initBeforeSaves, requests } from "./requests.mjs"

/**
 * One period of requests to one server, or to several in turn. Saves from `from` on are new, in order; with a `to`, any save between
 * the two is taken instead, again and again.
 *
 * @typedef {{ ports: ReadonlyArray<number>, route: string, connections: number, ms: number, from: number, to?: number, count?: number,
 *   startedAt: number, headers?: string }} LoadOrder
 */

/** What a server that signs policies gives to visitors who save. @param {LoadOrder} order @returns {Promise<string | undefined>} */
const tokenFor = async ({ ports: [port], route }) => {
  if (!route.startsWith("POST")) return undefined
  const { headers, path } = initBeforeSaves
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return response.ok ? (await response.json()).policySnapshotToken : undefined
}

/** @param {LoadOrder} order @param {string} [token] @returns {() => string | null} */
const textsOf = ({ count = Infinity, from, headers, route, startedAt, to }, token) => {
  const make = requests[route]
  if (make === undefined) throw new Error(`no route ${route}`)
  let made = 0
  return () => {
    if (made === count) return null
    const save = to === undefined ? from + made : from + Math.floor(Math.random() * (to - from))
    made += 1
    const text = make(save, startedAt, token)
    return headers === undefined ? text : text.replace("\r\n\r\n", `\r\n${headers}\r\n\r\n`)
  }
}

/** @param {LoadOrder} order */
const run = async (order) => {
  const texts = textsOf(order, await tokenFor(order))
  let made = 0
  const next = () => {
    const text = texts()
    if (text !== null) made += 1
    return text
  }
  const [since, cpu] = [performance.now(), process.cpuUsage()]
  const { failures, latencies, requests: answered } = await load({ ...order, next })
  const ms = performance.now() - since
  const { system, user } = process.cpuUsage(cpu)
  const sorted = latencies.toSorted((a, b) => a - b)
  return { made, answered, failures, ms, cpuUs: system + user, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

/** @typedef {Awaited<ReturnType<typeof run>>} LoadReport */

obey({}, run)
