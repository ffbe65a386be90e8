/**
 * A server of `node:http` that is shut down, for `explore`: its parser and its answers are Node's own, its connections are
 * streams in memory, over which a client sends, reads and leaves when the schedule says so.
 */
import type { Protocol, World } from "@consent-service/test-engines/explore"
import { createServer, type Server } from "node:http"
import { Duplex } from "node:stream"
import { type Drain, makeDrain } from "../lifecycle/Drain.js"

/** What clients do, and what may go wrong. */
export interface DrainScenario {
  /** How many clients connect, each over one connection. */
  readonly clients: number
  /** How many requests each of them sends; it waits for no answer. */
  readonly requests: number
  /** Whether clients may leave. */
  readonly mayLeave: boolean
  /** Whether other processes listen on the port until the schedule says that they do not. */
  readonly sharesPort: boolean
}

const graceMs = 1_000
const lingerMs = 100

const requestText = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

type Written = (error?: Error | null) => void

/** The server's end of a connection. What it writes leaves when the client reads. */
class MemorySocket extends Duplex {
  bytesRead = 0
  received = ""
  readonly #reads: (arrive: () => void) => void

  constructor(reads: (arrive: () => void) => void) {
    super()
    this.#reads = reads
  }

  override _read(): void {}

  override _write(chunk: unknown, _: BufferEncoding, written: Written): void {
    this.#leave(String(chunk), written)
  }

  /** Like a real one, which sends what was written together. */
  override _writev(chunks: ReadonlyArray<{ readonly chunk: unknown }>, written: Written): void {
    this.#leave(chunks.map(({ chunk }) => String(chunk)).join(""), written)
  }

  #leave(text: string, written: Written): void {
    if (text === "") return written()
    this.#reads(() => {
      this.received += text
      written()
    })
  }

  send(text: string): void {
    this.bytesRead += text.length
    this.push(text)
  }

  setTimeout(): this {
    return this
  }

  destroySoon(): void {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once("finish", () => this.destroy())
  }
}

/** A client, and what of it the server has to answer. */
interface Client {
  readonly name: string
  readonly socket: MemorySocket
  /** How many requests it has sent over a connection that was open, and not announced to close. */
  sent: number
  /** How many of them the server has begun with. */
  accepted: number
  /** Whether an answer that is on its way says that the connection closes: what comes after it is not answered. */
  isAnnounced: boolean
  hasLeft: boolean
}

const answersIn = ({ socket }: Client): ReadonlyArray<string> =>
  socket.received.split(/(?=HTTP\/1\.1 )/).filter(Boolean)

const announcesClose = (answer: string): boolean => /^connection: close\r$/im.test(answer)

/** Tells a server that does not listen what a listening one knows: its handle, and how many connections are open. */
const pretendToListen = (server: Server, open: () => number) => {
  let isListening = true
  Reflect.set(server, "_handle", { close: () => void (isListening = false) })
  server.emit("listening")
  const recount = (): void => {
    Reflect.set(server, "_connections", open())
    const endIfDrained: unknown = Reflect.get(server, "_emitCloseIfDrained")
    if (typeof endIfDrained === "function") endIfDrained.call(server)
  }
  return { recount, isListening: () => isListening }
}

/** A server, and the clients that come to it. */
const makeClients = (world: World, { clients: count, mayLeave, requests }: DrainScenario) => {
  const clients: Array<Client> = []
  const server = createServer(({ socket }, response) => {
    const client = clients.find((one) => Object.is(one.socket, socket))
    if (client === undefined) return
    if (!client.isAnnounced) client.accepted += 1
    const answer = (): void => {
      client.isAnnounced ||= response.getHeader("connection") === "close"
      response.end("here")
    }
    world.may({ label: `a request of ${client.name} is answered`, act: answer })
  })
  const open = () => clients.filter(({ socket }) => !socket.closed).length
  const { isListening, recount } = pretendToListen(server, open)

  const sendNext = (client: Client, left: number): void => {
    if (left === 0) return
    const send = (): void => {
      const { socket } = client
      if (!client.hasLeft && !socket.destroyed && !socket.writableEnded) {
        if (!client.isAnnounced) client.sent += 1
        socket.send(requestText)
      }
      sendNext(client, left - 1)
    }
    world.may({ label: `${client.name} sends a request`, act: send })
  }
  const connect = (at: number): void => {
    if (at === count || !isListening()) return
    const name = `client ${at}`
    const socket = new MemorySocket((act) => void world.may({ label: `${name} reads`, act }))
    const client: Client = { name, socket, sent: 0, accepted: 0, isAnnounced: false, hasLeft: false }
    clients.push(client)
    socket.once("close", recount)
    socket.on("error", () => {})
    recount()
    server.emit("connection", socket)
    sendNext(client, requests)
    const leave = (): void => {
      client.hasLeft = true
      socket.destroy()
    }
    if (mayLeave) world.might({ label: `${name} leaves`, act: leave })
    world.may({ label: `client ${at + 1} connects`, act: () => connect(at + 1) })
  }
  return { server, clients, open, connect: () => connect(0) }
}

/** A shutdown: when it began and ended. */
interface Shutdown {
  begun: number | null
  ended: number | null
}

const whatHolds = (
  world: World,
  { clients, open }: Pick<ReturnType<typeof makeClients>, "clients" | "open">,
  shutdown: Shutdown,
) => {
  /** Requests that take longer than the grace period are given up. */
  const isGivenUp = (): boolean => shutdown.begun !== null && world.now() >= shutdown.begun + graceMs
  const first = (isWrong: (client: Client) => boolean): string | null => {
    const wrong = clients.find((client) => !client.hasLeft && isWrong(client))
    if (wrong === undefined) return null
    const { accepted, name, sent } = wrong
    return `${name} has sent ${sent}, of which ${accepted} were accepted, and got ${JSON.stringify(answersIn(wrong))}`
  }
  return {
    always: {
      "the shutdown ends after its connections": () =>
        shutdown.ended !== null && open() > 0 ? `${open()} connections are open` : null,
      "no answer follows one that announced the end": () =>
        first((client) => answersIn(client).slice(0, -1).some(announcesClose)),
      "the shutdown ends in time": () =>
        shutdown.begun !== null && (shutdown.ended ?? world.now()) > shutdown.begun + lingerMs + graceMs
          ? `it began at ${shutdown.begun} ms`
          : null,
    },
    atEnd: {
      "the shutdown ends": () => (shutdown.begun !== null && shutdown.ended === null ? "it does not" : null),
      "every request over a connection that is not announced to close is accepted": () =>
        first(({ accepted, sent }) => accepted < sent),
      "every request that was accepted is answered": () =>
        isGivenUp() ? null : first((client) => answersIn(client).length < client.accepted),
    },
  }
}

/** A shutdown by `makeDrain` or a variant of it, as a protocol to explore. */
export const drainProtocol =
  (scenario: DrainScenario, make: (server: Server) => Drain = makeDrain): Protocol =>
  (world) => {
    const { clients, connect, open, server } = makeClients(world, scenario)
    const drain = make(server)
    const shutdown: Shutdown = { begun: null, ended: null }
    const stoppedListening = (): Promise<void> =>
      new Promise((resolve) => void world.may({ label: "no other process listens", act: resolve }))
    const shutDown = async (): Promise<void> => {
      shutdown.begun = world.now()
      const options = { graceMs, lingerMs, ...(scenario.sharesPort ? { stoppedListening } : {}) }
      await drain(options)
      shutdown.ended = world.now()
    }
    connect()
    world.may({ label: "the shutdown begins", act: () => void shutDown() })
    return whatHolds(world, { clients, open }, shutdown)
  }
