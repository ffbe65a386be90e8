/**
 * What a standard form needs and the controller has not said.
 *
 * @module
 */
import type { OptionalCategory } from "../policy/Category.js"
import type { RecordItem } from "../record-list/RecordItem.js"
import { decidedCategories } from "./DecidedCategories.js"
import type { Disclosure } from "./Disclosure.js"

/** A disclosure as it is configured, possibly in part. */
export interface PartialDisclosure {
  readonly controller: Disclosure["controller"] | null
  readonly processing: Disclosure["processing"]
}

/**
 * The members that are missing whatever the records are.
 *
 * @param form - `kantara` also needs a telephone number
 * @example
 * ```ts
 * import { missingMembers } from "@consent-service/core/records"
 *
 * missingMembers("iso27560", { controller: null, processing: {} }) // ["controller", "processing"]
 * ```
 */
export const missingMembers = (
  form: "iso27560" | "kantara",
  { controller, processing }: PartialDisclosure,
): ReadonlyArray<string> => [
  ...(controller === null ? ["controller"] : []),
  ...(controller !== null && form === "kantara" && controller.phone === undefined ? ["controller.phone"] : []),
  ...(Object.keys(processing).length === 0 ? ["processing"] : []),
]

/**
 * The categories that a record decides about and whose use is not disclosed.
 *
 * @example
 * ```ts
 * import { type Disclosure, type RecordItem, undisclosed } from "@consent-service/core/records"
 *
 * const isComplete = (item: RecordItem, { processing }: Disclosure): boolean =>
 *   undisclosed(item, processing).length === 0
 * ```
 */
export const undisclosed = (
  { preferences }: RecordItem,
  processing: Disclosure["processing"],
): ReadonlyArray<OptionalCategory> =>
  decidedCategories(preferences)
    .map(({ category }) => category)
    .filter((category) => processing[category] === undefined)
