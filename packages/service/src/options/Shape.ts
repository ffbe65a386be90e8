/**
 * The words that the shapes of options are written in: schemas that say what to write instead.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { isExternalCache } from "../cache/ExternalCache.js"

/** Replaces a schema's message. */
export const says = (message: string) => ({ message: () => ({ message, override: true }) })

/** A member that may be left out, or be `undefined`. */
export const field = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(schema)

export const Text = Schema.String.annotations(says("must be a string"))

export const Flag = Schema.Boolean.annotations(says("must be true or false"))

export const NonBlank = Schema.String.pipe(Schema.filter((text) => text.trim() !== "")).annotations(
  says("must be a string that is not blank"),
)

export const Texts = Schema.Array(Text).annotations(says("must be an array of strings"))

export const Callback = Schema.Unknown.pipe(Schema.filter((value) => typeof value === "function")).annotations(
  says("must be a function"),
)

/** A value of any kind that passes a test. */
export const passing = (test: (value: unknown) => boolean, message: string) =>
  Schema.Unknown.pipe(Schema.filter(test)).annotations(says(message))

/** A whole number within bounds, of some unit. */
export const whole = (unit: string, least: number, most: number) =>
  Schema.Int.pipe(Schema.between(least, most)).annotations(
    says(`must be a whole number of ${unit}, ${least} to ${most}`),
  )

export const CacheShape = passing(
  isExternalCache,
  "must be a cache: an object with the functions get(key), set(key, value, ttlMs) and delete(key)",
)
