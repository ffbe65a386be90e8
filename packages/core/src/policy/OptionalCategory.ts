/**
 * The name of a category a visitor may refuse, as it comes from outside.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { optionalCategories } from "./Category.js"

/** Decodes the name of a category a visitor may refuse. */
export const OptionalCategory = Schema.Literal(...optionalCategories)
