/**
 * What one record, or some prompts, add to the counts.
 *
 * @module
 */
import type { ExperimentAttribution } from "../consent/record/ConsentRecord.js"
import { optionalCategories } from "../policy/Category.js"
import { firstCharacters } from "../schema/Text.js"
import { parseAcceptLanguage } from "../translation/AcceptLanguage.js"
import { type Counts, noCounts } from "./Counts.js"
import { dayOf } from "./Day.js"
import type { Dimension, Group } from "./Dimension.js"

/** The policy under which something happened. */
export interface CountedPolicy {
  readonly policyId: string
  readonly country: string | null
  /** The `Accept-Language` that selected the texts. */
  readonly language: string
}

/** A record, as far as it is counted. */
export interface CountedRecord {
  /** Epoch milliseconds. */
  readonly givenAt: number
  readonly consentAction: string | null
  /** The stored map of categories, parsed. */
  readonly preferences: unknown
  readonly experiment: ExperimentAttribution | null
  /** Null for records without a decision. */
  readonly policy: CountedPolicy | null
}

/** A prompt that was due for a visitor. */
export interface ShownPrompt {
  /** Epoch milliseconds. */
  readonly at: number
  /** The rule that asks for it; null without one. */
  readonly policyId: string | null
  readonly country: string | null
  /** The visitor's `Accept-Language`. */
  readonly language: string
  readonly experiment: ExperimentAttribution | null
}

/** Counts, and where they belong: to a day, and to a group of each dimension that is known. */
export interface Contribution {
  /** Days since 1970. */
  readonly day: number
  readonly groups: ReadonlyArray<Group>
  readonly counts: Counts
}

/** As long as the columns of the counts. */
const longest = { value: 255, part: 128 }

const group = (dimension: Dimension, value: string | null, part = ""): Group => ({
  dimension,
  value: firstCharacters(value ?? "", longest.value),
  part: firstCharacters(part, longest.part),
})

/** The language a visitor wants most. A tag is not stored whole: a visitor's list of languages may be theirs alone. */
const languageOf = (acceptLanguage: string): string | null => {
  const [wanted = ""] = parseAcceptLanguage(acceptLanguage)
  return /^[a-z]{2,3}$/.test(wanted) ? wanted : null
}

const everyDay: Group = { dimension: "day", value: "", part: "" }

const groupsOf = (
  policy: { readonly policyId: string | null; readonly country: string | null; readonly language: string } | null,
  experiment: ExperimentAttribution | null,
): ReadonlyArray<Group> => [
  everyDay,
  group("country", policy?.country ?? null),
  group("rule", policy?.policyId ?? null),
  group("language", policy === null ? null : languageOf(policy.language)),
  group("experiment", experiment?.id ?? null, experiment?.arm),
]

const answers: ReadonlyMap<string | null, "accepted" | "customized" | "refused"> = new Map([
  ["accept_all", "accepted"],
  ["reject_all", "refused"],
  ["opt_out", "refused"],
  ["custom", "customized"],
])

const countsOf = ({ consentAction, preferences }: CountedRecord): Counts => {
  const counts = { ...noCounts, records: 1 }
  const answer = answers.get(consentAction)
  if (answer !== undefined) counts[answer] = 1
  const values = new Map<string, unknown>(Object.entries(preferences ?? {}))
  for (const category of optionalCategories) {
    const value = values.get(category)
    if (typeof value === "boolean") counts[`${category}${value ? "Granted" : "Refused"}`] = 1
  }
  return counts
}

/**
 * What a record adds: on the day of the act, in a group of each dimension. It takes any stored record.
 *
 * @example
 * ```ts
 * import { contributionOf } from "@consent-service/core/statistics"
 *
 * const { counts, day } = contributionOf({
 *   givenAt: 0,
 *   consentAction: "reject_all",
 *   preferences: { necessary: true, marketing: false },
 *   experiment: null,
 *   policy: { policyId: "europe", country: "DE", language: "de-AT,de;q=0.9" },
 * })
 * day // 0
 * counts.marketingRefused // 1
 * ```
 */
export const contributionOf = (record: CountedRecord): Contribution => ({
  day: dayOf(record.givenAt),
  groups: [...groupsOf(record.policy, record.experiment), group("action", record.consentAction)],
  counts: countsOf(record),
})

/**
 * What a prompt adds. It has no action.
 *
 * @example
 * ```ts
 * import { contributionOfPrompt } from "@consent-service/core/statistics"
 *
 * const prompt = { at: 0, policyId: "europe", country: "DE", language: "de", experiment: null }
 * contributionOfPrompt(prompt).counts.shown // 1
 * ```
 */
export const contributionOfPrompt = (prompt: ShownPrompt): Contribution => ({
  day: dayOf(prompt.at),
  groups: groupsOf(prompt, prompt.experiment),
  counts: { ...noCounts, shown: 1 },
})
