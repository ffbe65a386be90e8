/**
 * Checks of values that come from outside: a caller's input, a client's options.
 *
 * @module
 */
import type { InputIssue } from "../answer/ConsentError.js"

/** What is wrong with a value; null where nothing is. An absent one is undefined. */
export type Check = (value: unknown) => string | null

/** What is wrong with a single value. */
export const issue = (path: string, value: unknown, check: Check): ReadonlyArray<InputIssue> => {
  const message = check(value)
  return message === null ? [] : [{ path, message }]
}

/**
 * What is wrong with the members of an object that have a check.
 *
 * @param under - the prefix of a member's name, such as `retry.`
 */
export const memberIssues = (
  members: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
  under = "",
): ReadonlyArray<InputIssue> =>
  Object.entries(checks).flatMap(([name, check]) => issue(`${under}${name}`, members[name], check))

/** The issues of unknown members, which would be ignored silently. */
export const unknownMembers = (
  members: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
  message: string,
  under = "",
): ReadonlyArray<InputIssue> =>
  Object.keys(members)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => ({ path: `${under}${name}`, message }))
