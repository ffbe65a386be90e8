/**
 * Sends a request and reads its whole response within a timeout.
 *
 * @module
 */
import { later } from "../env/Globals.js"
import { parseJson } from "../store/Plain.js"

/** An answer. */
export interface Answer {
  /** 0 when no response came in time. */
  readonly status: number
  /** The parsed body; absent when it is not JSON. */
  readonly body?: unknown
  /** `Retry-After` in milliseconds; 0 where it is missing, or not in seconds. */
  readonly waitMs: number
}

/** Sends a request without credentials, with a timeout in milliseconds. Never rejects. */
export const ask = async (url: string, options: RequestInit = {}, ms = 5_000): Promise<Answer> => {
  try {
    const abort = new AbortController()
    later(() => abort.abort(), ms)
    const response = await fetch(url, { credentials: "omit", signal: abort.signal, ...options })
    const waitMs = Number(response.headers.get("retry-after")) * 1000 || 0
    return { status: response.status, body: parseJson(await response.text()), waitMs }
  } catch {
    return { status: 0, waitMs: 0 }
  }
}

/** A JSON document of any content; undefined when none is available. Never rejects. */
export const fetchJson = async (url: string): Promise<unknown> => (await ask(url)).body

/** Browsers limit `keepalive` requests to 64 KiB. */
const maxKeepaliveBytes = 60_000

/** Sends JSON, if possible even when the page is being closed. Never rejects. */
export const sendJson = (method: string, url: string, value: unknown): Promise<Answer> => {
  const body = JSON.stringify(value)
  const keepalive = new Blob([body]).size <= maxKeepaliveBytes
  return ask(url, { method, headers: { "content-type": "application/json" }, body, keepalive }, 10_000)
}
