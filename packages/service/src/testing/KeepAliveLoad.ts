/** Clients that send one request after another over persistent connections, until they are stopped. */
import { Agent, request } from "node:http"

/** The outcome of the requests. */
export interface LoadReport {
  readonly answered: number
  /** Acts that were answered with 200. */
  readonly saved: number
  /** Answers of 500 and above, and requests without an answer. */
  readonly failures: ReadonlyArray<string>
  /** Requests that were sent once more, since the server closed the kept-alive connection just before they came. */
  readonly resent: number
}

/** A load that is running. */
export interface KeepAliveLoad {
  /** Resolves when that many more requests have been answered. */
  readonly answers: (more: number) => Promise<void>
  readonly stop: () => Promise<LoadReport>
  /** From now on a client stops when no connection is accepted; resolves when all have. */
  readonly refused: () => Promise<LoadReport>
}

let acts = 0

const save = (): string => {
  acts += 1
  return JSON.stringify({
    type: "cookie_banner",
    subjectId: `sub_${"2".repeat(16)}${String(acts).padStart(6, "1").replaceAll("0", "a")}`,
    domain: "shop.example",
    givenAt: 1_700_000_000_000 + acts,
    preferences: { necessary: true, marketing: acts % 2 === 0 },
  })
}

/** A request that met the end of a connection that had been kept alive. */
const closedBefore = "the kept-alive connection was closed before the request came"

const send = (agent: Agent, url: string, body: string | null): Promise<string | null> =>
  new Promise((resolve) => {
    const headers =
      body === null ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
    const sent = request(url, { agent, method: body === null ? "GET" : "POST", headers }, (response) => {
      const { statusCode = 0 } = response
      let text = ""
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
      response.on("error", (error) => resolve(error.message))
      response.on("end", () => {
        if (!response.complete) resolve("the answer was cut off")
        else resolve(statusCode === 200 ? null : `${statusCode} ${text}`)
      })
    })
    sent.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && error.code === "ECONNRESET"
      resolve(isStale ? closedBefore : error.message)
    })
    sent.end(body)
  })

/**
 * Starts clients that read the manifest and save acts in turn.
 *
 * @param url - where the service is
 */
export const startLoad = (url: string, clients: number): KeepAliveLoad => {
  const stopped = new AbortController()
  let mayBeRefused = false
  let answered = 0
  let saved = 0
  let resent = 0
  const failures: Array<string> = []
  const waiting = new Set<() => void>()
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      const isSave = turn % 2 === 1
      const body = isSave ? save() : null
      const place = `${url}${isSave ? "/subjects" : "/manifest"}`
      const first = await send(agent, place, body)
      // A client may send a request again by itself where that has no further effect (RFC 9110, section 9.2.2): reads are
      // so by their method, and a save of the same act is the same record. The server waits for what is on its way, and
      // this only happens where the machine ran no process for longer than it waits.
      const isStale = first === closedBefore
      if (isStale) resent += 1
      const failure = isStale ? await send(agent, place, body) : first
      // Without a connection no request was sent. One that the system was about to accept is reset.
      if (mayBeRefused && /^connect ECONN(REFUSED|RESET)/.test(failure ?? "")) break
      answered += 1
      if (failure !== null) failures.push(failure)
      else if (isSave) saved += 1
      for (const look of waiting) look()
    }
    agent.destroy()
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  return {
    answers: (more) => {
      const wanted = answered + more
      return new Promise((resolve) => {
        const look = (): void => {
          if (answered < wanted) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
      })
    },
    stop: async () => {
      stopped.abort()
      await running
      return { answered, saved, failures, resent }
    },
    refused: async () => {
      mayBeRefused = true
      await running
      return { answered, saved, failures, resent }
    },
  }
}
