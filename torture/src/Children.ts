/** Server processes: started, listened to, killed by their own id, and never left behind. */
import type { ConsentServiceOptions } from "consent-service"
import { type ChildProcess, spawn } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { bundled } from "./Bundle.js"

/** A server that listens. */
export interface ServerChild {
  readonly port: number
  readonly pid: number
  /** From its start to its listening. */
  readonly startMs: number
  /** What it printed so far. */
  readonly lines: () => ReadonlyArray<string>
  /** `kill -9`; resolves when the process is gone. */
  readonly kill: () => Promise<void>
  /** Lets it end by itself; resolves when the process is gone and all it printed has been read. */
  readonly stop: () => Promise<void>
  /** Sends it a signal, and waits for nothing. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** Resolves when it is gone, with its exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>
}

export interface ServerSettings {
  readonly databaseUrl: string
  readonly tenant?: string
  /** Another program than the service's own: one with a fault planted in it, or one that takes `limits`. */
  readonly script?: "Server" | "EarlyAckServer" | "DrainServer"
  /** The service's option `limits`. */
  readonly limits?: NonNullable<ConsentServiceOptions["limits"]>
  /** The largest heap of the process, in megabytes. */
  readonly heapMb?: number
  /** Further variables of its environment. */
  readonly env?: Readonly<Record<string, string>>
}

export interface Children {
  readonly start: (settings: ServerSettings) => Promise<ServerChild>
  /** Kills those that still run and starts no more: for when a test is over, however it went, and whatever still goes on in it. */
  readonly end: () => Promise<void>
}

const patienceMs = 30_000

const environmentOf = ({ databaseUrl, env, limits, tenant }: ServerSettings): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  DATABASE_URL: databaseUrl,
  ...(tenant === undefined ? {} : { TENANT_ID: tenant }),
  ...(limits === undefined ? {} : { LIMITS: JSON.stringify(limits) }),
  ...env,
})

const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const portIn = (text: string): number | null => {
  const port = /^listening (\d+)$/m.exec(text)?.[1]
  return port === undefined ? null : Number(port)
}

const spawnServer = (program: string, settings: ServerSettings) => {
  // The server ends when its standard input does: not even a test process that is killed leaves it behind.
  const { heapMb } = settings
  const flags = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]
  const child = spawn(process.execPath, [...flags, program], {
    env: environmentOf(settings),
    stdio: ["pipe", "pipe", "pipe"],
  })
  let output = ""
  let errors = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (output += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (errors = (errors + text).slice(-4_000)))
  // A write to a killed process may fail.
  child.stdin.on("error", () => {})
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()))
  return { child, closed, output: () => output, errors: () => errors }
}

type Spawned = ReturnType<typeof spawnServer>

const killed = async ({ child, closed }: Spawned): Promise<void> => {
  if (!isGone(child)) child.kill("SIGKILL")
  await closed
}

const stopped = async (spawned: Spawned): Promise<void> => {
  spawned.child.stdin.end()
  const late = setTimeout(() => spawned.child.kill("SIGKILL"), patienceMs)
  await spawned.closed
  clearTimeout(late)
  if (spawned.child.exitCode !== 0) throw new Error(`a server did not end in order: ${spawned.errors()}`)
}

const untilListening = async (spawned: Spawned): Promise<number> => {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(2)) {
    const port = portIn(spawned.output())
    if (port !== null) return port
    if (isGone(spawned.child)) break
  }
  await killed(spawned)
  throw new Error(`a server did not start: ${spawned.errors()}`)
}

/** The processes of one test. */
export const makeChildren = (): Children => {
  const running = new Set<Spawned>()
  let ended = false
  const start = async (settings: ServerSettings): Promise<ServerChild> => {
    const program = await bundled(settings.script ?? "Server")
    if (ended) throw new Error("the test is over")
    const since = performance.now()
    const spawned = spawnServer(program, settings)
    running.add(spawned)
    void spawned.closed.then(() => running.delete(spawned))
    const port = await untilListening(spawned)
    return {
      port,
      // A process that printed something has an id.
      pid: spawned.child.pid ?? 0,
      startMs: performance.now() - since,
      lines: () => spawned.output().split("\n"),
      kill: () => killed(spawned),
      stop: () => stopped(spawned),
      signal: (signal) => void spawned.child.kill(signal),
      exited: spawned.closed.then(() => spawned.child.exitCode),
    }
  }
  const end = async (): Promise<void> => {
    ended = true
    await Promise.all(Array.from(running, killed))
  }
  return { start, end }
}
