/**
 * Whether to retry, and when.
 *
 * @module
 */

/** How often a call is retried, and with which pauses. */
export interface RetrySettings {
  /** Attempts after the first: 0 to 10. */
  readonly maxRetries: number
  /** The bound of the first pause in milliseconds; it doubles with each attempt. */
  readonly initialDelayMs: number
  /** The longest pause, in milliseconds; a longer `Retry-After` ends the retries. */
  readonly maxDelayMs: number
}

/** `RetrySettings` as an option; missing members have their defaults. */
export interface RetryOptions extends Partial<RetrySettings> {}

export const defaultRetry: RetrySettings = { maxRetries: 2, initialDelayMs: 200, maxDelayMs: 5000 }

const retryable: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Whether a repeated request may get another status. */
export const isRetryable = (status: number): boolean => retryable.has(status)

/** The three forms of an HTTP date (RFC 9110, 5.6.7), to exclude other text that `Date.parse` accepts. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/

/**
 * The pause that `Retry-After` requires.
 *
 * @param header - seconds, or a date
 * @param now - epoch milliseconds
 * @returns milliseconds, 0 for a past date; null if it cannot be parsed
 */
export const retryAfterMs = (header: string | null, now: number): number | null => {
  const asked = header?.trim() ?? ""
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  // The oldest form ends with the year and has no zone; `Date.parse` would use the machine's.
  const at = httpDate.test(asked) ? Date.parse(asked.replace(/ \d{4}$/, "$& GMT")) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/**
 * The pause before the next try without `Retry-After`: random, so that clients that failed together do not
 * come back together.
 *
 * @param attempt - the failed attempt, counted from 0
 * @param random - at least 0, less than 1
 */
export const backoffMs = ({ initialDelayMs, maxDelayMs }: RetrySettings, attempt: number, random: number): number =>
  Math.floor(random * Math.min(maxDelayMs, initialDelayMs * 2 ** attempt))

/** The facts about a failed attempt. */
export interface FailedTry {
  readonly retryable: boolean
  /** Counted from 0. */
  readonly attempt: number
  /** The `Retry-After` of the response, null without one. */
  readonly retryAfter: string | null
  /** Epoch milliseconds. */
  readonly now: number
  /** At least 0, less than 1. */
  readonly random: number
}

/**
 * How long to wait before the next attempt.
 *
 * @returns milliseconds; null for no further attempt
 */
export const delayBeforeRetry = (settings: RetrySettings, failed: FailedTry): number | null => {
  if (!failed.retryable || failed.attempt >= settings.maxRetries) return null
  const delay = retryAfterMs(failed.retryAfter, failed.now) ?? backoffMs(settings, failed.attempt, failed.random)
  return delay > settings.maxDelayMs ? null : delay
}
