/**
 * Decides from the records whether an account agreed to something. The service's own check only reports that a record
 * exists.
 *
 * @module
 */
import type { ConsentItem, SubjectList } from "../answer/Answers.js"
import type { ConsentError } from "../answer/ConsentError.js"

/** The record that decided. */
export interface DecidingRecord extends ConsentItem {
  readonly subjectId: string
}

/**
 * Why something is not allowed.
 *
 * - `never-asked`: no record of the account covers the category
 * - `refused`: the latest record that covers it refuses it
 * - `unreadable`: the latest record may cover it, but the service cannot read it any more
 * - `unavailable`: the service was unavailable; `error` is the reason
 */
export type NotAllowedReason = "never-asked" | "refused" | "unreadable" | "unavailable"

/** Allowed, with the record; or not, with the reason. Any doubt counts as not allowed. */
export type AllowDecision =
  | { readonly allowed: true; readonly record: DecidingRecord }
  | { readonly allowed: false; readonly reason: "refused" | "unreadable"; readonly record: DecidingRecord }
  | { readonly allowed: false; readonly reason: "never-asked" }
  | { readonly allowed: false; readonly reason: "unavailable"; readonly error: ConsentError }

/** The decision of a record; null where it has none. */
const wordOf = ({ preferences }: ConsentItem, category: string): "granted" | "refused" | "unreadable" | null => {
  if (preferences === undefined) return null
  if (preferences === null) return "unreadable"
  if (!Object.hasOwn(preferences, category)) return null
  return preferences[category] === true ? "granted" : "refused"
}

/** Of records of one instant the least permissive counts. */
const caution = { granted: 0, refused: 1, unreadable: 2 }

/**
 * Decides by the latest record, of whichever of the account's subjects, that covers the category: a user who agreed
 * on their phone and refused on their laptop afterwards has refused.
 *
 * @param list - the subjects with a verified link to the account
 * @param type - of the records that count, such as `cookie_banner`
 * @param category - a key of their preferences, such as `marketing`
 */
export const decideAllowed = (list: SubjectList, type: string, category: string): AllowDecision => {
  const words = list.subjects.flatMap(({ consents, id }) =>
    consents.flatMap((item) => {
      const word = item.type === type ? wordOf(item, category) : null
      return word === null ? [] : [{ word, record: { ...item, subjectId: id } }]
    }),
  )
  const [latest] = words.sort(
    (a, b) => b.record.givenAt.getTime() - a.record.givenAt.getTime() || caution[b.word] - caution[a.word],
  )
  if (latest === undefined) return { allowed: false, reason: "never-asked" }
  const { record, word } = latest
  return word === "granted" ? { allowed: true, record } : { allowed: false, reason: word, record }
}
