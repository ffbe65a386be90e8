/**
 * What a policy's model requires: how a visitor may be prompted, and what a site has to offer.
 *
 * @module
 */
import type { PolicyModel, Prompt, Right } from "./PolicyRule.js"

/** The prompts each model allows. */
export const promptsOf: Readonly<Record<PolicyModel, ReadonlyArray<Prompt>>> = {
  "opt-in": ["choice"],
  iab: ["choice"],
  "opt-out": ["choice", "notice", "none"],
  none: ["none"],
}

/** What each model obliges a site to offer. */
export const requiredRights: Readonly<Record<PolicyModel, ReadonlyArray<Right>>> = {
  "opt-in": ["disclosure", "preferences"],
  iab: ["disclosure", "preferences"],
  "opt-out": ["disclosure", "opt-out", "preferences"],
  none: [],
}
