// @ts-check
// CPU time a request of the two shells against a bare Hono route doing the same, each in a process of its own, interleaved.
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { load, request } from "./load.mjs"
import { median } from "./service/numbers.mjs"

const contestants = ["hono", "fetch shell", "node shell"]

const rounds = 7

/** @param {string} name */
const start = async (name) => {
  const program = fileURLToPath(new URL("./http-server.mjs", import.meta.url))
  const child = spawn(process.execPath, [program, name], { stdio: ["pipe", "pipe", "inherit"] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => Number((await lines.next()).value)
  const port = await next()
  const cpuUs = () => {
    child.stdin.write("\n")
    return next()
  }
  return { name, port, cpuUs, stop: () => child.stdin.end() }
}

const browser = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36",
  accept: "*/*",
  "accept-language": "de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7",
  "accept-encoding": "gzip, deflate, br",
  origin: "https://shop.example",
  "cf-ipcountry": "DE",
}

let saves = 0

const save = () => {
  saves += 1
  const givenAt = Date.now() - 1000
  const receipt = (/** @type {boolean} */ value) => ({ value, confirmedAt: givenAt, basis: { kind: "legacy-v2" } })
  const body = {
    type: "cookie_banner",
    subjectId: `sub_bench${saves.toString(9).replaceAll(/\d/g, (digit) => "ABCDEFGHJ"[Number(digit)] ?? "A")}`,
    domain: "shop.example",
    givenAt,
    preferences: { necessary: true, measurement: true, marketing: false, functionality: true, experience: false },
    choice: {
      version: 3,
      categories: {
        measurement: receipt(true),
        marketing: receipt(false),
        functionality: receipt(true),
        experience: receipt(false),
      },
    },
    consentAction: "custom",
    uiSource: "dialog",
    metadata: { page: "/checkout" },
  }
  return request("POST", "/subjects", { ...browser, "content-type": "application/json" }, JSON.stringify(body))
}

const init = request("GET", "/init?v=3.0.0&contract=1", browser)

const routes = [
  { route: "GET /init", next: () => init },
  { route: "POST /subjects", next: save },
]

/** @param {Awaited<ReturnType<typeof start>>} server @param {() => string} next @param {number} ms */
const measure = async ({ cpuUs, name, port }, next, ms) => {
  const before = await cpuUs()
  const { failures, requests } = await load({ ports: [port], connections: 32, ms, next })
  if (failures > 0) throw new Error(`${name}: ${failures} of ${requests} requests failed`)
  return ((await cpuUs()) - before) / requests
}

/** @typedef {{ route: string, contestant: string, "CPU µs a request": number, "× Hono": number, goal: string }} Row */

/** @returns {Promise<ReadonlyArray<Row>>} */
export const httpSuite = async () => {
  const servers = await Promise.all(contestants.map(start))
  /** @type {Array<Row>} */
  const rows = []
  for (const { next, route } of routes) {
    for (const server of servers) await measure(server, next, 1500)
    const samples = new Map(contestants.map((name) => [name, /** @type {Array<number>} */ ([])]))
    for (let round = 0; round < rounds; round += 1) {
      for (const server of servers) samples.get(server.name)?.push(await measure(server, next, 1500))
    }
    const bare = samples.get("hono") ?? []
    for (const [contestant, costs] of samples) {
      const ratios = costs.map((cost, round) => cost / (bare[round] ?? Number.NaN))
      rows.push({
        route,
        contestant,
        "CPU µs a request": Math.round(median(costs) * 10) / 10,
        "× Hono": Math.round(median(ratios) * 100) / 100,
        goal: { "node shell": "at most 1.4", "fetch shell": "at most 1.8" }[contestant] ?? "",
      })
    }
  }
  for (const { stop } of servers) stop()
  return rows
}
