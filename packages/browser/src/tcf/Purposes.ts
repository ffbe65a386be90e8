/**
 * Maps TCF purposes to consent categories. Purpose 1, storage on the device, decides no category.
 *
 * @module
 */
import { flagsOf } from "../consent/Evaluate.js"
import type { CategoryFlags } from "../consent/Records.js"
import type { OptionalCategory } from "@consent-service/core/policy"
import type { Ids } from "./TcModel.js"

/** The purposes of a category. */
export const categoryPurposes: Readonly<Record<OptionalCategory, ReadonlyArray<number>>> = {
  experience: [5, 6],
  functionality: [10, 11],
  marketing: [2, 3, 4],
  measurement: [7, 8, 9],
}

/**
 * The categories that consents to purposes grant: a category needs consent to all of its purposes that a listed vendor
 * processes with consent. A category without a requested purpose is granted only by consent to all requested purposes, by
 * a visitor who accepts everything; without any request, nothing is granted.
 *
 * @param asked - the purposes that a vendor processes with consent
 */
export const categoriesOf = (consents: Ids, asked: Ids): CategoryFlags => {
  const isAsked = (id: number) => asked.has(id)
  const isGranted = (category: OptionalCategory): boolean => {
    const own = categoryPurposes[category].filter(isAsked)
    const purposes = own.length > 0 ? own : Object.values(categoryPurposes).flat().filter(isAsked)
    return purposes.length > 0 && purposes.every((id) => consents.has(id))
  }
  return flagsOf(isGranted)
}
