// @ts-check
// Whether the machine did something else during a sample: what others used of its cores, and what its host took away.
import { readdirSync, readFileSync } from "node:fs"

const ticksPerSecond = 100

/** The fields of a process's `stat` behind its name, which may hold anything. @param {string} pid */
const statOf = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const [name = "", rest = ""] = [text.slice(text.indexOf("(") + 1, text.lastIndexOf(")")), text.slice(text.lastIndexOf(")") + 2)]
    const fields = rest.split(" ")
    return { name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

/** Database servers work for the contestants, and kernel threads for everybody. */
const neutral = new Set(["postgres", "mariadbd", "mysqld"])

/** CPU time of everybody else, and stolen time, in seconds. @param {ReadonlySet<number>} own */
const otherSeconds = (own) => {
  let ticks = 0
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid) || own.has(Number(pid))) continue
    const stat = statOf(pid)
    if (stat !== null && stat.parent !== 2 && !neutral.has(stat.name)) ticks += stat.ticks
  }
  const [, , , , , , , , stolen] = readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/\s+/) ?? []
  return (ticks + Number(stolen ?? 0)) / ticksPerSecond
}

/** What others may use of one core before a sample is refused. */
const tolerated = 0.1

/**
 * Watches a sample.
 *
 * @param {ReadonlyArray<number>} pids - of those who take part, besides this process
 * @returns ends the watch: the share of a core that others had; null where the system does not tell
 */
export const watchOthers = (pids) => {
  if (process.platform !== "linux") return () => null
  const own = new Set([...pids, process.pid])
  const [before, since] = [otherSeconds(own), performance.now()]
  // A process that has ended takes its time along: less than before is nothing.
  return () => Math.max(0, ((otherSeconds(own) - before) / (performance.now() - since)) * 1000)
}

/** @param {number | null} share */
export const isBusy = (share) => share !== null && share > tolerated
