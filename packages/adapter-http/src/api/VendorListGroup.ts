/**
 * The route of vendor lists that `/init` refers to.
 *
 * @module
 */
import { ServedVendorList } from "@consent-service/core/visitor/ResolveVisitor"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as Schema from "effect/Schema"
import { errorAnswer } from "./ErrorAnswer.js"
import { vendorListNote } from "./notes/DeliveryNotes.js"
import { anyRoute, text, unchanged } from "./Parts.js"

/** `GET /gvl/:version/:language`: one edition of the vendor list, for ever. */
export const vendorList = HttpApiEndpoint.get("vendorList", "/gvl/:version/:language")
  .setPath(
    Schema.Struct({
      version: Schema.String.annotations({ description: "The list's `vendorListVersion`" }),
      language: Schema.String.annotations({ description: "The language of its texts" }),
    }),
  )
  .setUrlParams(
    Schema.Struct({
      vendors: text("Only these vendors: ids joined by commas, as in x-cs-vendors"),
      edition: text("Tells lists of different width apart in caches; not looked at"),
    }),
  )
  .addSuccess(ServedVendorList)
  .addSuccess(unchanged)
  .addError(errorAnswer("InputInvalid"))
  .addError(errorAnswer("VendorListUnknown"))
  .addError(anyRoute)
  .annotateContext(vendorListNote)

export const vendorListGroup = HttpApiGroup.make("vendorLists", { topLevel: true }).add(vendorList)
