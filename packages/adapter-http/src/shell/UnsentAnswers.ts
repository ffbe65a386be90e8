/**
 * Answers that were written to a connection but have not left the process: bounded in time and in bytes, so
 * that clients that do not read cannot use up the memory.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { Duplex } from "node:stream"

/** When a connection is closed whose client does not read. */
export interface UnsentLimits {
  /**
   * How long a client may read no byte of an answer, in milliseconds. What the system accepts for sending counts as
   * read, so a client that reads nothing at all is closed after up to twice that.
   */
  readonly stallMs: number
  /** How long one answer may take as a whole, in milliseconds. */
  readonly longestMs: number
  /** How many bytes may wait in all connections together; beyond that, those that have waited longest are closed. */
  readonly maxBytes: number
}

/** The default limits of a process. */
export const unsentLimits: UnsentLimits = { stallMs: 10_000, longestMs: 60_000, maxBytes: 64 * 1024 * 1024 }

/** Watches answers until they have left. */
export interface UnsentAnswers {
  /**
   * Registers an answer right after its `end`. An answer that the system has accepted whole, as nearly all are,
   * costs nothing.
   *
   * @param bytes - the length of its body
   */
  readonly watch: (response: ServerResponse, bytes: number) => void
  /** How many bytes wait in all connections. */
  readonly bytes: () => number
}

/** Carries answers: a connection, or one stream of an HTTP/2 connection. */
interface Carrier extends Duplex {
  readonly setTimeout: (milliseconds: number) => unknown
  readonly timeout?: number
  [waiting]?: Waiting | undefined
}

const waiting: unique symbol = Symbol("unsent answers")

/** A carrier with unsent answers: an item of a list ordered by `since`. */
interface Waiting {
  readonly carrier: Carrier
  readonly release: () => void
  answers: number
  bytes: number
  /** When it last finished an answer, or else got its first one. */
  since: number
  before: Waiting | null
  after: Waiting | null
}

/** Test requests of some frameworks have an object that only resembles a connection. */
const isCarrier = (value: unknown): value is Carrier => value instanceof Duplex && "setTimeout" in value

const carrierOf = (request: IncomingMessage): Carrier | null => {
  const candidate = "stream" in request ? request.stream : request.socket
  return isCarrier(candidate) && !candidate.destroyed ? candidate : null
}

/** A reset discards what the system holds for the client, too. TLS, pipes and HTTP/2 streams have none. */
const cutOff = (carrier: Carrier): void => {
  const isPlainTcp = carrier instanceof Socket && carrier.remoteFamily !== undefined && !("encrypted" in carrier)
  if (isPlainTcp) carrier.resetAndDestroy()
  else carrier.destroy()
}

/**
 * Makes the carrier emit `timeout` when it sends nothing for a while; Node tracks the rest of a pending write.
 *
 * @returns a function that restores the previous timeout
 */
const limitStall = (carrier: Carrier, stallMs: number, onStall: () => void): (() => void) => {
  const { timeout: own = 0 } = carrier
  const isStricter = own === 0 || own > stallMs
  if (isStricter) carrier.setTimeout(stallMs)
  carrier.on("timeout", onStall)
  return () => {
    carrier.off("timeout", onStall)
    if (isStricter && !carrier.destroyed) carrier.setTimeout(own)
  }
}

/** The carriers with unsent answers, those that wait longest first. */
const makeQueue = () => {
  let first: Waiting | null = null
  let last: Waiting | null = null
  const append = (one: Waiting): void => {
    one.before = last
    one.after = null
    if (last === null) first = one
    else last.after = one
    last = one
  }
  const remove = ({ after, before }: Waiting): void => {
    if (before === null) first = after
    else before.after = after
    if (after === null) last = before
    else after.before = before
  }
  return { first: () => first, append, remove }
}

/** Watches answers, all under the same limits. */
export const makeUnsentAnswers = ({ longestMs, maxBytes, stallMs }: UnsentLimits): UnsentAnswers => {
  const queue = makeQueue()
  let total = 0
  let timer: ReturnType<typeof setTimeout> | null = null

  const forget = (one: Waiting): void => {
    if (one.carrier[waiting] !== one) return
    one.carrier[waiting] = undefined
    queue.remove(one)
    total -= one.bytes
    one.release()
  }

  const close = (one: Waiting): void => {
    forget(one)
    cutOff(one.carrier)
  }

  const closeLate = (): void => {
    timer = null
    const due = performance.now() - longestMs
    for (let one = queue.first(); one !== null && one.since <= due; one = queue.first()) close(one)
    arm()
  }

  const arm = (): void => {
    const one = queue.first()
    if (timer !== null || one === null) return
    timer = setTimeout(closeLate, Math.max(1, one.since + longestMs - performance.now()))
    timer.unref()
  }

  const enter = (carrier: Carrier): Waiting => {
    const onStall = (): void => close(one)
    const onClose = (): void => forget(one)
    const restore = limitStall(carrier, stallMs, onStall)
    const release = (): void => {
      carrier.off("close", onClose)
      restore()
    }
    const since = performance.now()
    const one: Waiting = { carrier, release, answers: 0, bytes: 0, since, before: null, after: null }
    carrier.once("close", onClose)
    carrier[waiting] = one
    queue.append(one)
    return one
  }

  const hasLeft = (one: Waiting, bytes: number): void => {
    if (one.carrier[waiting] !== one) return
    one.answers -= 1
    if (one.answers === 0) return forget(one)
    one.bytes -= bytes
    total -= bytes
    one.since = performance.now()
    queue.remove(one)
    queue.append(one)
  }

  const slowestOfTooMany = (): Waiting | null => (total > maxBytes ? queue.first() : null)

  const watch = (response: ServerResponse, bytes: number): void => {
    if (response.writableFinished) return
    const carrier = carrierOf(response.req)
    if (carrier === null) return
    const one = carrier[waiting] ?? enter(carrier)
    one.answers += 1
    one.bytes += bytes
    total += bytes
    // Before Node's own listener, which sets the timeout of a connection that waits for its next request.
    response.prependOnceListener("finish", () => hasLeft(one, bytes))
    for (let slowest = slowestOfTooMany(); slowest !== null; slowest = slowestOfTooMany()) close(slowest)
    arm()
  }

  return { watch, bytes: () => total }
}
