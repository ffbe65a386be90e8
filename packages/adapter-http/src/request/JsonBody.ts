/**
 * A request's body read as JSON, with the rules that hold for every body whatever its fields: size, encoding, depth,
 * and text that every database can keep (contract decisions 16 and 42).
 *
 * @module
 */
import type { InputIssue } from "@consent-service/core/consent/Refusal"

/** What reading a body came to. */
export type JsonBody =
  | { readonly _tag: "Read"; readonly value: unknown }
  | { readonly _tag: "Malformed"; readonly issues: ReadonlyArray<InputIssue> }

const maxDepth = 32

const malformed = (path: string, message: string): JsonBody => ({ _tag: "Malformed", issues: [{ path, message }] })

const badText = (text: string): string | null => {
  if (text.includes("\u0000")) return "must not contain the character U+0000"
  return text.isWellFormed() ? null : "must not contain an unpaired surrogate"
}

const join = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`)

const badKey = (key: string): string | null =>
  // As a key it would set an object's prototype where the value is copied, and be lost.
  key === "__proto__" ? "is not allowed as a key" : badText(key)

const checkObject = (value: object, path: string, depth: number): InputIssue | null => {
  if (depth > maxDepth) return { path, message: `must not be nested deeper than ${maxDepth} levels` }
  for (const [key, member] of Object.entries(value)) {
    const keyProblem = badKey(key)
    if (keyProblem !== null)
      return { path: join(path, key.toWellFormed().replaceAll("\u0000", "")), message: keyProblem }
    const problem = checkValue(member, join(path, key), depth + 1)
    if (problem !== null) return problem
  }
  return null
}

const checkValue = (value: unknown, path: string, depth: number): InputIssue | null => {
  if (typeof value === "string") {
    const message = badText(value)
    return message === null ? null : { path, message }
  }
  // `1e400` parses, as infinity, and would be written as null.
  if (typeof value === "number" && !Number.isFinite(value))
    return { path, message: "must be a number that can be kept" }
  return typeof value === "object" && value !== null ? checkObject(value, path, depth) : null
}

const decoder = new TextDecoder("utf-8", { fatal: true })

const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

const parse = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Reads a body's bytes as JSON. */
export const readJsonBody = (bytes: Uint8Array): JsonBody => {
  const text = decodeUtf8(bytes)
  if (text === null) return malformed("body", "must be UTF-8 text")
  const parsed = parse(text)
  if (parsed === null) return malformed("body", text.trim() === "" ? "is missing" : "is not valid JSON")
  const problem = checkValue(parsed.value, "", 1)
  return problem === null
    ? { _tag: "Read", value: parsed.value }
    : { _tag: "Malformed", issues: [{ ...problem, path: problem.path === "" ? "body" : problem.path }] }
}
