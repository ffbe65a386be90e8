/** Starts the installed `haproxy` as a TCP proxy in front of database servers. */
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startDaemon } from "./Daemon.js"
import { freePort } from "./FreePort.js"
import { findProgram } from "./Programs.js"
import { until } from "./Until.js"

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
  const folder = await mkdtemp(join(tmpdir(), "cs-haproxy-"))
  const file = join(folder, "haproxy.cfg")
  const port = await freePort()
  await writeFile(file, settings(port, servers))
  const daemon = startDaemon("haproxy", ["-db", "-f", file])
  const stop = async () => {
    await daemon.kill()
    await rm(folder, { recursive: true, force: true })
  }
  const failure = () => `haproxy accepts no connection: ${daemon.log()}`
  try {
    await until(async () => (await accepts(port)) || undefined, { everyMs: 50, forMs: 10_000, failure })
    return { port, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
