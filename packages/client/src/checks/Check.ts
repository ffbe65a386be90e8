/**
 * Checks of values from outside: a caller's input, a client's options.
 *
 * @module
 */
import type { InputIssue } from "../answer/ConsentError.js"

/** The problem of a value, or null. A missing value is undefined. */
export type Check = (value: unknown) => string | null

/** The problems of a single value. */
export const issue = (path: string, value: unknown, check: Check): ReadonlyArray<InputIssue> => {
  const message = check(value)
  return message === null ? [] : [{ path, message }]
}

/**
 * The problems of an object's members that have a check.
 *
 * @param under - the prefix of a member's name, such as `retry.`
 */
export const memberIssues = (
  members: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
  under = "",
): ReadonlyArray<InputIssue> =>
  Object.entries(checks).flatMap(([name, check]) => issue(`${under}${name}`, members[name], check))

/** The issues of unknown members, which would otherwise be ignored silently. */
export const unknownMembers = (
  members: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
  message: string,
  under = "",
): ReadonlyArray<InputIssue> =>
  Object.keys(members)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => ({ path: `${under}${name}`, message }))
