/**
 * Merges the records of a subject into one choice: see "Reading records together" in `docs/reference/consents.md`. An
 * unreadable record never adds a grant.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import { type OptionalCategory, optionalCategories } from "../../policy/Category.js"
import { type HistoryRecord, newestFirst } from "./ConsentRecord.js"
import type { Choice, Receipt } from "./Receipt.js"

type Latest = Map<OptionalCategory, Receipt>

const fold = (latest: Latest, choice: Choice): void => {
  for (const category of optionalCategories) {
    const receipt = choice.categories[category]
    const current = latest.get(category)
    if (receipt !== undefined && (current === undefined || receipt.confirmedAt >= current.confirmedAt)) {
      latest.set(category, receipt)
    }
  }
}

/** A record without receipts replaces earlier grants; refusals are kept. */
const forgetGrants = (latest: Latest, until: number): void => {
  for (const [category, receipt] of latest) {
    if (receipt.value && receipt.confirmedAt <= until) latest.delete(category)
  }
}

type SnapshotRecord = Pick<HistoryRecord, "givenAt" | "preferences">

const foldSnapshot = (latest: Latest, { givenAt, preferences }: SnapshotRecord): void => {
  forgetGrants(latest, givenAt)
  if (!Predicate.isRecord(preferences)) return
  for (const category of optionalCategories) {
    if (preferences[category] === true) {
      fold(latest, {
        version: 3,
        categories: { [category]: { value: true, confirmedAt: givenAt, basis: { kind: "legacy-v2" } } },
      })
    }
  }
}

/**
 * The latest receipt of each category over a subject's cookie-banner records, in any order. A record without receipts
 * replaces the grants before it; an unreadable one adds none.
 *
 * @returns null when no category has one
 *
 * @example
 * ```ts
 * import { subjectChoice } from "@consent-service/core/consent"
 *
 * const banner = { id: "cns_1", type: "cookie_banner", domain: "shop.example", documentId: null, createdAt: 1_767_225_600_000 }
 * const unsaid = { choice: null, vendorChoice: null, jurisdiction: null, decisionSource: null }
 * subjectChoice([{ ...banner, ...unsaid, givenAt: 1_767_225_600_000, preferences: { measurement: true } }])?.categories
 * // { measurement: { value: true, confirmedAt: 1_767_225_600_000, basis: { kind: "legacy-v2" } } }
 * ```
 */
export const subjectChoice = (records: ReadonlyArray<HistoryRecord>): Choice | null => {
  const latest: Latest = new Map()
  const oldestFirst = records
    .filter(({ type }) => type === "cookie_banner")
    .sort(newestFirst)
    .reverse()
  for (const record of oldestFirst) {
    if (record.choice === "unreadable") forgetGrants(latest, record.givenAt)
    else if (record.choice === null) foldSnapshot(latest, record)
    else fold(latest, record.choice)
  }
  return latest.size === 0 ? null : { version: 3, categories: Object.fromEntries(latest) }
}
