/**
 * The options of a single call, which override the client's.
 *
 * @module
 */
import type { InputIssue } from "../answer/ConsentError.js"
import { isObject } from "../answer/Shape.js"
import { type Check, issue, memberIssues } from "../checks/Check.js"
import { defaultRetry, type RetryOptions, type RetrySettings } from "../retry/Retry.js"
import type { ClientSettings } from "./ClientOptions.js"
import { headersProblem, namedHeaders, retryIssues, retryWith, timeoutProblem } from "./OptionChecks.js"

/** Options of a call, its last argument; an invalid one is an `INVALID_INPUT`. */
export interface CallOptions {
  /** Aborts the call, including waits between attempts, with `ABORTED`. */
  readonly signal?: AbortSignal | undefined
  /** For each attempt: 1 to 2147483647 ms. */
  readonly timeoutMs?: number | undefined
  /** Additional headers; the client's own take precedence. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Members that replace the client's; where that never retries, they replace the defaults. */
  readonly retry?: RetryOptions | false | undefined
  /** 1 to 128 of `A-Z a-z 0-9 . _ : -`; a random one by default. Sent with every attempt. */
  readonly requestId?: string | undefined
}

/** Validated options of a call. */
export interface CallSettings {
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  readonly headers: Readonly<Record<string, string>>
  readonly retry: RetrySettings | null
  readonly requestId: string
}

const requestIdProblem: Check = (value) =>
  value === undefined || (typeof value === "string" && /^[A-Za-z0-9._:-]{1,128}$/.test(value))
    ? null
    : "must be 1 to 128 of A-Z a-z 0-9 . _ : -"

const signalProblem: Check = (value) =>
  value === undefined || value instanceof AbortSignal ? null : "must be an AbortSignal"

/** The problems of a call's raw options. */
export const callIssues = (options: unknown): ReadonlyArray<InputIssue> =>
  isObject(options)
    ? [
        ...memberIssues(options, { signal: signalProblem, timeoutMs: timeoutProblem, headers: headersProblem }),
        ...retryIssues(options["retry"]),
        ...issue("requestId", options["requestId"], requestIdProblem),
      ]
    : [{ path: "options", message: "must be an object" }]

/** Merges a call's options over its client's. */
export const callSettings = (options: CallOptions, client: ClientSettings): CallSettings => ({
  signal: options.signal,
  timeoutMs: options.timeoutMs ?? client.timeoutMs,
  headers: { ...client.headers, ...namedHeaders(options.headers ?? {}) },
  retry: options.retry === false ? null : retryOf(options.retry, client.retry),
  requestId: options.requestId ?? crypto.randomUUID(),
})

const retryOf = (given: RetryOptions | undefined, client: RetrySettings | null): RetrySettings | null =>
  given === undefined ? client : retryWith(client ?? defaultRetry, given)
