// @ts-check
// Whether other work used the machine during a sample: the CPU time of other processes, and of the host.
import { readdirSync, readFileSync } from "node:fs"

const ticksPerSecond = 100

/** The fields of a process's `stat` behind its name, which may hold anything. @param {string} pid */
const statOf = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const [name = "", rest = ""] = [
      text.slice(text.indexOf("(") + 1, text.lastIndexOf(")")),
      text.slice(text.lastIndexOf(")") + 2),
    ]
    const fields = rest.split(" ")
    return { name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

/** Database servers work for the contestants, and kernel threads for all processes. */
const neutral = new Set(["postgres", "mariadbd", "mysqld"])

/** @returns {ReadonlyArray<string>} */
const processIds = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name))

/** The CPU time that processes of a name have used, in microseconds; none where the system does not tell. @param {string} name */
export const cpuUsOf = (name) => {
  if (process.platform !== "linux") return Number.NaN
  const stats = processIds().map(statOf)
  return stats.reduce((us, stat) => us + (stat?.name === name ? (stat.ticks / ticksPerSecond) * 1e6 : 0), 0)
}

/** CPU time of all other processes, and stolen time, in seconds. @param {ReadonlySet<number>} own */
const otherSeconds = (own) => {
  let ticks = 0
  for (const pid of processIds()) {
    if (own.has(Number(pid))) continue
    const stat = statOf(pid)
    if (stat !== null && stat.parent !== 2 && !neutral.has(stat.name)) ticks += stat.ticks
  }
  const [, , , , , , , , stolen] = readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/\s+/) ?? []
  return (ticks + Number(stolen ?? 0)) / ticksPerSecond
}

/** What others may use of one core before a sample is refused. */
export const tolerated = Number(process.env["CONSENT_BENCH_TOLERATED"] ?? 0.1)

/**
 * Watches a sample.
 *
 * @param {ReadonlyArray<number>} pids - of those who take part, besides this process
 * @returns ends the watch, told who else took part: the share of a core that others had; null where the system does not tell
 */
export const watchOthers = (pids) => {
  if (process.platform !== "linux") return () => null
  const own = new Set([...pids, process.pid])
  const [before, since] = [otherSeconds(own), performance.now()]
  // A process that has exited no longer counts its time: a negative difference counts as zero.
  return (/** @type {ReadonlyArray<number>} */ ...started) =>
    Math.max(0, ((otherSeconds(new Set([...own, ...started])) - before) / (performance.now() - since)) * 1000)
}

/** @param {number | null} share */
export const isBusy = (share) => share !== null && share > tolerated
