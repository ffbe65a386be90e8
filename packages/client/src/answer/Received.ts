/**
 * An answer before it is read, and what reading it gives.
 *
 * @module
 */

/** An answer as it arrived. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; undefined where there is no body. */
  readonly body: unknown
}

/** What an answer comes to: data, or what is wrong with its shape. */
export type Read<Data> = { readonly data: Data } | { readonly problem: string }
