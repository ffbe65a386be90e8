/** How columns of every table are read. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { UnexpectedAnswer } from "./Guard.js"
import { fromBytes } from "./Text.js"

const Bytes = Schema.transform(Schema.Uint8ArrayFromSelf, Schema.String, {
  strict: true,
  decode: fromBytes,
  encode: (text) => new TextEncoder().encode(text),
})

/** A text column, however the driver hands it out. */
export const Text = Schema.Union(Schema.String, Bytes)

const SmallBigInt = Schema.transform(Schema.BigIntFromSelf, Schema.Number, {
  strict: true,
  decode: Number,
  encode: BigInt,
})

/** PostgreSQL hands out 64-bit integers as text, and SQLite as bigints where an integrator asked for it. */
export const Integer = Schema.Union(Schema.Number, Schema.NumberFromString, SmallBigInt).pipe(
  Schema.filter((value) => Number.isSafeInteger(value)),
)

/** Which columns are not what they should be; never what is in them. */
export const decode = <A, I>(schema: Schema.Schema<A, I>) => {
  const decodeRow = Schema.decodeUnknown(schema, { errors: "all" })
  return (row: unknown): Effect.Effect<A, UnexpectedAnswer> =>
    Effect.mapError(decodeRow(row), () => new UnexpectedAnswer({ message: "a stored row has an unexpected shape" }))
}
