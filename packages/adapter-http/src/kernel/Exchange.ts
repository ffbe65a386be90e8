/**
 * One request and its answer, whatever carried them: what a transport's shell must supply, and what it gets back.
 *
 * @module
 */
import type { Utf8 } from "../answer/Answer.js"
import type { BodyRead } from "../request/JsonBody.js"

/** A request. Nothing is parsed before it is needed. */
export interface Exchange {
  /** Upper-case. */
  readonly method: string
  /** The scheme of the connection, whatever a proxy reports. */
  readonly scheme: "http" | "https"
  /** The host that the client sent the request to; null when it named none. */
  readonly host: string | null
  /** The path as sent, percent-encoding untouched, starting with `/`. */
  readonly path: string
  /** The public prefix that a framework has removed from `path`, such as `/consent`; `""` when there is none. */
  readonly mount: string
  /** The query as sent, without its `?`. */
  readonly search: string
  /** A header's value by its lower-case name. */
  readonly header: (name: string) => string | null
  /** Reads the whole body; rejects only where the transport has been misused. */
  readonly body: (limit: number) => Promise<BodyRead>
  /** The address of the connection's other end, when the transport knows it. */
  readonly peer: string | null
  /**
   * The client's address, as determined by the host's own proxy setting; null or absent without one.
   * With `trustedProxies` the service decides by itself.
   */
  readonly client?: string | null
  /** Keeps the runtime alive until a task completes, where it would not wait by itself; null where it does. */
  readonly waitUntil: ((task: Promise<unknown>) => unknown) | null
}

/**
 * An answer. Header names are lower-case. A body is the complete text, as a string or in UTF-8; for `HEAD` it is null,
 * with the length in the headers. Several answers may share the same bytes: never write into them.
 */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Utf8 | null
}

/** Answers a request; synchronously when it does not have to wait. It never throws and never rejects. */
export type Kernel = (exchange: Exchange) => Reply | Promise<Reply>
