/**
 * Decodes the name of an optional category from outside.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { optionalCategories } from "./Category.js"

/** Decodes the name of an optional category. */
export const OptionalCategory = Schema.Literal(...optionalCategories)
