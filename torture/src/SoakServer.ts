/** `consent-service serve` as an operator runs it, for the soak: a process of its own with its workers and its metrics. */
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { commandPath } from "@consent-service/test-engines/command"
import { logKey } from "./Manifest.js"

export interface SoakSettings {
  readonly databaseUrl: string
  /** An empty folder that the server runs in. */
  readonly folder: string
  readonly workers: number
}

export interface SoakServer {
  readonly port: number
  readonly signal: (signal: NodeJS.Signals) => void
  /** Its exit code, once it has one; null when a signal ended it. */
  readonly exited: Promise<number | null>
  /** Resolves with the number of log lines of an event, once there are more than that many. */
  readonly logged: (event: string, moreThan: number) => Promise<number>
  /** Why requests failed, each reason once. */
  readonly failures: () => ReadonlyArray<string>
  /** The processes of its workers, whether they serve already or not. */
  readonly workers: () => ReadonlyArray<number>
  /** Resolves once the primary counts that many workers that serve and are ready. */
  readonly allServe: (count: number) => Promise<void>
  /** The resident memory of all its processes, in megabytes. */
  readonly residentMb: () => number
}

const configuration = JSON.stringify({
  rateLimit: false,
  server: { metrics: { port: 0 } },
  evidence: { signingKeys: [logKey] },
})

const workersOf = ({ pid = 0 }: ChildProcess): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number)

/** A worker may end between its being listed and its being looked at. */
const residentMbOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** How many workers the page of metrics has as ready; one process has no number. */
const readyAt = async (metrics: string): Promise<number> => {
  const page = await (await fetch(metrics)).text()
  return Array.from(page.matchAll(/^cs_service_ready(?:{worker="\d+"})? 1$/gm)).length
}

/** How long the server may take to cope with a trouble, in milliseconds: a busy machine starts a process slowly. */
const patienceMs = 120_000

/** Starts the server; what does not start throws with all it printed. */
export const startSoakServer = async ({ databaseUrl, folder, workers }: SoakSettings): Promise<SoakServer> => {
  await writeFile(join(folder, "consent.config.json"), configuration)
  const args = ["serve", "--port", "0", "--host", "127.0.0.1", "--migrate", "--workers", String(workers)]
  const child = spawn(process.execPath, [commandPath, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  const read = (text: string): void => void (output += text)
  child.stdout.setEncoding("utf8").on("data", read)
  child.stderr.setEncoding("utf8").on("data", read)
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve))
  const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
    const since = performance.now()
    while (!(await holds())) {
      if (child.exitCode !== null) throw new Error(`the server has ended: ${output.slice(-4_000)}`)
      if (performance.now() - since > patienceMs)
        throw new Error(`not after ${patienceMs} ms: ${what}: ${output.slice(-4_000)}`)
      await sleep(20)
    }
  }
  const lines = (event: string): number => output.split(`"event":"${event}"`).length - 1
  await until("a start", () => /metrics {8}http\S+\n/.test(output))
  const port = Number(/listens on http:\/\/[^:]+:(\d+)/.exec(output)?.[1])
  const metrics = /metrics {8}(http\S+)\n/.exec(output)?.[1] ?? ""
  return {
    port,
    signal: (signal) => void child.kill(signal),
    exited,
    logged: async (event, moreThan) => {
      await until(`${event} ${moreThan + 1}`, () => lines(event) > moreThan)
      return lines(event)
    },
    failures: () => [...new Set(Array.from(output.matchAll(/"failure":"([^"]*)"/g), ([, reason = ""]) => reason))],
    workers: () => workersOf(child),
    allServe: (count) => until(`${count} workers that serve`, async () => (await readyAt(metrics)) === count),
    residentMb: () => [child.pid ?? 0, ...workersOf(child)].reduce((sum, pid) => sum + residentMbOf(pid), 0),
  }
}
