/** Starts the installed `haproxy` as a TCP proxy in front of database servers. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "./FreePort.js"
import { findProgram } from "./Programs.js"

/** Why {@link startHaProxy} cannot work here, or null. */
export const whyNoHaProxy = (): string | null =>
  findProgram("haproxy") === undefined ? "haproxy is not installed" : null

/** A server behind the proxy, on a loopback port. */
export interface ProxiedServer {
  readonly port: number
  /** Where it tells by HTTP whether it may be used: `GET` of a path on a port. By default a connection is enough. */
  readonly check?: { readonly port: number; readonly path: string }
}

export interface HaProxy {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** One file for what is called a listen section, with checks twice a second. */
const settings = (port: number, servers: ReadonlyArray<ProxiedServer>): string => {
  const path = servers.find(({ check }) => check !== undefined)?.check?.path
  const lines = servers.map(
    (server, at) => `  server node${at} 127.0.0.1:${server.port} check port ${server.check?.port ?? server.port}`,
  )
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen database
  bind 127.0.0.1:${port}
  balance roundrobin
${path === undefined ? "" : `  option httpchk GET ${path}\n`}  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${lines.join("\n")}
`
}

const accepts = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1")
  try {
    await once(socket, "connect")
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Connections take turns over the servers that are up. When a server goes down, its connections are ended. */
export const startHaProxy = async (servers: ReadonlyArray<ProxiedServer>): Promise<HaProxy> => {
  const program = findProgram("haproxy")
  if (program === undefined) throw new Error("haproxy is not installed")
  const folder = await mkdtemp(join(tmpdir(), "cs-haproxy-"))
  const file = join(folder, "haproxy.cfg")
  const port = await freePort()
  await writeFile(file, settings(port, servers))
  const child = spawn(program, ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] })
  let log = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (log = (log + text).slice(-2_000)))
  const kill = () => void child.kill("SIGKILL")
  process.once("exit", kill)
  const ended = once(child, "close")
  const stop = async () => {
    kill()
    await ended
    process.removeListener("exit", kill)
    await rm(folder, { recursive: true, force: true })
  }
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(50)) {
    if (await accepts(port)) return { port, stop }
  }
  await stop()
  throw new Error(`haproxy did not accept a connection within 10 s: ${log}`)
}
