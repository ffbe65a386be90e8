// @ts-check
// What the service itself costs: its handler and its kernel called without sockets, on SQLite, in a process of their own.
import { stored } from "./contestants.mjs"
import { median, rounded } from "./numbers.mjs"
import { programOf, startProcess } from "./process.mjs"
import { isBusy, watchOthers } from "./quiet.mjs"
import { accounts, requests } from "./requests.mjs"
import { inThePast, prefilled } from "./rounds.mjs"
import { withDatabases } from "./suite.mjs"
import { inTurns } from "./turns.mjs"

/** @typedef {import("./process.mjs").Process} Process */
/** @typedef {"handler" | "kernel"} Way */

/** @type {ReadonlyArray<Way>} */
const ways = ["handler", "kernel"]

/** Calls of one sample: those that wait for the disk are fewer. @param {string} route @param {boolean} quick */
const callsOf = (route, quick) => (stored.includes(route) ? 4_000 : 20_000) / (quick ? 4 : 1)

/** Numbers the saves of one process, as the load does. @param {Process} caller @param {boolean} quick */
const makeCalls = (caller, quick) => {
  const startedAt = inThePast()
  let saved = 0
  return (/** @type {string} */ route, /** @type {Way} */ by, calls = callsOf(route, quick)) => {
    const order = { route, by, calls, startedAt, etag: caller.hello.etag }
    if (route !== "POST /subjects new") {
      return caller.ask({ ...order, from: route === "POST /subjects retried" ? accounts : 0, to: saved })
    }
    saved += calls
    return caller.ask({ ...order, from: saved - calls })
  }
}

/** @type {import("./suite.mjs").Suite} */
export const inProcessSuite = ({ quick, rounds, tell }) =>
  withDatabases(["sqlite"], async ({ newDatabase }) => {
    const args = [await newDatabase("sqlite", "calls")]
    const caller = await startProcess({ program: programOf("in-process-caller.mjs"), args, core: 0 })
    const calls = makeCalls(caller, quick)
    const rows = []
    try {
      await calls("POST /subjects new", "kernel", prefilled)
      for (const route of Object.keys(requests)) {
        tell(route)
        for (const way of ways) await calls(route, way)
        const taken = await inTurns(ways, rounds, async (way) => {
          const others = watchOthers([caller.pid])
          const sample = await calls(route, way)
          return isBusy(others()) ? "busy" : sample
        })
        for (const { contestant, refused, samples } of taken) {
          rows.push({
            route,
            by: contestant,
            "calls/s": rounded(median(samples.map(({ perSecond }) => perSecond))),
            "CPU µs": rounded(median(samples.map(({ cpuUs }) => cpuUs)), 1),
            samples: samples.length,
            refused,
          })
        }
      }
    } finally {
      await caller.stop()
    }
    return [{ title: "In process, without sockets, SQLite, 32 in flight", rows }]
  })
