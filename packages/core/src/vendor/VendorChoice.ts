/**
 * What a visitor decided about single vendors in one act (service.md, "Subject vendor choice"; policy.md 8).
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Instant } from "../consent/Receipt.js"
import { vendorIdPattern } from "./VendorIdPattern.js"

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
}).annotations({ identifier: "VendorChoice" })
export type VendorChoice = typeof VendorChoice.Type
