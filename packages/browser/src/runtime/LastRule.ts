/**
 * The last rule under which a visitor could decide, for those who did: when the service cannot be reached, its
 * dialog lets them withdraw grants.
 *
 * @module
 */
import { policyFault } from "../backend/DecodeInit.js"
import type { BrowserStorage } from "../store/BrowserStorage.js"
import { at, isRecord, parseJson } from "../store/Plain.js"
import type { Resolved } from "./Resolved.js"

/** The storage key. */
export const lastRuleKey = "cs-last-rule-v1"

/** More characters than texts and a long list of vendors have; longer values are not stored. */
const maxLength = 50_000

/** The stored part of a resolution. */
export type LastRule = Pick<Resolved, "rule" | "texts" | "language" | "vendors" | "branding">

/** Stores a rule with its texts and vendors, replacing the one before; null removes it. */
export const keepRule = (storage: BrowserStorage, resolved: Resolved | null): void => {
  const { branding, language, rule, texts, vendors } = resolved ?? {}
  const text =
    rule && texts ? JSON.stringify({ rule, texts: { ...texts, iab: undefined }, language, vendors, branding }) : null
  if (text !== storage.getItem(lastRuleKey)) storage.setItem(lastRuleKey, text && text.length > maxLength ? null : text)
}

const isLastRule = (value: unknown): value is LastRule =>
  isRecord(at(value, "texts")) && !policyFault(at(value, "rule.policy"), at(value, "rule.fingerprints"))

/** The stored rule; empty when there is none, or it cannot be read. */
export const lastRule = (storage: BrowserStorage): Partial<LastRule> => {
  const kept = parseJson(storage.getItem(lastRuleKey))
  return isLastRule(kept) ? kept : {}
}
