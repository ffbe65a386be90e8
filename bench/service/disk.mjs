// @ts-check
// What the disk's pace costs on SQLite: saves, and `GET /init` next to them, with a thread that writes and on one connection, on the
// disk as it is and on one that takes 5 ms a flush.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ours } from "./contestants.mjs"
import { median, rounded } from "./numbers.mjs"
import { programOf } from "./process.mjs"
import { isBusy, watchOthers } from "./quiet.mjs"
import { enter, loadOn, startLoader } from "./rounds.mjs"
import { withDatabases } from "./suite.mjs"
import { inTurns } from "./turns.mjs"

/** @typedef {import("./rounds.mjs").Entry} Entry */
/** @typedef {import("./process.mjs").Process} Process */

const [saves, inits] = ["POST /subjects new", "GET /init DE"]

/** How long each flush takes longer than the disk does, in milliseconds. */
const delays = [0, 5]

/** The arguments of `server-ours.mjs` behind the database. @type {Readonly<Record<string, ReadonlyArray<string>>>} */
const ways = { "a thread that writes": ["true", "true"], "one connection": ["true", "true", "one-connection"] }

/** Builds what delays flushes; null without a C compiler. @param {string} folder */
const slowDisk = (folder) => {
  const library = join(folder, "slow-disk.so")
  const { status } = spawnSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, programOf("slow-disk.c"), "-ldl"])
  return status === 0 ? library : null
}

/** Runs with variables that started processes inherit. @template Result @param {Readonly<Record<string, string>>} added @param {() => Promise<Result>} run */
const withEnvironment = async (added, run) => {
  Object.assign(process.env, added)
  try {
    return await run()
  } finally {
    for (const name of Object.keys(added)) delete process.env[name]
  }
}

/** Saves by themselves, then saves and inits together. @param {ReadonlyArray<Process>} loaders @param {Entry} entry @param {number} ms */
const sample = async ([first, second], entry, ms) => {
  if (first === undefined || second === undefined) throw new Error("two loaders")
  const others = watchOthers([first.pid, second.pid, entry.server.pid])
  const before = await entry.server.ask({})
  const alone = await loadOn(first, entry, saves, { ms })
  const cpuUs = ((await entry.server.ask({})).cpuUs - before.cpuUs) / alone.answered
  const [, alongside] = await Promise.all([
    loadOn(first, entry, saves, { ms, connections: 16 }),
    loadOn(second, entry, inits, { ms, connections: 8 }),
  ])
  if (isBusy(others())) return "busy"
  const perSecond = (/** @type {import("./loader.mjs").LoadReport} */ { answered, ms: took }) =>
    (answered / took) * 1_000
  return {
    saves: perSecond(alone),
    savesP99: alone.p99,
    cpuUs,
    inits: perSecond(alongside),
    initsP50: alongside.p50,
    initsP99: alongside.p99,
  }
}

/** @type {import("./suite.mjs").Suite} */
export const diskSuite = ({ ms, rounds, tell }) =>
  withDatabases(["sqlite"], async ({ newDatabase }) => {
    const folder = mkdtempSync(join(tmpdir(), "cs-disk-"))
    const library = slowDisk(folder)
    const loaders = [await startLoader(), await startLoader()]
    /** @type {Array<import("./suite.mjs").Row>} */
    const rows = []
    try {
      for (const delay of library === null ? [0] : delays) {
        tell(`${delay} ms more a flush`)
        /** @type {Array<Entry>} */
        const entries = []
        const slow = delay === 0 ? {} : { LD_PRELOAD: library ?? "", DISK_FLUSH_MS: String(delay) }
        for (const [name, args] of Object.entries(ways)) {
          const url = await newDatabase("sqlite", `${name} ${delay}`.replaceAll(" ", "-"))
          entries.push(await withEnvironment(slow, () => enter({ ...ours("sqlite", url), name, args: [url, ...args] })))
        }
        for (const entry of entries) await loadOn(/** @type {Process} */ (loaders[0]), entry, saves, { ms: 3_000 })
        for (const { contestant, refused, samples } of await inTurns(entries, rounds, (entry) =>
          sample(loaders, entry, ms),
        )) {
          /** @param {"saves" | "savesP99" | "cpuUs" | "inits" | "initsP50" | "initsP99"} key */
          const middle = (key) => median(samples.map((one) => one[key]))
          rows.push({
            "ms more a flush": delay,
            contestant: contestant.contestant.name,
            "saves/s": rounded(middle("saves")),
            "saves p99 ms": rounded(middle("savesP99"), 1),
            "CPU µs a save": rounded(middle("cpuUs")),
            "inits/s next to saves": rounded(middle("inits")),
            "p50 ms": rounded(middle("initsP50"), 1),
            "p99 ms": rounded(middle("initsP99"), 1),
            samples: samples.length,
            refused,
          })
        }
        for (const { server } of entries) await server.stop()
      }
    } finally {
      for (const loader of loaders) await loader.stop()
      rmSync(folder, { recursive: true })
    }
    const notes = library === null ? ["a slow disk: no C compiler (cc)"] : []
    return [{ title: "SQLite and the disk's pace, 32 connections; 16 save and 8 ask for inits meanwhile", rows, notes }]
  })
