/**
 * Authored options as plain data: read once, so that nothing in them can change, throw or loop afterwards.
 *
 * @module
 */
import { isPlainObject, toPlainValue } from "@consent-service/core/primitives"
import * as Predicate from "effect/Predicate"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"

/** Options that are objects of other libraries, or data that is read elsewhere. */
const foreign: ReadonlyArray<RegExp> = [
  /^(database|stores|adapter|background)$/,
  /(^|\.)cache$/,
  /^telemetry\.(tracer|meter|openTelemetry)$/,
  // It may be any JSON, and has a separate check.
  /^script\.config$/,
  // Invalid rules never stop the service: their own check reports them.
  /^manifest\.policyRules$/,
  // Megabytes of plain JSON, read once as a whole.
  /(^|\.)bundled\.[^.]+$/,
]

const nameOf = (path: ReadonlyArray<PropertyKey>): string => path.map(String).join(".")

/** Classes, functions and other values that are not plain data are unchanged, for the check of their option. */
const keeps = (value: object, path: ReadonlyArray<PropertyKey>): boolean => {
  const name = nameOf(path)
  return foreign.some((each) => each.test(name)) || !(Array.isArray(value) || isPlainObject(value))
}

const keyProblem = (key: PropertyKey): string | null =>
  key === "__proto__" ? "is not an option; no key can be named __proto__" : null

/** The members of a class instance or of derived options, as a loop over them sees them. */
const enumerated = (options: object): object => {
  const shown: Record<string, unknown> = {}
  for (const name in options)
    Object.defineProperty(shown, name, { get: () => Reflect.get(options, name), enumerable: true })
  return shown
}

const outermost = (authored: unknown): unknown => {
  try {
    return Predicate.isRecord(authored) && !isPlainObject(authored) ? enumerated(authored) : authored
  } catch {
    return authored
  }
}

/** Values in published documents that are not JSON. */
const notJson = (value: unknown, path: ReadonlyArray<PropertyKey>): ReadonlyArray<ConfigurationIssue> => {
  const name = nameOf(path)
  if (name === "manifest.policyRules") return []
  if (["bigint", "function", "symbol"].includes(typeof value)) {
    return [{ option: name, message: `must be JSON, not a ${typeof value}` }]
  }
  if (Array.isArray(value)) return value.flatMap((item: unknown, i) => notJson(item, [...path, i]))
  if (isPlainObject(value)) return Object.entries(value).flatMap(([key, member]) => notJson(member, [...path, key]))
  return typeof value === "object" && value !== null ? [{ option: name, message: "must be a plain object" }] : []
}

/** The options that are published as JSON, in `/manifest` and `/spec.json`. */
const published = ["manifest", "openapi", "i18n", "customTranslations"] as const

/** Reads authored options of any kind. */
export const readOptions = (
  authored: unknown,
): { readonly options: unknown; readonly issues: ReadonlyArray<ConfigurationIssue> } => {
  const { problems, value } = toPlainValue(outermost(authored), { keeps, keyProblem })
  const unread = problems.map(({ message, path }) => ({ option: nameOf(path) || "options", message }))
  const members: Readonly<Record<PropertyKey, unknown>> = isPlainObject(value) ? value : {}
  return { options: value, issues: [...unread, ...published.flatMap((name) => notJson(members[name], [name]))] }
}
