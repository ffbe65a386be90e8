/**
 * JSON that is kept or passed on as it is.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { described } from "./Documentation.js"

/** Any JSON value. */
export const AnyJson = Schema.Unknown.annotations({
  identifier: "AnyJson",
  ...described({ description: "Any JSON value" }),
  jsonSchema: {},
})

/** Any JSON object. */
export const JsonObject = Schema.Record({ key: Schema.String, value: AnyJson })
