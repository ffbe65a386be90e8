/**
 * Checks that a client's options and a call's options share.
 *
 * @module
 */
import type { InputIssue } from "../answer/ConsentError.js"
import { isObject } from "../answer/Shape.js"
import { type Check, memberIssues, unknownMembers } from "../checks/Check.js"
import type { RetryOptions, RetrySettings } from "../retry/Retry.js"

/** The longest timeout of a timer, in milliseconds. */
const longestTimer = 2_147_483_647

const integerProblem =
  (least: number, most: number): Check =>
  (value) =>
    value === undefined || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most)
      ? null
      : `must be a whole number from ${least} to ${most}`

export const timeoutProblem = integerProblem(1, longestTimer)

/** An object of names and values that `Headers` accepts; a `Headers` or a `Map` has no members and would be lost. */
export const headersProblem: Check = (value) => {
  if (value === undefined) return null
  if (!isObject(value) || Symbol.iterator in value || Object.values(value).some((one) => typeof one !== "string"))
    return "must be an object of strings"
  const bad = Object.entries(value).find(([name, text]) => !isHeader(name, String(text)))
  return bad === undefined ? null : `${JSON.stringify(bad[0])} is not a valid header name or has an invalid value`
}

/** Whether a value can be sent in a header. */
export const isHeader = (name: string, value: string): boolean => {
  try {
    return new Headers([[name, value]]).has(name)
  } catch {
    return false
  }
}

/** Headers under normalized names: one name may have two spellings. */
export const namedHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(new Headers(Object.entries(headers)))

const retryChecks: Readonly<Record<keyof RetrySettings, Check>> = {
  maxRetries: integerProblem(0, 10),
  initialDelayMs: integerProblem(0, longestTimer),
  maxDelayMs: integerProblem(0, longestTimer),
}

/** The problems of a `retry` option, by member. */
export const retryIssues = (value: unknown): ReadonlyArray<InputIssue> => {
  if (value === undefined || value === false) return []
  if (!isObject(value)) return [{ path: "retry", message: "must be an object, or false for no retries" }]
  return [
    ...memberIssues(value, retryChecks, "retry."),
    ...unknownMembers(value, retryChecks, "is not a retry option", "retry."),
  ]
}

/** A retry setting overridden by another; an undefined member counts as missing. */
export const retryWith = (base: RetrySettings, given: RetryOptions): RetrySettings => ({
  maxRetries: given.maxRetries ?? base.maxRetries,
  initialDelayMs: given.initialDelayMs ?? base.initialDelayMs,
  maxDelayMs: given.maxDelayMs ?? base.maxDelayMs,
})
