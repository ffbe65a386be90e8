/**
 * Maps the purposes of TCF to our consent categories. Purpose 1, storage on the device, decides no category.
 *
 * @module
 */
import type { OptionalCategory } from "@consent-service/core/policy"
import type { Ids } from "./TcModel.js"

/** The purposes that a category stands for. */
export const categoryPurposes: Readonly<Record<OptionalCategory, ReadonlyArray<number>>> = {
  experience: [5, 6],
  functionality: [10, 11],
  marketing: [2, 3, 4],
  measurement: [7, 8, 9],
}

/**
 * The categories that consents to purposes come to: a category is granted by all of its purposes that a listed vendor
 * processes on consent. One of which no purpose was asked is granted only together with all that was asked, by
 * a visitor who accepts everything; where nothing at all was asked, nothing is granted.
 *
 * @param asked - the purposes that a vendor processes on consent
 */
export const categoriesOf = (consents: Ids, asked: Ids): Record<OptionalCategory, boolean> => {
  const isAsked = (id: number) => asked.has(id)
  const isGranted = (category: OptionalCategory): boolean => {
    const own = categoryPurposes[category].filter(isAsked)
    const purposes = own.length > 0 ? own : Object.values(categoryPurposes).flat().filter(isAsked)
    return purposes.length > 0 && purposes.every((id) => consents.has(id))
  }
  return {
    experience: isGranted("experience"),
    functionality: isGranted("functionality"),
    marketing: isGranted("marketing"),
    measurement: isGranted("measurement"),
  }
}
