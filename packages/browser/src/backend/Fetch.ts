/**
 * Sends a request and reads its whole answer within a timeout.
 *
 * @module
 */
import { later } from "../env/Globals.js"
import { parseJson } from "../store/Plain.js"

/** An answer. */
export interface Answer {
  /** 0 when none came in time. */
  readonly status: number
  /** Parsed; undefined when it is no JSON. */
  readonly body: unknown
}

/** Asks without credentials, for no longer than so many milliseconds. Never rejects. */
export const ask = async (url: string, options: RequestInit = {}, ms = 5_000): Promise<Answer> => {
  try {
    const abort = new AbortController()
    later(() => abort.abort(), ms)
    const response = await fetch(url, { credentials: "omit", signal: abort.signal, ...options })
    return { status: response.status, body: parseJson(await response.text()) }
  } catch {
    return { status: 0, body: undefined }
  }
}

/** A JSON document of any content; undefined when there is none to be had. Never rejects. */
export const fetchJson = async (url: string): Promise<unknown> => (await ask(url)).body

/** Browsers refuse to keep more than 64 KiB alive after their page. */
const maxKeepaliveBytes = 60_000

/** Sends JSON, as far as possible even when the page goes meanwhile. Never rejects. */
export const sendJson = (method: string, url: string, value: unknown): Promise<Answer> => {
  const body = JSON.stringify(value)
  const keepalive = new Blob([body]).size <= maxKeepaliveBytes
  return ask(url, { method, headers: { "content-type": "application/json" }, body, keepalive }, 10_000)
}
