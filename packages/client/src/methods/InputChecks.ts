/**
 * Checks of what callers pass in, before anything is sent (`INVALID_INPUT`).
 *
 * @module
 */
import type { InputIssue } from "../answer/ConsentError.js"
import { isObject } from "../answer/Shape.js"
import { type Check, memberIssues } from "../checks/Check.js"
import { isHeader } from "../options/OptionChecks.js"

export const text: Check = (value) => {
  if (typeof value !== "string" || value === "") return "must be a non-empty string"
  // In a URL it would become another character, and name another subject.
  return value.isWellFormed() ? null : "must be well-formed Unicode, without lone surrogates"
}

export const flag: Check = (value) => (typeof value === "boolean" ? null : "must be true or false")

/** A valid `Date`. */
const isDate = (value: unknown): boolean => value instanceof Date && !Number.isNaN(value.getTime())

/** A point in time as a `Date` or as epoch milliseconds. */
export const instant: Check = (value) =>
  isDate(typeof value === "number" ? new Date(value) : value) ? null : "must be a Date, or epoch milliseconds"

/** A point in time as a `Date` or in ISO 8601. */
export const isoTime: Check = (value) =>
  isDate(value) || text(value) === null ? null : "must be a Date, or an ISO 8601 string"

/** A valid header value. */
export const headerText: Check = (value) =>
  typeof value === "string" && value.trim() !== "" && isHeader("x", value) ? null : "must be a valid header value"

/** A path segment: `.` and `..` would lead elsewhere. */
export const pathPart: Check = (value) => (value === "." || value === ".." ? "must not be . or .." : text(value))

/** Consent types, which a query joins into one list. Spread, because `every` skips holes. */
export const types: Check = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  [...value].every((one) => text(one) === null && !String(one).includes(","))
    ? null
    : "must be a non-empty list of consent types, none of them empty or containing a comma"

const partNames: ReadonlyArray<unknown> = ["act", "subject", "trace"]

/** Parts of a receipt. */
export const parts: Check = (value) =>
  Array.isArray(value) && [...value].every((one) => partNames.includes(one))
    ? null
    : "must be a list of parts: act, subject, trace"

/** Decisions by name. */
export const flags: Check = (value) =>
  isObject(value) && Object.values(value).every((one) => typeof one === "boolean")
    ? null
    : "must be an object of booleans"

export const anyObject: Check = (value) => (isObject(value) ? null : "must be an object")

export const list: Check = (value) => (Array.isArray(value) ? null : "must be a list")

/** A whole number from 1 on. */
export const whole: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? null : "must be a whole number from 1 on"

/** A check that also accepts a missing value. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? null : check(value)

/** The problems of an input and its members. */
export const issuesIn = (input: unknown, checks: Readonly<Record<string, Check>>): ReadonlyArray<InputIssue> =>
  isObject(input) ? memberIssues(input, checks) : [{ path: "input", message: "must be an object" }]
