/**
 * The buttons of a banner and their order. The rule requires some; accept and reject have equal rank.
 *
 * @module
 */

/** A button that decides, or that opens the place to decide. */
import type { ResolvedPolicy } from "@consent-service/core/policy"
export type BannerAction = "accept" | "reject" | "customize"

const usual: ReadonlyArray<BannerAction> = ["accept", "reject", "customize"]

/**
 * The buttons of a choice: those the page wants and the rule allows, once each; then required ones that
 * the page left out.
 *
 * @param wanted - the page's order; undefined for the default
 */
export const bannerActions = (
  { allowed, required }: Pick<ResolvedPolicy["actions"], "allowed" | "required">,
  wanted: ReadonlyArray<BannerAction> = usual,
): ReadonlyArray<BannerAction> =>
  [...new Set([...wanted, ...required])].filter(
    (action): action is BannerAction => action !== "dismiss" && allowed.includes(action),
  )
