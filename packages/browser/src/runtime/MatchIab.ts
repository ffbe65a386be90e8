/**
 * Passes the current rule to the IAB part.
 *
 * @module
 */
import type { PageOptions } from "../config/PageOptions.js"
import type { IabPart } from "../tcf/IabPart.js"
import { isIab, type State } from "./State.js"

/** Tells the IAB part the rule with everything that it needs; or that no rule of its kind applies, or none that can be shown. */
export const matchIab = (iab: IabPart, { resolved }: State, config: PageOptions): void => {
  const { customVendors = [], gdprApplies = true, language = "en", list, rule, texts } = resolved
  const cmpId = resolved.cmpId ?? config.manifest?.cmpId
  const match =
    rule !== null && isIab({ resolved }) && list && texts
      ? {
          ...rule,
          list,
          cmpId,
          customVendors,
          language,
          publisherCountryCode: config.iab?.publisherCountryCode ?? "AA",
        }
      : null
  iab.match(match, gdprApplies, cmpId)
}
