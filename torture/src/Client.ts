/**
 * The client's side of HTTP: what was fully read is an answer, everything else is no answer.
 *
 * Not `fetch`: probes need their path sent as it is written.
 */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http"

export interface Answer {
  readonly _tag: "Answer"
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Reset, cut off or timed out: the outcome of the request is unknown. */
export interface NoAnswer {
  readonly _tag: "NoAnswer"
  readonly reason: string
  /** Whether it was reset on a connection that had been used before: the server may have closed that while it idled. */
  readonly isStale: boolean
}

export type Outcome = Answer | NoAnswer

/** Whether it is a save that was acknowledged. */
export const isSaved = (outcome: Outcome): boolean => outcome._tag === "Answer" && outcome.status === 200

export interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Client {
  /** Never rejects. */
  readonly send: (sent: Sent) => Promise<Outcome>
  readonly close: () => void
}

const readAnswer = (response: IncomingMessage, settle: (outcome: Outcome) => void): void => {
  const chunks: Array<Buffer> = []
  response.on("data", (chunk: Buffer) => chunks.push(chunk))
  const fail = (reason: string) => settle({ _tag: "NoAnswer", reason, isStale: false })
  response.on("error", (error) => fail(error.message))
  response.on("end", () => {
    if (!response.complete) return fail("the answer was cut off")
    settle({
      _tag: "Answer",
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    })
  })
}

const sendThrough = (
  agent: Agent,
  port: number,
  timeoutMs: number,
  { body, headers, method, path }: Sent,
): Promise<Outcome> =>
  new Promise((resolve) => {
    // Node sends the body of some methods unframed unless it knows the length.
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) }
    const options = { agent, host: "127.0.0.1", port, method, path, headers: { ...headers, ...length } }
    const sent = request({ ...options, timeout: timeoutMs }, (response) => readAnswer(response, resolve))
    sent.on("timeout", () => sent.destroy(new Error("timed out")))
    sent.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && error.code === "ECONNRESET"
      resolve({ _tag: "NoAnswer", reason: error.message, isStale })
    })
    sent.end(body)
  })

/**
 * A client with that many connections, kept alive.
 *
 * @param timeoutMs - how long it waits for an answer
 */
export const openClient = (port: number, connections: number, timeoutMs = 10_000): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })
  return { send: (sent) => sendThrough(agent, port, timeoutMs, sent), close: () => agent.destroy() }
}

/** Sends a request that may come twice, again if its connection was stale, as browsers and proxies do. */
export const sendRepeatable = async (client: Client, sent: Sent): Promise<Outcome> => {
  const outcome = await client.send(sent)
  return outcome._tag === "NoAnswer" && outcome.isStale ? client.send(sent) : outcome
}

/** A member of a parsed body, whatever it is. */
export const member = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null ? Object.getOwnPropertyDescriptor(inner, name)?.value : undefined,
    value,
  )

/** A parsed body; null when it is not JSON. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
