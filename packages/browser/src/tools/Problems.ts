/**
 * Finds what is most likely a mistake in how a page uses the script.
 *
 * @module
 */
import type { Facts, GatedFact } from "./Facts.js"

/** Names in a list, each once. */
const distinct = (names: ReadonlyArray<string>): string => [...new Set(names)].join(", ")

const undeclared = ({ gated, snapshot, vendors }: Facts): ReadonlyArray<string> => {
  // Before, vendors are unknown.
  if (snapshot.policy === null) return []
  const names = gated.flatMap(({ vendor }) =>
    vendor !== undefined && !vendors.some(({ id }) => id === vendor) ? vendor : [],
  )
  return names.length > 0 ? [`Not declared, so their switch has no effect: vendors ${distinct(names)}`] : []
}

/** Things in one state, under one sentence. */
const inState = (gated: ReadonlyArray<GatedFact>, state: GatedFact["state"], what: string): ReadonlyArray<string> => {
  const names = gated.filter((one) => one.state === state).map(({ name }) => name)
  return names.length > 0 ? [`${what}: ${distinct(names)}`] : []
}

/** The problems of a page, the most severe first. */
export const problemsOf = (facts: Facts): ReadonlyArray<string> => {
  const { backendURL, config, gated, outbox, signals, signalsLate, snapshot, stores } = facts
  const { reason, status } = snapshot
  const failed = outbox.filter(({ attempts }) => attempts > 0).length
  return [
    ...(status === "failed" && reason === "transport"
      ? [`${backendURL}/init gives no usable response: check the address, trustedOrigins and whether the service runs`]
      : []),
    ...(status === "unconfigured"
      ? ["Without manifest.policyRules, no visitor is asked and nothing optional runs"]
      : []),
    ...inState(gated, "ungated", "Marked, but not held back; write type=text/plain on scripts, data-src on others"),
    ...inState(gated, "invalid", "No category of this name exists"),
    ...inState(gated, "untrusted", "These scripts lack the nonce that the tag of this script has"),
    ...undeclared(facts),
    ...(signalsLate
      ? ["Google's tag was configured before the defaults of Consent Mode: move this script above it"]
      : []),
    ...(signals === null && config.googleConsentMode
      ? ["googleConsentMode is on, but its data layer has no defaults"]
      : []),
    ...(failed > 0 ? [`${failed} ${failed === 1 ? "save has" : "saves have"} failed, and will be sent again`] : []),
    ...(stores ? [] : ["localStorage is blocked: a decision that cannot be sent immediately is lost"]),
  ]
}
