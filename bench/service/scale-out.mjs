// @ts-check
// Several processes of the service on one PostgreSQL database under the load of one: the gain of more processes.
import { availableParallelism } from "node:os"
import { ours } from "./contestants.mjs"
import { openPostgres } from "./databases.mjs"
import { median, rounded } from "./numbers.mjs"
import { programOf, startProcess } from "./process.mjs"
import { cpuUsOf, isBusy, watchOthers } from "./quiet.mjs"
import { times } from "./reach.mjs"
import { fill, inThePast, loadOn, prefilled, startLoader } from "./rounds.mjs"
import { withDatabases } from "./suite.mjs"
import { inTurns } from "./turns.mjs"

/** @typedef {import("./process.mjs").Process} Process */
/** @typedef {import("./rounds.mjs").Entry} Entry */

const counts = [1, 2, 4]
const most = Math.max(...counts)

const routes = ["POST /subjects new", "POST /subjects retried", "GET /subjects/:id", "GET /consents/check"]

const cores = availableParallelism()

/** A core for each process, one for the load and one for PostgreSQL; otherwise the system schedules them. */
const pinned = cores >= most + 2

/** @param {ReadonlyArray<Process>} servers */
const cpuOf = async (servers) => {
  const usages = await Promise.all(servers.map((server) => server.ask({})))
  return { servers: usages.reduce((sum, { cpuUs }) => sum + cpuUs, 0), postgres: cpuUsOf("postgres") }
}

/**
 * A while of load that is spread over the first few processes; the others stand still.
 *
 * @param {Process} loader @param {Entry} entry @param {ReadonlyArray<Process>} servers - all of them
 * @param {string} route @param {number} count @param {number} ms
 */
const sample = async (loader, entry, servers, route, count, ms) => {
  const working = servers.slice(0, count)
  const others = watchOthers([loader.pid, ...servers.map(({ pid }) => pid)])
  const before = await cpuOf(working)
  const report = await loadOn(loader, entry, route, { ms, ports: working.map(({ hello }) => hello.port) })
  const after = await cpuOf(working)
  if (isBusy(others())) return "busy"
  return {
    perSecond: (report.answered / report.ms) * 1000,
    p50: report.p50,
    p99: report.p99,
    servers: (after.servers - before.servers) / report.answered,
    postgres: (after.postgres - before.postgres) / report.answered,
  }
}

/** @typedef {Exclude<Awaited<ReturnType<typeof sample>>, "busy">} Sample */

/** @param {string} route @param {ReadonlyArray<{ contestant: number, samples: ReadonlyArray<Sample>, refused: number }>} taken */
const rowsOf = (route, taken) => {
  const medianOf = (/** @type {ReadonlyArray<Sample>} */ samples, /** @type {keyof Sample} */ key) =>
    median(samples.map((one) => one[key]))
  const alone = medianOf(taken[0]?.samples ?? [], "perSecond")
  return taken.map(({ contestant, refused, samples }) => ({
    route,
    processes: contestant,
    "requests/s": rounded(medianOf(samples, "perSecond")),
    "× one": times(medianOf(samples, "perSecond") / alone),
    "p50 ms": rounded(medianOf(samples, "p50"), 2),
    "p99 ms": rounded(medianOf(samples, "p99"), 2),
    "CPU µs, processes": rounded(medianOf(samples, "servers"), 1),
    "CPU µs, PostgreSQL": rounded(medianOf(samples, "postgres"), 1),
    samples: samples.length,
    refused,
    cores: `${cores} for all, ${pinned ? "pinned" : "not pinned"}`,
  }))
}

/**
 * Starts processes on one database, and saves some subjects.
 *
 * @param {Process} loader @param {string} url @param {Array<Process>} servers - gets those that were started
 * @returns {Promise<Entry>}
 */
const startOn = async (loader, url, servers) => {
  for (let i = 0; i < most; i += 1) {
    servers.push(
      await startProcess({ program: programOf("server-ours.mjs"), args: [url], core: pinned ? i + 2 : null }),
    )
  }
  const [server] = servers
  if (server === undefined) throw new Error("no processes")
  const entry = { contestant: ours("postgres", url), server, startedAt: inThePast(), saved: 0 }
  await fill(loader, entry, prefilled)
  return entry
}

/** @param {string} url @param {import("./suite.mjs").Options} options */
const measure = async (url, { ms, rounds, tell }) => {
  const loader = await startLoader(pinned ? 1 : null)
  /** @type {Array<Process>} */
  const servers = []
  const rows = []
  try {
    const entry = await startOn(loader, url, servers)
    for (const route of routes) {
      tell(route)
      const take = (/** @type {number} */ count) => sample(loader, entry, servers, route, count, ms)
      // The warm-up of each process is not measured.
      await sample(loader, entry, servers, route, most, most * ms)
      rows.push(...rowsOf(route, await inTurns(counts, rounds, take)))
    }
  } finally {
    for (const server of servers) await server.stop()
    await loader.stop()
  }
  return rows
}

/** @typedef {{ readonly name: string, readonly url: string }} Target */

/** Clusters by how many workers they have. @param {ReadonlyArray<string>} urls @returns {Promise<ReadonlyArray<Target>>} */
const namedClusters = (urls) =>
  Promise.all(
    urls.map(async (url) => {
      const { close, run } = await openPostgres(url)
      const [row] = await run("select count(*) as workers from pg_dist_node where isactive and shouldhaveshards")
      await close()
      return { name: `Citus, workers: ${row.workers}`, url: `${url}${url.includes("?") ? "&" : "?"}distribution=citus` }
    }),
  )

/**
 * @typedef {{ readonly name: string, readonly processes: number }} OnTarget
 * @param {string} route @param {ReadonlyArray<{ contestant: OnTarget, samples: ReadonlyArray<Sample>, refused: number }>} taken
 */
const clusterRows = (route, taken) => {
  const medianOf = (/** @type {ReadonlyArray<Sample>} */ samples, /** @type {keyof Sample} */ key) =>
    median(samples.map((one) => one[key]))
  return taken.map(({ contestant: { name, processes }, refused, samples }) => {
    // The first target is the one server.
    const alone = taken.find(({ contestant }) => contestant.processes === processes)?.samples ?? []
    return {
      route,
      database: name,
      processes,
      "requests/s": rounded(medianOf(samples, "perSecond")),
      "× one PostgreSQL": times(medianOf(samples, "perSecond") / medianOf(alone, "perSecond")),
      "p50 ms": rounded(medianOf(samples, "p50"), 2),
      "p99 ms": rounded(medianOf(samples, "p99"), 2),
      "CPU µs, processes": rounded(medianOf(samples, "servers"), 1),
      samples: samples.length,
      refused,
    }
  })
}

/** The same saves and reads on each database in turn. @param {ReadonlyArray<Target>} targets @param {import("./suite.mjs").Options} options */
const compareClusters = async (targets, { ms, rounds, tell }) => {
  const loader = await startLoader(pinned ? 1 : null)
  /** @type {Map<string, { servers: Array<Process>, entry: Entry | null }>} */
  const started = new Map()
  const rows = []
  try {
    for (const { name, url } of targets) {
      const on = { servers: /** @type {Array<Process>} */ ([]), entry: /** @type {Entry | null} */ (null) }
      started.set(name, on)
      on.entry = await startOn(loader, url, on.servers)
    }
    const contestants = [1, most].flatMap((processes) => targets.map(({ name }) => ({ name, processes })))
    for (const route of routes) {
      tell(`${route}, on clusters`)
      const take = async (/** @type {typeof contestants[number]} */ { name, processes }) => {
        const { entry = null, servers = [] } = started.get(name) ?? {}
        if (entry === null) throw new Error(`no processes on ${name}`)
        return sample(loader, entry, servers, route, processes, ms)
      }
      for (const contestant of contestants) await take(contestant)
      rows.push(...clusterRows(route, await inTurns(contestants, rounds, take)))
    }
  } finally {
    for (const { servers } of started.values()) for (const server of servers) await server.stop()
    await loader.stop()
  }
  return rows
}

/** @type {import("./suite.mjs").Suite} */
export const scaleOutSuite = (options) =>
  withDatabases(["postgres"], async ({ engines, missing, newDatabase }) => {
    const rows = engines.length === 0 ? [] : await measure(await newDatabase("postgres", "scale"), options)
    const processes = { title: "Several processes on one PostgreSQL, 32 connections in all", rows, notes: missing }
    if (options.citus.length === 0 || engines.length === 0) return [processes]
    const one = { name: "one PostgreSQL", url: await newDatabase("postgres", "one") }
    const title = "Saves on one PostgreSQL and on clusters, 32 connections in all"
    return [processes, { title, rows: await compareClusters([one, ...(await namedClusters(options.citus))], options) }]
  })
