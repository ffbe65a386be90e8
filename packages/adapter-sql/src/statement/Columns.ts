/**
 * How columns of every table are read, and which text they can hold. Written by hand, not with a schema: a history has some
 * thirty columns a record, and a schema made up most of the cost of reading them.
 */
import { hasAtMost } from "@consent-service/core/primitives"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { UnexpectedAnswer } from "./Guard.js"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Bytes as UTF-8: MySQL returns the identifiers of `varbinary` columns as bytes. */
export const fromBytes = (bytes: Uint8Array): string => decoder.decode(bytes)

/** The value of a column that has only text. */
export const textOf = (value: unknown): string => (value instanceof Uint8Array ? fromBytes(value) : String(value))

/** Whether every engine stores a text unchanged: drivers replace ill-formed text, or stop at U+0000. */
export const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** Whether a key column can hold a text; otherwise no row can have it. */
export const fitsKey = (text: string): boolean => hasAtMost(text, 255) && isPlain(text)

const wrong = (): never => {
  throw new TypeError("a column has a value of another type")
}

/** A text column, in whatever form the driver returns it. */
export const text = (value: unknown): string => {
  if (typeof value === "string") return value
  return value instanceof Uint8Array ? fromBytes(value) : wrong()
}

/** PostgreSQL returns 64-bit integers as text, and SQLite as bigints where the integrator's client is configured so. */
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

/** A text column, for rows with columns of other types than text and integer. */
export const Text = Schema.Union(
  Schema.String,
  Schema.transform(Schema.Uint8ArrayFromSelf, Schema.String, {
    strict: true,
    decode: fromBytes,
    encode: (value) => new TextEncoder().encode(value),
  }),
)

/** Reads a row; fails for unexpected values without quoting them. */
export const reading = <A>(read: () => A): Effect.Effect<A, UnexpectedAnswer> =>
  Effect.try({ try: read, catch: () => new UnexpectedAnswer({ message: "a stored row has an unexpected shape" }) })
