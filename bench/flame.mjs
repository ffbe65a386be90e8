// @ts-check
// Where the time of a request goes: our service under load with V8's profiler, on SQLite.
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sharesOf } from "./profile-shares.mjs"
import { ours } from "./service/contestants.mjs"
import { rounded } from "./service/numbers.mjs"
import { enter, fill, loadOn, prefilled, startLoader } from "./service/rounds.mjs"
import { withDatabases } from "./service/suite.mjs"

/** @typedef {import("./profile-shares.mjs").Profile} Profile */
/** @typedef {import("./profile-shares.mjs").Share} Share */

const routes = {
  "GET /init DE": "init",
  "POST /subjects new": "save",
  "POST /subjects retried": "retry",
  "GET /subjects/:id": "read",
}

/** Rows of each table. */
const shown = 25

/** @param {string} folder @param {string} url @param {string} route @param {number} ms */
const profileOf = async (folder, url, route, ms) => {
  mkdirSync(folder, { recursive: true })
  const loader = await startLoader()
  const flags = ["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-interval=200"]
  const entry = await enter(ours("sqlite", url), flags)
  await fill(loader, entry, prefilled)
  const { answered } = await loadOn(loader, entry, route, { ms })
  await entry.server.stop()
  await loader.stop()
  const file = readdirSync(folder).find((name) => name.endsWith(".cpuprofile"))
  if (file === undefined) throw new Error(`no profile in ${folder}`)
  /** @type {Profile} */
  const profile = JSON.parse(readFileSync(join(folder, file), "utf8"))
  return { answered, profile }
}

/** @param {ReadonlyArray<Share>} shares */
const rowsOf = (shares) =>
  shares
    .slice(0, shown)
    .map(({ name, self, total }) => ({ name, "self %": rounded(self * 100, 1), "total %": rounded(total * 100, 1) }))

/** @param {string} route @param {Profile} profile @param {number} ms @returns {ReadonlyArray<import("./service/suite.mjs").Table>} */
const tablesOf = (route, profile, ms) => {
  const functions = sharesOf(profile, ms, "function")
  return [
    { title: `${route}: by package`, rows: rowsOf(sharesOf(profile, ms, "package")) },
    { title: `${route}: functions by their own time`, rows: rowsOf(functions) },
    { title: `${route}: functions with what they call`, rows: rowsOf(functions.toSorted((a, b) => b.total - a.total)) },
  ]
}

/** @type {import("./service/suite.mjs").Suite} */
export const profileSuite = ({ out, quick, tell }) =>
  withDatabases(["sqlite"], async ({ folder, newDatabase }) => {
    const ms = quick ? 2_000 : 6_000
    const tables = []
    for (const [route, name] of Object.entries(routes)) {
      const place = join(out ?? folder, `${name}-${process.pid}`)
      const { answered, profile } = await profileOf(place, await newDatabase("sqlite", name), route, ms)
      tell(`${route}: ${answered} requests${out === null ? "" : `, profile in ${place}`}`)
      tables.push(...tablesOf(route, profile, ms))
    }
    return tables
  })
