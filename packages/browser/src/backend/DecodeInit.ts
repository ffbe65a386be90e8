/**
 * Validates policies from the network before they are used. Only what could grant too much or break the page is
 * checked; the rest is trusted. An unknown key in `policyResolution` is a fault, since it may restrict what this
 * version would grant.
 *
 * @module
 */
import { at, isRecord, isText } from "../store/Plain.js"

/** Why a response cannot be used: it has something that this bundle does not understand, or lacks something. */
export type Fault = "unsupported-contract" | "invalid-payload"

/** Whether a check found nothing. The caller states the type that the check proves. */
export const passes = <A>(fault: string | undefined, _value: unknown): _value is A => !fault

const isPositive = (value: unknown): boolean => typeof value === "number" && value > 0

const lists = [
  "scope",
  "preselectedCategories",
  "rights",
  "actions.allowed",
  "actions.required",
  "privacySignals.gpc.denyCategories",
]

/** The first fault of a resolved policy or of its fingerprints. */
export const policyFault = (policy: unknown, fingerprints: unknown): Fault | undefined =>
  !lists.every((path) => Array.isArray(at(policy, path))) ||
  !["validity.choiceMs", "validity.noticeMs"].every((path) => isPositive(at(policy, path))) ||
  !["policy", "choice", "notice"].every((name) => isText(at(fingerprints, name)))
    ? "invalid-payload"
    : /^(opt-in|opt-out|iab|none),(choice|notice|none),(strict|permissive)$/.test(
          ["model", "prompt", "scopeMode"].map((name) => at(policy, name)).join(),
        )
      ? undefined
      : "unsupported-contract"

const known = /^((version|status|reason|policy|policyId|matchedBy|fingerprints),)+$/

/** The first fault of a parsed `/init` body. */
export const initFault = (body: unknown): Fault | undefined => {
  const resolution = at(body, "policyResolution")
  const status = at(resolution, "status")
  return ![resolution, at(body, "location"), at(body, "translations.translations")].every(isRecord)
    ? "invalid-payload"
    : at(resolution, "version") !== 1 ||
        !/^(matched|no-match|unconfigured|failed)$/.test(String(status)) ||
        !known.test(`${Object.keys(Object(resolution))},`)
      ? "unsupported-contract"
      : status === "matched"
        ? policyFault(at(resolution, "policy"), at(resolution, "fingerprints"))
        : undefined
}
