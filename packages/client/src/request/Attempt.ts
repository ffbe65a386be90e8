/**
 * One request and its complete response, within a timeout.
 *
 * @module
 */
import type { Environment } from "./Environment.js"

/** A body: text, or bytes where they were asked for. */
interface Body {
  readonly text: string
  readonly bytes: Uint8Array | null
}

/** The outcome of an attempt. */
export type Attempted =
  | ({ readonly _tag: "Answered"; readonly status: number; readonly headers: Headers } & Body)
  | { readonly _tag: "TimedOut" }
  | { readonly _tag: "Aborted" }
  | { readonly _tag: "Broken"; readonly cause: unknown }

export interface Attempt {
  readonly fetch: typeof globalThis.fetch
  readonly url: string
  readonly init: RequestInit
  /** Whether to read the body of a successful answer as bytes. */
  readonly isBinary: boolean
  readonly timeoutMs: number
  /** The caller's own. */
  readonly signal: AbortSignal | undefined
}

const bodyOf = async (response: Response, isBinary: boolean): Promise<Body> =>
  isBinary && response.ok
    ? { text: "", bytes: new Uint8Array(await response.arrayBuffer()) }
    : { text: await response.text(), bytes: null }

const exchange = async ({ fetch, init, isBinary, url }: Attempt, signal: AbortSignal): Promise<Attempted> => {
  try {
    // Redirects are not followed: the key and the record go to the configured address only.
    const response = await fetch(url, { ...init, redirect: "manual", signal })
    const body = await bodyOf(response, isBinary)
    // A copy, because a fake `fetch` may return a plain object, or nothing.
    return { _tag: "Answered", status: response.status, headers: new Headers(response.headers), ...body }
  } catch (cause) {
    return { _tag: "Broken", cause }
  }
}

/**
 * Sends a request and reads its complete answer; never rejects. The timeout and the caller's signal abort it even where a
 * custom `fetch` ignores signals.
 */
export const attempt = (one: Attempt, environment: Environment): Promise<Attempted> =>
  new Promise((resolve) => {
    const { signal, timeoutMs } = one
    const stop = new AbortController()
    const end = (how: Attempted) => {
      callOff()
      signal?.removeEventListener("abort", aborted)
      resolve(how)
      stop.abort()
    }
    const aborted = () => end({ _tag: "Aborted" })
    const callOff = environment.after(timeoutMs, () => end({ _tag: "TimedOut" }))
    if (signal?.aborted === true) {
      aborted()
      return
    }
    signal?.addEventListener("abort", aborted, { once: true })
    void exchange(one, stop.signal).then(end)
  })
