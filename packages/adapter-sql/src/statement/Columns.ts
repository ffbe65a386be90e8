/**
 * How columns of every table are read. By hand and not by a schema: a history has some thirty columns a record, and to
 * read them was most of what reading it cost.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { UnexpectedAnswer } from "./Guard.js"
import { fromBytes } from "./Text.js"

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
