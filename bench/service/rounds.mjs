// @ts-check
// Samples of every contestant on every route, taken in turns, so that whatever the machine does hits all alike.
import { median } from "./numbers.mjs"
import { programOf, startProcess } from "./process.mjs"
import { isBusy, watchOthers } from "./quiet.mjs"
import { accounts } from "./requests.mjs"

/** @typedef {import("./contestants.mjs").Contestant} Contestant */
/** @typedef {import("./loader.mjs").LoadReport} LoadReport */
/** @typedef {{ contestant: Contestant, server: import("./process.mjs").Process, startedAt: number, saved: number }} Entry */
/** @typedef {{ perSecond: number, p50: number, p99: number, cpuUs: number, serverShare: number, loaderShare: number }} Sample */

export const connections = 32

/** So many saves are there before anything is measured. */
const prefilled = 2 * accounts

export const startLoader = () => startProcess({ program: programOf("loader.mjs"), core: 1 })

/** @param {Contestant} contestant @returns {Promise<Entry>} */
export const enter = async (contestant) => {
  const { args, cwd, program } = contestant
  const server = await startProcess({ program, args, core: 0, nodeArgs: ["--expose-gc"], ...(cwd && { cwd }) })
  // An act is given at some time in the past.
  return { contestant, server, startedAt: Date.now() - 3_600_000, saved: 0 }
}

/** @param {Entry} entry @param {string} route */
const savesFor = ({ saved }, route) =>
  route === "POST /subjects new" ? { from: saved } : route === "POST /subjects retried" ? { from: accounts, to: saved } : { from: 0, to: saved }

/**
 * Puts load on a contestant; whatever fails ends the run.
 *
 * @param {import("./process.mjs").Process} loader @param {Entry} entry @param {string} route
 * @param {{ ms: number, count?: number, headers?: string, connections?: number }} options
 * @returns {Promise<LoadReport>}
 */
export const loadOn = async (loader, entry, route, options) => {
  const order = { connections, port: entry.server.hello.port, route, startedAt: entry.startedAt, ...savesFor(entry, route), ...options }
  /** @type {LoadReport} */
  const report = await loader.ask(order)
  if (route === "POST /subjects new") entry.saved += report.made
  if (report.failures > 0) throw new Error(`${entry.contestant.name}, ${route}: ${report.failures} of ${report.answered} failed`)
  return report
}

/** @param {import("./process.mjs").Process} loader @param {Entry} entry @param {number} upTo */
export const fill = async (loader, entry, upTo) => {
  const count = upTo - entry.saved
  if (count > 0) await loadOn(loader, entry, "POST /subjects new", { ms: 3_600_000, count })
}

/** @param {Entry} entry */
const hasSaves = ({ contestant }) => contestant.routes.includes("POST /subjects new")

/**
 * @param {import("./process.mjs").Process} loader @param {Entry} entry @param {string} route
 * @param {{ ms: number, headers?: string }} options
 * @returns {Promise<Sample | "busy">}
 */
export const sample = async (loader, entry, route, options) => {
  const others = watchOthers([loader.pid, entry.server.pid])
  const before = await entry.server.ask({})
  const report = await loadOn(loader, entry, route, options)
  const cpuUs = (await entry.server.ask({})).cpuUs - before.cpuUs
  if (isBusy(others())) return "busy"
  const { answered, ms, p50, p99 } = report
  const share = (/** @type {number} */ us) => us / 1000 / ms
  return { perSecond: (answered / ms) * 1000, p50, p99, cpuUs: cpuUs / answered, serverShare: share(cpuUs), loaderShare: share(report.cpuUs) }
}

/** @param {ReadonlyArray<Sample>} samples @param {keyof Sample} key */
const medianOf = (samples, key) => median(samples.map((one) => one[key]))

/** @param {string} route @param {Contestant} contestant @param {ReadonlyArray<Sample>} samples @param {number} refused */
const figureOf = (route, { engine, kind, name }, samples, refused) => ({
  route,
  contestant: name,
  kind,
  engine,
  perSecond: medianOf(samples, "perSecond"),
  p50Ms: medianOf(samples, "p50"),
  p99Ms: medianOf(samples, "p99"),
  cpuUs: medianOf(samples, "cpuUs"),
  serverShare: medianOf(samples, "serverShare"),
  loaderShare: medianOf(samples, "loaderShare"),
  samples: samples.length,
  refused,
})

/** @typedef {ReturnType<typeof figureOf>} Figure */

/** How many samples one asks for before it takes what it has. @param {number} rounds */
const patience = (rounds) => rounds * 3

/**
 * @param {ReadonlyArray<Contestant>} contestants @param {ReadonlyArray<string>} routes
 * @param {{ rounds: number, ms: number, etag: string, tell: (line: string) => void }} options
 * @returns {Promise<ReadonlyArray<Figure>>}
 */
export const measureRoutes = async (contestants, routes, { etag, ms, rounds, tell }) => {
  const loader = await startLoader()
  const entries = []
  for (const contestant of contestants) entries.push(await enter(contestant))
  /** @type {Array<Figure>} */
  const figures = []
  try {
    for (const entry of entries.filter(hasSaves)) {
      tell(`${entry.contestant.name}: ${prefilled} saves before the start`)
      await fill(loader, entry, prefilled)
    }
    for (const route of routes) {
      tell(route)
      const headers = route.endsWith("304") ? { headers: `if-none-match: ${etag}` } : {}
      const racing = entries.filter(({ contestant }) => contestant.routes.includes(route))
      const taken = new Map(racing.map((entry) => [entry, /** @type {Array<Sample>} */ ([])]))
      let [asked, refused] = [0, 0]
      // What is compiled at first is not measured.
      for (const entry of racing) await loadOn(loader, entry, route, { ms: ms / 2, ...headers })
      while ([...taken.values()].some((samples) => samples.length < rounds) && asked < patience(rounds)) {
        asked += 1
        for (const [entry, samples] of taken) {
          if (samples.length >= rounds) continue
          const one = await sample(loader, entry, route, { ms, ...headers })
          if (one === "busy") refused += 1
          else samples.push(one)
        }
      }
      for (const [entry, samples] of taken) figures.push(figureOf(route, entry.contestant, samples, refused))
    }
  } finally {
    for (const { server } of entries) await server.stop()
    await loader.stop()
  }
  return figures
}
