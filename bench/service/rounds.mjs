// @ts-check
// Samples of contestants on routes, over loopback.
import { collectionFlags, collectionsIn } from "./collections.mjs"
import { median, rounded } from "./numbers.mjs"
import { programOf, startProcess } from "./process.mjs"
import { isBusy, watchOthers } from "./quiet.mjs"
import { accounts } from "./requests.mjs"
import { inTurns } from "./turns.mjs"

/** @typedef {import("./contestants.mjs").Contestant} Contestant */
/** @typedef {import("./loader.mjs").LoadReport} LoadReport */
/** @typedef {import("./process.mjs").Process} Process */
/** @typedef {{ contestant: Contestant, server: Process, startedAt: number, saved: number }} Entry */
/** @typedef {{ perSecond: number, p50: number, p99: number, cpuUs: number, serverShare: number, loaderShare: number,
 *   promoted: number, pauseMs: number, longestMs: number }} Sample */

export const connections = 32

/** Warm-up is not measured; large programs need seconds of it. */
const warmUpMs = 3_000

/** The number of saves stored before anything is measured: those with an account, and as many without. */
export const prefilled = 2 * accounts

/** @param {number | null} [core] */
export const startLoader = (core = 1) => startProcess({ program: programOf("loader.mjs"), core })

/** @param {Contestant} contestant @param {ReadonlyArray<string>} [nodeArgs] @returns {Promise<Entry>} */
export const enter = async (contestant, nodeArgs = []) => {
  const { args, cwd, program } = contestant
  const flags = ["--expose-gc", ...collectionFlags, ...nodeArgs]
  const server = await startProcess({ program, args, core: 0, nodeArgs: flags, ...(cwd && { cwd }) })
  return { contestant, server, startedAt: inThePast(), saved: 0 }
}

/** An act is given at some time in the past. */
export const inThePast = () => Date.now() - 3_600_000

/** @param {Entry} entry @param {string} route */
const savesFor = ({ saved }, route) => {
  if (route === "POST /subjects new") return { from: saved }
  return { from: route === "POST /subjects retried" ? accounts : 0, to: saved }
}

/**
 * Puts load on a contestant; whatever fails ends the run.
 *
 * @param {Process} loader @param {Entry} entry @param {string} route
 * @param {{ ms: number, count?: number, headers?: string, connections?: number, ports?: ReadonlyArray<number> }} options
 * @returns {Promise<LoadReport>}
 */
export const loadOn = async (loader, entry, route, options) => {
  const { contestant, server, startedAt } = entry
  const common = { connections, ports: [server.hello.port], route, startedAt }
  /** @type {LoadReport} */
  const report = await loader.ask({ ...common, ...savesFor(entry, route), ...options })
  if (route === "POST /subjects new") entry.saved += report.made
  const { answered, failures } = report
  if (failures > 0) throw new Error(`${contestant.name}, ${route}: ${failures} of ${answered} failed`)
  return report
}

/** @param {Process} loader @param {Entry} entry @param {number} upTo */
export const fill = async (loader, entry, upTo) => {
  const count = upTo - entry.saved
  if (count > 0) await loadOn(loader, entry, "POST /subjects new", { ms: 3_600_000, count })
}

/** @param {Entry} entry */
const hasSaves = ({ contestant }) => contestant.routes.includes("POST /subjects new")

/**
 * @param {Process} loader @param {Entry} entry @param {string} route
 * @param {{ ms: number, count?: number, headers?: string }} options
 * @returns {Promise<Sample | "busy">}
 */
const sample = async (loader, entry, route, options) => {
  const others = watchOthers([loader.pid, entry.server.pid])
  const before = await entry.server.ask({})
  entry.server.takeNoise()
  const report = await loadOn(loader, entry, route, options)
  const cpuUs = (await entry.server.ask({})).cpuUs - before.cpuUs
  const collections = collectionsIn(entry.server.takeNoise())
  if (isBusy(others())) return "busy"
  const { answered, ms, p50, p99 } = report
  const share = (/** @type {number} */ us) => us / 1000 / ms
  return {
    perSecond: (answered / ms) * 1000,
    p50,
    p99,
    cpuUs: cpuUs / answered,
    serverShare: share(cpuUs),
    loaderShare: share(report.cpuUs),
    promoted: collections.promoted / answered,
    pauseMs: collections.medianMs,
    longestMs: collections.longestMs,
  }
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
  promoted: medianOf(samples, "promoted"),
  pauseMs: medianOf(samples, "pauseMs"),
  longestMs: medianOf(samples, "longestMs"),
  samples: samples.length,
  refused,
})

/** @typedef {ReturnType<typeof figureOf>} Figure */

/** As columns of a table. @param {Figure} figure */
export const figureColumns = (figure) => ({
  "requests/s": rounded(figure.perSecond),
  "p50 ms": rounded(figure.p50Ms, 2),
  "p99 ms": rounded(figure.p99Ms, 2),
  "p99/p50": rounded(figure.p99Ms / figure.p50Ms, 1),
  "CPU µs": rounded(figure.cpuUs, 1),
  // What garbage collections of young objects take for long-lived ones, and how long they stop everything.
  "promoted B": rounded(figure.promoted),
  "GC p50 ms": rounded(figure.pauseMs, 2),
  "GC max ms": rounded(figure.longestMs, 1),
  // Near 100, the load generator was the bottleneck.
  "load's core %": rounded(figure.loaderShare * 100),
  samples: figure.samples,
  refused: figure.refused,
})

/**
 * How samples are taken: so many, of so long a while each; of new saves no more than `newSaves`, where it matters how many
 * are stored.
 *
 * @typedef {{ rounds: number, ms: number, etag?: string, newSaves?: number, tell: (line: string) => void }} Sampling
 */

/** @param {string} route @param {Sampling} sampling */
const optionsFor = (route, { etag, ms, newSaves }) => ({
  ms,
  ...(route.endsWith("304") && { headers: `if-none-match: ${etag}` }),
  ...(route === "POST /subjects new" && newSaves !== undefined && { count: newSaves }),
})

/**
 * @param {Process} loader @param {ReadonlyArray<Entry>} entries @param {ReadonlyArray<string>} routes
 * @param {Sampling} sampling
 * @returns {Promise<ReadonlyArray<Figure>>}
 */
export const measureOn = async (loader, entries, routes, sampling) => {
  const figures = []
  for (const route of routes) {
    sampling.tell(route)
    const racing = entries.filter(({ contestant }) => contestant.routes.includes(route))
    const options = optionsFor(route, sampling)
    for (const entry of racing) await loadOn(loader, entry, route, { ...options, ms: warmUpMs })
    const taken = await inTurns(racing, sampling.rounds, (entry) => sample(loader, entry, route, options))
    for (const { contestant, refused, samples } of taken) {
      figures.push(figureOf(route, contestant.contestant, samples, refused))
    }
  }
  return figures
}

/**
 * Starts all contestants, measures them side by side, and ends them.
 *
 * @param {ReadonlyArray<Contestant>} contestants @param {ReadonlyArray<string>} routes
 * @param {Sampling & { atEnd?: (entries: ReadonlyArray<Entry>) => Promise<void> }} sampling
 * @returns {Promise<ReadonlyArray<Figure>>}
 */
export const measureRoutes = async (contestants, routes, sampling) => {
  const { atEnd = async () => {}, tell } = sampling
  const loader = await startLoader()
  /** @type {Array<Entry>} */
  const entries = []
  try {
    for (const contestant of contestants) entries.push(await enter(contestant))
    for (const entry of entries.filter(hasSaves)) {
      tell(`${entry.contestant.name}: ${prefilled} saves before the start`)
      await fill(loader, entry, prefilled)
    }
    const figures = await measureOn(loader, entries, routes, sampling)
    await atEnd(entries)
    return figures
  } finally {
    for (const { server } of entries) await server.stop()
    await loader.stop()
  }
}
