/**
 * Completes a save that was made before a policy was known.
 *
 * @module
 */
import { hasIab } from "../env/Built.js"
import type { SavePayload } from "../wire/Wire.js"
import { at } from "../store/Plain.js"
import type { IabPart } from "../tcf/IabPart.js"
import { isIab, type State } from "./State.js"

/**
 * Adds the policy's part: proof and model and, for a refusal under an IAB rule, the TC string,
 * unless a newer decision exists. A grant under terms other than today's is sent unchanged, for
 * the service to refuse.
 *
 * @param now - the clock, in epoch milliseconds
 */
export const complete = (
  payload: SavePayload,
  state: Pick<State, "resolved">,
  iab: Pick<IabPart, "holds" | "decide"> | undefined,
  now: number,
): SavePayload => {
  const { proof, rule } = state.resolved
  const isOld = (receipt: unknown): boolean =>
    Boolean(at(receipt, "value")) && at(receipt, "basis.fingerprint") !== rule?.fingerprints.choice
  if (Object.values(payload.choice?.categories ?? {}).some(isOld)) return payload
  const part = hasIab && isIab(state) && payload.consentAction === "necessary" ? iab : undefined
  const tcString = part && !part.holds(now) && part.decide("none", payload.givenAt).tcString
  return { ...payload, ...proof, ...(rule && { model: rule.policy.model }), ...(tcString && { tcString }) }
}
