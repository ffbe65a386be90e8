/**
 * A request's body read as JSON, with the rules for every body: size, encoding, depth,
 * and text that every database can store.
 *
 * @module
 */
import type { InputIssue } from "@consent-service/core/consent"
import * as Predicate from "effect/Predicate"

/** A body that a parser in front of the service has read, with its result as `value`. */
export interface ParsedBody {
  readonly parser: "json" | "form"
  readonly value: unknown
}

/**
 * A transport's read of a body: its bytes; `too-large` as soon as it is known to exceed the limit (bytes), without
 * reading on; `incomplete` when the client disconnected or stopped in the middle; `late` when it took too long.
 */
export type BodyRead = Uint8Array | "too-large" | "incomplete" | "late" | ParsedBody

/** The largest body that a service accepts by default, in bytes. */
export const defaultMaxBodyBytes = 64 * 1024

/** A body read as JSON, or its problem. */
export type JsonBody =
  | { readonly _tag: "Read"; readonly value: unknown }
  | { readonly _tag: "Malformed"; readonly issues: ReadonlyArray<InputIssue> }

const maxDepth = 32

const malformed = (path: string, message: string): JsonBody => ({ _tag: "Malformed", issues: [{ path, message }] })

const badText = (text: string): string | null => {
  if (text.includes("\u0000")) return "must not contain the character U+0000"
  return text.isWellFormed() ? null : "must not contain an unpaired surrogate"
}

const badKey = (key: string): string | null =>
  // As a key it would set the prototype of a copy, and be lost.
  key === "__proto__" ? "is not allowed as a key" : badText(key)

/** A fault and the keys that lead to it, innermost first, so that valid bodies build no path. */
interface Fault {
  readonly message: string
  readonly keys: Array<string>
}

const fault = (message: string): Fault => ({ message, keys: [] })

const within = (found: Fault, key: string): Fault => {
  found.keys.push(key)
  return found
}

const tooDeep = (): Fault => fault(`must not be nested deeper than ${maxDepth} levels`)

const findInArray = (values: ReadonlyArray<unknown>, depth: number): Fault | null => {
  for (const [index, value] of values.entries()) {
    const found = findFault(value, depth + 1)
    if (found !== null) return within(found, String(index))
  }
  return null
}

const findInObject = (members: Readonly<Record<string, unknown>>, depth: number): Fault | null => {
  // Avoids a list of keys; a parsed value has own keys only.
  for (const key in members) {
    const keyProblem = badKey(key)
    if (keyProblem !== null) return within(fault(keyProblem), key.toWellFormed().replaceAll("\u0000", ""))
    const found = findFault(members[key], depth + 1)
    if (found !== null) return within(found, key)
  }
  return null
}

const findFault = (value: unknown, depth: number): Fault | null => {
  if (typeof value === "string") {
    const message = badText(value)
    return message === null ? null : fault(message)
  }
  // `1e400` parses, as infinity, and would be written as null.
  if (typeof value === "number" && !Number.isFinite(value)) return fault("must be a number that can be kept")
  if (Array.isArray(value)) return depth > maxDepth ? tooDeep() : findInArray(value, depth)
  if (Predicate.isRecord(value)) return depth > maxDepth ? tooDeep() : findInObject(value, depth)
  return null
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

const checked = (value: unknown): JsonBody => {
  const found = findFault(value, 1)
  if (found === null) return { _tag: "Read", value }
  const path = found.keys.toReversed().join(".")
  return malformed(path === "" ? "body" : path, found.message)
}

/** Checks a body that another parser has read by the same rules, as far as that parser kept the input. */
export const checkParsedBody = ({ parser, value }: ParsedBody): JsonBody =>
  parser === "json"
    ? checked(value)
    : malformed("body", "was sent and parsed as a form; send JSON with content-type: application/json")

/** Reads a body's bytes as JSON. */
export const readJsonBody = (bytes: Uint8Array): JsonBody => {
  const text = decodeUtf8(bytes)
  if (text === null) return malformed("body", "must be UTF-8 text")
  const parsed = parse(text)
  if (parsed === null) return malformed("body", text.trim() === "" ? "is missing" : "is not valid JSON")
  return checked(parsed.value)
}
