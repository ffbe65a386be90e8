/**
 * The buttons of a banner and their order. The rule requires some; accept and reject have equal rank.
 *
 * @module
 */

/** A button that decides something, or leads to where one decides. */
import type { ResolvedPolicy } from "@consent-service/core/policy"
export type BannerAction = "accept" | "reject" | "customize"

const usual: ReadonlyArray<BannerAction> = ["accept", "reject", "customize"]

/**
 * The buttons of a choice: those the page wants, as far as the rule allows them, each once; then those the rule
 * requires and the page left out.
 *
 * @param wanted - the page's order; undefined for the usual one
 */
export const bannerActions = (
  { allowed, required }: Pick<ResolvedPolicy["actions"], "allowed" | "required">,
  wanted: ReadonlyArray<BannerAction> = usual,
): ReadonlyArray<BannerAction> =>
  [...new Set([...wanted, ...required])].filter(
    (action): action is BannerAction => action !== "dismiss" && allowed.includes(action),
  )
