/**
 * The requirements of a policy's model: the allowed prompts, and what a site must offer.
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

/** The rights that each model requires. */
export const requiredRights: Readonly<Record<PolicyModel, ReadonlyArray<Right>>> = {
  "opt-in": ["disclosure", "preferences"],
  iab: ["disclosure", "preferences"],
  "opt-out": ["disclosure", "opt-out", "preferences"],
  none: [],
}
