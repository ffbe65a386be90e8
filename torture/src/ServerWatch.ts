/** Watches a server: how fast it answers one route, and its memory. */
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { openClient, sendRepeatable } from "./Client.js"

/** The outcomes of the requests. */
export interface Watched {
  /** How long each answer took, in milliseconds. */
  readonly times: ReadonlyArray<number>
  /** Answers that are not a 200. */
  readonly failures: ReadonlyArray<string>
}

/** Sends a GET every so often, however slow the answers are, until it is stopped. */
export const watchRoute = (port: number, path: string, everyMs: number) => {
  const client = openClient(port, 16)
  const times: Array<number> = []
  const failures: Array<string> = []
  const over = new AbortController()
  const ask = async (): Promise<void> => {
    const since = performance.now()
    const outcome = await sendRepeatable(client, { method: "GET", path })
    times.push(performance.now() - since)
    if (outcome._tag === "NoAnswer") failures.push(outcome.reason)
    else if (outcome.status !== 200) failures.push(String(outcome.status))
  }
  const watch = async (): Promise<void> => {
    const asking: Array<Promise<void>> = []
    for (; !over.signal.aborted; await sleep(everyMs)) asking.push(ask())
    await Promise.all(asking)
    client.close()
  }
  const watched = watch()
  return {
    end: async (): Promise<Watched> => {
      over.abort()
      await watched
      return { times, failures }
    },
  }
}

/** The largest resident set of a process so far, in megabytes; null where the system does not tell. */
export const peakMbOf = (pid: number): number | null => {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
  } catch {
    return null
  }
}
