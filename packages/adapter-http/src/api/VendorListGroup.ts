/**
 * The route of the vendor lists that `/init` references.
 *
 * @module
 */
import { ServedVendorList } from "@consent-service/core/visitor"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented } from "./Annotations.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { cacheable, compressed, conditional, negotiated } from "./Headers.js"
import { anyRoute, text, unchanged } from "./Parts.js"

/** `GET /gvl/:version/:language`: one permanent edition of the vendor list. */
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
      edition: text("Distinguishes lists of different vendors in caches; otherwise ignored"),
    }),
  )
  .addSuccess(ServedVendorList)
  .addSuccess(unchanged)
  .addError(errorAnswer("InputInvalid"))
  .addError(errorAnswer("VendorListUnknown"))
  .addError(anyRoute)
  .annotateContext(
    documented({
      summary: "One edition of the IAB Global Vendor List",
      description:
        "What `gvlReference` in `/init` refers to, where `gvl.delivery` is `reference`. The address stands for one list " +
        "permanently, so that caches may keep it.",
      parameters: { version: "142", language: "en", vendors: "1,2,755" },
      requestHeaders: { ...conditional, ...negotiated },
      answerHeaders: { 200: { ...cacheable, ...compressed }, 304: cacheable },
    }),
  )

export const vendorListGroup = HttpApiGroup.make("vendorLists", { topLevel: true })
  .annotate(OpenApi.Description, "IAB vendor lists, delivered by reference")
  .add(vendorList)
