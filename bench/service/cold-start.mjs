// @ts-check
// The time from a process's start to its first answer, on a migrated SQLite database, and its memory then.
import { connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { bundledServer } from "./bundle.mjs"
import { makeContestants } from "./contestants.mjs"
import { median, megabytes, rounded } from "./numbers.mjs"
import { startProcess } from "./process.mjs"
import { isBusy, watchOthers } from "./quiet.mjs"
import { atMost } from "./reach.mjs"
import { withDatabases } from "./suite.mjs"
import { inTurns } from "./turns.mjs"

/** @typedef {import("./contestants.mjs").Contestant} Contestant */

const starts = 7

/** Milliseconds to the first answer of the bundled server. */
const longestStart = 500

/** A server that takes longer is broken. */
const patienceMs = 30_000

const status = "GET /status HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"

/** Whether a server answers with 200 now. @param {number} port @returns {Promise<boolean>} */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => socket.write(status))
    socket.once("data", (bytes) => {
      socket.destroy()
      resolve(bytes.toString("latin1", 0, 12) === "HTTP/1.1 200")
    })
    socket.once("error", () => resolve(false))
  })

/** @param {Contestant} contestant */
const startOnce = async ({ args, cwd, program }) => {
  const others = watchOthers([])
  const since = performance.now()
  const server = await startProcess({ program, args, core: null, nodeArgs: ["--expose-gc"], ...(cwd && { cwd }) })
  while (!(await answers(server.hello.port))) {
    if (performance.now() - since > patienceMs) throw new Error(`${program} does not answer GET /status with 200`)
    await pause(1)
  }
  const ms = performance.now() - since
  const busy = isBusy(others(server.pid))
  const { heapUsed, rss } = await server.ask({ collect: true })
  await server.stop()
  return busy ? "busy" : { ms, rss, heapUsed }
}

/** @param {ReadonlyArray<Contestant>} all @returns {Promise<ReadonlyArray<Contestant>>} */
const startersOf = async (all) => {
  const ours = all.filter(({ kind }) => kind === "ours")
  const program = await bundledServer()
  const rivals = all.filter(({ engine, kind }) => engine !== null && kind !== "ours")
  return [
    ...ours.map((one) => ({ ...one, name: "ours, bundled", program })),
    ...ours.map((one) => ({ ...one, name: "ours, from its packages" })),
    ...rivals,
  ]
}

/** @type {import("./suite.mjs").Suite} */
export const coldStartSuite = ({ quick, tell }) =>
  withDatabases(["sqlite"], async (databases) => {
    const contestants = await startersOf(await makeContestants(databases))
    tell("a start of each that is not measured: it migrates, and fills the file cache")
    for (const contestant of contestants) await startOnce(contestant)
    const taken = await inTurns(contestants, quick ? 3 : starts, startOnce)
    const rows = taken.map(({ contestant, refused, samples }) => {
      const ms = median(samples.map((sample) => sample.ms))
      return {
        contestant: contestant.name,
        "first answer ms": rounded(ms),
        "rss MB": megabytes(median(samples.map(({ rss }) => rss))),
        "heap MB": megabytes(median(samples.map(({ heapUsed }) => heapUsed))),
        starts: samples.length,
        refused,
        reach: contestant.name.includes("bundled") ? atMost(ms, longestStart) : null,
      }
    })
    return [{ title: "Cold start to the first answer of GET /status, and memory at rest", rows }]
  })
