/** A Redis for the tests: the one that runs on this machine, else one started for them from the PATH. */
import { type ChildProcess, spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { existsSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** A server that answers. */
export interface RedisServer {
  readonly port: number
  /** Deletes everything, where it was started for the tests; fails on the machine's own. */
  readonly flush: () => Promise<void>
  /** Ends it, if it was started for the tests. */
  readonly stop: () => Promise<void>
}

/** Why there is no server. */
export interface NoRedis {
  readonly skipped: string
}

const answersPing = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"))
    const end = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket.once("data", (data) => end(data.toString().startsWith("+PONG")))
    socket.once("error", () => end(false))
    socket.setTimeout(1_000, () => end(false))
  })

/** Sends one command, and waits for its answer. */
const command = (port: number, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${line}\r\n`))
    socket.once("data", (data) => {
      socket.destroy()
      resolve(data.toString())
    })
    socket.once("error", reject)
  })

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A loopback port that was free a moment ago, and that no system gives to an outgoing connection. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

const program = (): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "redis-server"))
    .find((path) => existsSync(path))

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

const end = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGKILL")
  await ended
}

/** Starts a server that keeps nothing on disk. */
export const startRedis = async (port: number): Promise<RedisServer | NoRedis> => {
  const path = program()
  if (path === undefined) return { skipped: "no redis-server on the PATH" }
  const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", tmpdir()]
  const child = spawn(path, settings, { stdio: "ignore" })
  const abandon = () => child.kill("SIGKILL")
  process.once("exit", abandon)
  const stop = async () => {
    process.removeListener("exit", abandon)
    await end(child)
  }
  const flush = async () => {
    const answer = await command(port, "FLUSHALL")
    if (!answer.startsWith("+OK")) throw new Error(answer)
  }
  for (const deadline = Date.now() + 10_000; Date.now() < deadline && !hasEnded(child); await sleep(20)) {
    if (await answersPing(port)) return { port, flush, stop }
  }
  await stop()
  return { skipped: `${path} did not answer on port ${port} within 10 s` }
}

/** The machine's own server, else one of the tests' own. */
export const findRedis = async (): Promise<RedisServer | NoRedis> =>
  (await answersPing(6379))
    ? { port: 6379, flush: () => Promise.reject(new Error("it is not the tests' own")), stop: async () => {} }
    : startRedis(await freePort())
