/** Reads of one subject over HTTP, as they are measured. */
import { type Agent, request } from "node:http"

/** The outcomes of readers. */
export interface ReadReport {
  /** Reads by what they were answered. */
  readonly answers: Readonly<Record<string, number>>
  /** Answers that are neither a 200 nor a 503 with a `Retry-After` of 1 to 5. */
  readonly unexpected: ReadonlyArray<string>
  readonly readMs: ReadonlyArray<number>
}

export interface ReadAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly bytes: number
  readonly ms: number
}

/** Reads an answer without keeping it. */
export const readSubject = (agent: Agent, port: number, subject: string): Promise<ReadAnswer | string> =>
  new Promise((resolve) => {
    const since = performance.now()
    const sent = request({ agent, host: "127.0.0.1", port, path: `/subjects/${subject}` }, (response) => {
      let bytes = 0
      response.on("data", (chunk: Buffer) => void (bytes += chunk.length))
      response.on("error", (error) => resolve(error.message))
      response.on("end", () => {
        const { headers, statusCode: status = 0 } = response
        resolve({ status, retryAfter: headers["retry-after"], bytes, ms: performance.now() - since })
      })
    })
    sent.on("error", (error) => resolve(error.message))
    sent.end()
  })

/** Whether a read was refused as it should be. */
export const isRefused = ({ retryAfter, status }: ReadAnswer): boolean =>
  status === 503 && /^[1-5]$/.test(retryAfter ?? "")
