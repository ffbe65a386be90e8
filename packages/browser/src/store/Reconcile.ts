/**
 * Merges copies of one visitor's records: cookie with localStorage, and tab with tab. A denial yields only to a newer
 * grant.
 *
 * @module
 */
import { optionalCategories } from "@consent-service/core/browser"
import { type ConsentRecords, noRecords, type Receipt } from "../consent/Records.js"
import type { Kept } from "./RecordCodec.js"

/** Which decisions hold, in epoch milliseconds. */
export interface Term {
  /** When the visitor cleared their records: decisions up to then are void. */
  readonly voidUntil: number
  /** Grants up to then are void. */
  readonly since: number
  readonly now: number
}

/**
 * Merges both copies: for each category, and for the vendors, the newer decision that is not void; the denial at the same
 * millisecond. A decision from the future, due to a wrong clock, holds until there is any other decision.
 *
 * @param first - the members of its subject win over those of `second`
 * @param denialsOnly - whether only denials of `second` count
 */
export const merge = (
  first: Kept,
  second: Kept,
  { now, since, voidUntil }: Term,
  denialsOnly = false,
): ConsentRecords => {
  const valid = <A extends { readonly confirmedAt: number; readonly value?: boolean }>(decision?: A | null) =>
    decision && decision.confirmedAt > (decision.value ? since : voidUntil) ? decision : undefined
  // Acts of the same moment differ by a millisecond or two.
  const rank = ({ confirmedAt }: { readonly confirmedAt: number }): number =>
    confirmedAt > now + 1_000 ? 0 : confirmedAt

  const newer = (a?: Receipt, b?: Receipt): Receipt | undefined =>
    !b || (denialsOnly && b.value) || (a && (rank(a) - rank(b) || Number(b.value) - Number(a.value)) >= 0) ? a : b
  const [a, b] = [valid(first.vendors), valid(second.vendors)]
  const lead = a && b ? rank(b) - rank(a) : 0
  return {
    subject: { ...second.subject, ...first.subject },
    categories: Object.fromEntries(
      optionalCategories.flatMap((category) => {
        const receipt = newer(valid(first.categories[category]), valid(second.categories[category]))
        return receipt ? [[category, receipt]] : []
      }),
    ),
    vendors:
      a && b && lead >= 0 && (denialsOnly || !lead)
        ? { ...b, denied: [...new Set([...a.denied, ...b.denied])] }
        : ((lead < 0 ? a : (b ?? a)) ?? null),
  }
}

/**
 * The visitor's decisions; null for a copy that cannot be read. The cookie wins, but a denial in localStorage
 * that is newer, or that the cookie lacks, still holds; a grant there does not. Only where no cookie can be
 * read, because it is blocked, was capped or was deleted alone, is localStorage used alone.
 */
export const reconcile = (cookie: Kept | null, local: Kept | null, term: Term): ConsentRecords =>
  merge(cookie ?? local ?? noRecords, (cookie && local) ?? noRecords, term, true)
