// @ts-check
// Edits while a development server runs: one service per process, no matter which modules are evaluated again.
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"
import { must, Unavailable, Wrong } from "../suite.mjs"

/** @typedef {import("../place.mjs").Project} Project */

/** @template A @param {() => A} read @param {A} otherwise where the process or the descriptor is gone */
const readOr = (read, otherwise) => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** The descendants of a process, itself included. @param {number} pid @returns {ReadonlyArray<number>} */
const family = (pid) => {
  const children = readOr(() => readdirSync(`/proc/${pid}/task`), []).flatMap((task) =>
    readOr(() => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8"), "")
      .split(" ")
      .filter(Boolean)
      .map(Number),
  )
  return [pid, ...children.flatMap(family)]
}

/** How often a process and its descendants have a file open. @param {number} pid @param {string} file */
const timesOpen = (pid, file) => {
  if (!existsSync("/proc/self/fd")) throw new Unavailable("this system does not say which files a process has open")
  return family(pid)
    .flatMap((each) =>
      readOr(() => readdirSync(`/proc/${each}/fd`), []).map((fd) =>
        readOr(() => readlinkSync(`/proc/${each}/fd/${fd}`), ""),
      ),
    )
    .filter((open) => open === file).length
}

/** Waits until what a path answers includes a text. @param {string} url @param {string} part */
const untilIncludes = async (url, part) => {
  let last = ""
  for (let attempt = 0; attempt < 600; attempt++) {
    // A development server that restarts may cut off a response.
    last = await fetch(url)
      .then((response) => response.text())
      .catch(String)
    if (last.includes(part)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Wrong(`${url} never had ${part}, but:\n${last.slice(0, 1000)}`)
}

/** Edits of the options, each of which closes an instance and builds another. */
const edits = ["First edit", "Second edit", "Third edit"]

/**
 * Edits the options while a development server runs: every edit arrives, and no instance before the last
 * keeps the database open.
 *
 * @param {Project} project @param {string} file that has the options @param {string} origin @param {number} pid
 */
export const mustReload = async (project, file, origin, pid) => {
  const code = readFileSync(join(project.folder, file), "utf8")
  const database = join(project.folder, "consent.db")
  const opened = timesOpen(pid, database)
  must(opened > 0, `no process has ${database} open`)
  for (const appName of edits) {
    project.write(file, code.replace("manifest: {", `manifest: { appName: ${JSON.stringify(appName)},`))
    await untilIncludes(`${origin}/consent/init?country=DE`, appName)
  }
  // SQLite keeps the descriptor of a connection that was closed while another has the file open, and uses it again.
  const most = opened + 1
  for (let attempt = 0; timesOpen(pid, database) > most && attempt < 100; attempt++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  const open = timesOpen(pid, database)
  must(open <= most, `after ${edits.length} edits the database is open ${open} times, and ${opened} times before`)
}
