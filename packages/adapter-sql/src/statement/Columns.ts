/**
 * How columns of every table are read, and which text they can hold. By hand and not by a schema: a history has some
 * thirty columns a record, and to read them was most of what reading it cost.
 */
import { hasAtMost } from "@consent-service/core/primitives"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { UnexpectedAnswer } from "./Guard.js"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Bytes as the UTF-8 they are: MySQL hands out the identifiers of `varbinary` columns so. */
export const fromBytes = (bytes: Uint8Array): string => decoder.decode(bytes)

/** A text column's value, for columns that hold nothing else. */
export const textOf = (value: unknown): string => (value instanceof Uint8Array ? fromBytes(value) : String(value))

/** Whether every engine takes a text for what it is: drivers replace what is not well-formed, or stop at U+0000. */
export const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** Whether a key column can hold a text; one that it cannot hold is found in none. */
export const fitsKey = (text: string): boolean => hasAtMost(text, 255) && isPlain(text)

const wrong = (): never => {
  throw new TypeError("a column has a value of another type")
}

/** A text column, however the driver hands it out. */
export const text = (value: unknown): string => {
  if (typeof value === "string") return value
  return value instanceof Uint8Array ? fromBytes(value) : wrong()
}

/** PostgreSQL hands out 64-bit integers as text, and SQLite as bigints where an integrator asked for it. */
export const integer = (value: unknown): number => {
  const number = typeof value === "bigint" || (typeof value === "string" && value !== "") ? Number(value) : value
  return typeof number === "number" && Number.isSafeInteger(number) ? number : wrong()
}

/** A column that may be null. */
export const optional =
  <A>(read: (value: unknown) => A) =>
  (value: unknown): A | null =>
    value === null ? null : read(value)

export const optionalText = optional(text)
export const optionalInteger = optional(integer)

/** A text column, for rows whose columns hold more than texts and integers. */
export const Text = Schema.Union(
  Schema.String,
  Schema.transform(Schema.Uint8ArrayFromSelf, Schema.String, {
    strict: true,
    decode: fromBytes,
    encode: (value) => new TextEncoder().encode(value),
  }),
)

/** Reads a row; what is not as it was stored fails, without a word of what is in it. */
export const reading = <A>(read: () => A): Effect.Effect<A, UnexpectedAnswer> =>
  Effect.try({ try: read, catch: () => new UnexpectedAnswer({ message: "a stored row has an unexpected shape" }) })
