/**
 * The events that a client reports.
 *
 * @module
 */
import type { ConsentError } from "../answer/ConsentError.js"

interface RequestFacts {
  readonly method: string
  /** The route, such as `/subjects/:id`: a subject's id is a secret and must not be logged. */
  readonly path: string
  /** The same for every attempt. */
  readonly requestId: string
  /** Counted from 0. */
  readonly attempt: number
}

/** An attempt begins. */
export interface RequestEvent extends RequestFacts {
  readonly type: "request"
}

/** An attempt got a response, successful or not. */
export interface ResponseEvent extends RequestFacts {
  readonly type: "response"
  readonly status: number
  /** From the start of the attempt to the end of its response. */
  readonly durationMs: number
}

/** An attempt failed, and another follows. */
export interface RetryEvent extends RequestFacts {
  readonly type: "retry"
  /** The pause before the next attempt. */
  readonly delayMs: number
  readonly error: ConsentError
}

/** What a client reports of its requests, by `type`. */
export type ClientEvent = RequestEvent | ResponseEvent | RetryEvent

/** Receives events; errors it throws are ignored. */
export type OnEvent = (event: ClientEvent) => void

/** Delivers an event to a listener that may throw. */
export const tell = (onEvent: OnEvent | undefined, event: ClientEvent): void => {
  // A listener must not affect the call, not even with a promise that rejects.
  new Promise<void>((resolve) => resolve(onEvent?.(event))).catch(() => {})
}
