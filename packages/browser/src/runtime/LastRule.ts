/**
 * The rule that held when a decision was last possible, for those who decided: when the service cannot be reached, its
 * dialog is how they take back what they granted.
 *
 * @module
 */
import { policyFault } from "../backend/DecodeInit.js"
import type { BrowserStorage } from "../store/BrowserStorage.js"
import { at, isRecord, parseJson } from "../store/Plain.js"
import type { Resolved } from "./Resolved.js"

/** Where it is kept. */
export const lastRuleKey = "cs-last-rule-v1"

/** More characters than texts and a long list of vendors have; what is longer is not kept. */
const maxLength = 50_000

/** What of a resolution is kept. */
export type LastRule = Pick<Resolved, "rule" | "texts" | "language" | "vendors" | "branding">

/** Keeps a rule with the texts and vendors that belong to it, in place of the one before; null keeps none. */
export const keepRule = (storage: BrowserStorage, resolved: Resolved | null): void => {
  const { branding, language, rule, texts, vendors } = resolved ?? {}
  const text =
    rule && texts ? JSON.stringify({ rule, texts: { ...texts, iab: undefined }, language, vendors, branding }) : null
  if (text !== storage.getItem(lastRuleKey)) storage.setItem(lastRuleKey, text && text.length > maxLength ? null : text)
}

const isLastRule = (value: unknown): value is LastRule =>
  isRecord(at(value, "texts")) && !policyFault(at(value, "rule.policy"), at(value, "rule.fingerprints"))

/** The rule that was kept; empty when there is none, or it cannot be read. */
export const lastRule = (storage: BrowserStorage): Partial<LastRule> => {
  const kept = parseJson(storage.getItem(lastRuleKey))
  return isLastRule(kept) ? kept : {}
}
