/**
 * A point in time on the wire.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** The latest instant a JavaScript date can hold, in epoch milliseconds. */
const maxInstant = 8.64e15

/** A point in time as whole epoch milliseconds. */
export const Instant = Schema.Number.pipe(
  Schema.filter((value) => Number.isSafeInteger(value) && value >= 0 && value <= maxInstant, {
    message: () => "must be whole milliseconds since 1970, not negative",
    jsonSchema: { type: "integer", minimum: 0, maximum: maxInstant },
  }),
)
