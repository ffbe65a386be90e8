/**
 * A visitor's decisions about single vendors in one act.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Instant } from "../schema/Instant.js"
import { vendorIdPattern } from "./VendorIdPattern.js"
import { described } from "../schema/Documentation.js"

/** A declared vendor's id. */
export const VendorId = Schema.String.pipe(
  Schema.pattern(vendorIdPattern, {
    message: () => "must be 1 to 64 of a-z 0-9 . _ - and start with a letter or digit",
  }),
)

/** A complete grant map with one confirmation time. */
export const VendorChoice = Schema.Struct({
  version: Schema.Literal(1),
  confirmedAt: Instant,
  grants: Schema.Record({ key: VendorId, value: Schema.Boolean }),
}).annotations({
  identifier: "VendorChoice",
  ...described({
    description: "A complete map of grants, as it was confirmed at one time",
    fields: {
      version: "The version of the map's format",
      confirmedAt: "When the visitor confirmed it, in epoch milliseconds",
      grants: "Whether each vendor is granted, by its id; a vendor left out was not decided",
    },
  }),
})
export type VendorChoice = typeof VendorChoice.Type
