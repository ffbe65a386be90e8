/**
 * A raw response, and the result of reading it.
 *
 * @module
 */

/** A response as received. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; undefined where there is no body. */
  readonly body: unknown
  /** The body as text; empty for a route whose answer is bytes. */
  readonly text: string
  /** For a route whose answer is bytes; null for its errors, and for other routes. */
  readonly bytes: Uint8Array | null
}

/** The result of reading: data, or the problem of its shape. */
export type Read<Data> = { readonly data: Data } | { readonly problem: string }
