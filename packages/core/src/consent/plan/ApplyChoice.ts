/**
 * Applies a policy to the preferences and receipts of a save. `docs/reference/consents.md` lists the checks in their
 * order.
 *
 * @module
 */
import * as Either from "effect/Either"
import { necessary, optionalCategories } from "../../policy/Category.js"
import type { ResolvedPolicy } from "../../policy/ResolvedPolicy.js"
import type { Choice, Receipt, Receipts } from "../record/Receipt.js"
import { type InputIssue, Refusal } from "../record/Refusal.js"
import { cookieBanner, type Preferences, type Submission } from "../record/Submission.js"

/** The applied preferences with their receipts; no choice without an optional category. */
export interface AppliedChoice {
  /** Null when the save has none, which only a banner's must have. */
  readonly preferences: Preferences | null
  readonly choice: Choice | null
}

const outsideScope = (policy: ResolvedPolicy, category: string): boolean =>
  category !== necessary && !policy.scope.some((inside) => inside === category)

/** Grants of categories that a strict policy does not offer. */
const strayGrants = (preferences: Preferences, policy: ResolvedPolicy | null): ReadonlyArray<string> =>
  policy?.scopeMode === "strict"
    ? Object.keys(preferences).filter((key) => preferences[key] && outsideScope(policy, key))
    : []

const applyScope = (
  preferences: Preferences,
  receipts: Receipts | null,
  policy: ResolvedPolicy | null,
): Either.Either<Preferences, Refusal> => {
  const stray = strayGrants(preferences, policy)
  if (stray.length === 0) return Either.right(preferences)
  if (receipts === null) {
    const issues = stray.map((category) => ({
      path: `preferences.${category}`,
      message: "is granted, but the policy does not offer it",
    }))
    return Either.left(Refusal.GrantOutsideScope({ issues }))
  }
  // A grant that a receipt names is kept: the receipt is refused, with its own code.
  const dropped = new Set(stray.filter((category) => !Object.hasOwn(receipts, category)))
  return Either.right(Object.fromEntries(Object.entries(preferences).filter(([key]) => !dropped.has(key))))
}

const issue = (category: string, field: string, message: string): InputIssue => ({
  path: `choice.categories.${category}.${field}`,
  message,
})

const checkReceipts = (
  receipts: Receipts,
  preferences: Preferences,
  policy: ResolvedPolicy | null,
  latest: number,
): Refusal | null => {
  const collect = (wrong: (category: string, receipt: Receipt) => InputIssue | null): ReadonlyArray<InputIssue> =>
    optionalCategories.flatMap((category) => {
      const receipt = receipts[category]
      return (receipt && wrong(category, receipt)) ?? []
    })

  const early = collect((category, { confirmedAt }) =>
    confirmedAt > latest ? issue(category, "confirmedAt", "is in the future") : null,
  )
  if (early.length > 0) return Refusal.InputInvalid({ issues: early })

  const contradicting = collect((category, { value }) =>
    preferences[category] === value ? null : issue(category, "value", "differs from preferences"),
  )
  if (contradicting.length > 0) return Refusal.ReceiptContradictsPreferences({ issues: contradicting })

  const stray = collect((category, { value }) =>
    value && policy !== null && outsideScope(policy, category)
      ? issue(category, "value", "grants a category the policy does not offer")
      : null,
  )
  return stray.length > 0 ? Refusal.ReceiptOutsideScope({ issues: stray }) : null
}

/** The receipts of a client that sends none: its whole map, confirmed by the act itself. */
const synthesize = (preferences: Preferences, givenAt: number): Choice | null => {
  const mentioned = optionalCategories.flatMap((category) => {
    const value = preferences[category]
    const receipt: Receipt | undefined =
      value === undefined ? undefined : { value, confirmedAt: givenAt, basis: { kind: "legacy-v2" } }
    return receipt === undefined ? [] : [[category, receipt] as const]
  })
  return mentioned.length === 0 ? null : { version: 3, categories: Object.fromEntries(mentioned) }
}

/**
 * Applies a policy to a save.
 *
 * @param latest - the latest instant a confirmation may claim, epoch milliseconds
 */
export const applyChoice = (
  { givenAt, preferences: sent, receipts, type }: Submission,
  policy: ResolvedPolicy | null,
  latest: number,
): Either.Either<AppliedChoice, Refusal> => {
  if (sent === null || type !== cookieBanner) return Either.right({ preferences: sent, choice: null })
  return Either.flatMap(applyScope(sent, receipts, policy), (preferences): Either.Either<AppliedChoice, Refusal> => {
    if (receipts === null) return Either.right({ preferences, choice: synthesize(preferences, givenAt) })
    const refusal = checkReceipts(receipts, preferences, policy, latest)
    return refusal === null
      ? Either.right({ preferences, choice: { version: 3, categories: receipts } })
      : Either.left(refusal)
  })
}
