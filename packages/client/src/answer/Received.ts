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
}

/** The result of reading: data, or the problem of its shape. */
export type Read<Data> = { readonly data: Data } | { readonly problem: string }
