/**
 * Whether to try again, and when.
 *
 * @module
 */

/** How often, and with what pauses, a call is tried again. */
export interface RetrySettings {
  /** Tries after the first: 0 to 10. */
  readonly maxRetries: number
  /** The bound of the first pause in milliseconds; it doubles with each try. */
  readonly initialDelayMs: number
  /** No pause is longer, in milliseconds; after a longer `Retry-After` there is no retry. */
  readonly maxDelayMs: number
}

/** `RetrySettings` as an option; what is left out has its default. */
export interface RetryOptions extends Partial<RetrySettings> {}

export const defaultRetry: RetrySettings = { maxRetries: 2, initialDelayMs: 200, maxDelayMs: 5000 }

const retryable: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Whether a status may change when the same request is sent again. */
export const isRetryable = (status: number): boolean => retryable.has(status)

/** The three forms of an HTTP date (RFC 9110, 5.6.7), as far as they differ from what else `Date.parse` reads. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/

/**
 * The pause that `Retry-After` requires.
 *
 * @param header - seconds, or a date
 * @param now - epoch milliseconds
 * @returns milliseconds, 0 for a date that is past; null if it cannot be parsed
 */
export const retryAfterMs = (header: string | null, now: number): number | null => {
  const asked = header?.trim() ?? ""
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  // The oldest form ends with its year and names no zone; `Date.parse` would take the machine's own.
  const at = httpDate.test(asked) ? Date.parse(asked.replace(/ \d{4}$/, "$& GMT")) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/**
 * The pause before the next try without `Retry-After`: random, so that clients that failed together do not
 * come back together.
 *
 * @param attempt - of the try that failed, counted from 0
 * @param random - at least 0, less than 1
 */
export const backoffMs = ({ initialDelayMs, maxDelayMs }: RetrySettings, attempt: number, random: number): number =>
  Math.floor(random * Math.min(maxDelayMs, initialDelayMs * 2 ** attempt))

/** What is known when a try has failed. */
export interface FailedTry {
  readonly retryable: boolean
  /** Counted from 0. */
  readonly attempt: number
  /** The `Retry-After` of the answer, null where there was none. */
  readonly retryAfter: string | null
  /** Epoch milliseconds. */
  readonly now: number
  /** At least 0, less than 1. */
  readonly random: number
}

/**
 * How long to wait before the next try.
 *
 * @returns milliseconds; null where there is to be none
 */
export const delayBeforeRetry = (settings: RetrySettings, failed: FailedTry): number | null => {
  if (!failed.retryable || failed.attempt >= settings.maxRetries) return null
  const delay = retryAfterMs(failed.retryAfter, failed.now) ?? backoffMs(settings, failed.attempt, failed.random)
  return delay > settings.maxDelayMs ? null : delay
}
