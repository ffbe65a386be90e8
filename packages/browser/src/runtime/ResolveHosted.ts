/**
 * Resolves the policy through the service: `/init`.
 *
 * @module
 */
import type { VendorList } from "@consent-service/core/vendor"
import type { PolicyResolution } from "@consent-service/core/policy"
import { hasIab } from "../env/Built.js"
import { fetchJson } from "../backend/Fetch.js"
import { askInit } from "../backend/Init.js"
import type { InitBody, InitOutcome, InitRequest } from "../wire/Wire.js"
import { noList, type Resolved, unresolved } from "./Resolved.js"

/** The service checked every vendor; this only checks that the value is a list. */
const isList = (value: unknown): value is VendorList =>
  typeof value === "object" && value !== null && "vendors" in value && "purposes" in value

/** The list itself, or the one at its address; null when none is available. */
const listOf = async (backendURL: string, { gvl, gvlReference }: InitBody): Promise<VendorList | null> => {
  const list: unknown = gvlReference ? await fetchJson(backendURL + gvlReference.path) : gvl
  return isList(list) ? list : null
}

/** The inputs that a save without a token asserts; none where the service used none. */
const assertedInputs = (resolution: PolicyResolution, inputs: NonNullable<Resolved["proof"]>): Resolved["proof"] =>
  resolution.status === "matched"
    ? { ...inputs, policyId: resolution.policyId, fingerprint: resolution.fingerprints.policy }
    : resolution.status === "no-match"
      ? { ...inputs, policyId: null }
      : {}

/** The result of a resolution, by the service or in the page. */
export const fromResolution = (
  resolution: PolicyResolution,
  inputs: NonNullable<Resolved["proof"]>,
): Pick<Resolved, "status" | "reason" | "rule" | "proof"> => ({
  status: resolution.status,
  reason: resolution.status === "failed" ? resolution.reason : undefined,
  rule: resolution.status === "matched" ? resolution : null,
  proof: assertedInputs(resolution, inputs),
})

const european = /GDPR|^CH$/

/**
 * Requests the policy from the service, unless the script has it. Never rejects.
 *
 * @param language - as `Accept-Language` has it
 * @param withList - whether an IAB rule can be shown, which needs its vendor list
 * @param known - what came with the script
 */
export const resolveHosted = async (
  backendURL: string,
  request: InitRequest,
  language: string,
  withList: boolean,
  known?: InitBody | false,
): Promise<Resolved> => {
  const outcome: InitOutcome = known ? { ok: true, body: known } : await askInit(backendURL, request)
  if (!outcome.ok) return unresolved("failed", outcome.reason)
  const { body } = outcome
  const { countryCode: country, regionCode: region } = body.location
  const resolved = fromResolution(body.policyResolution, { country, region, language, gpc: request.gpc })
  const needsList = hasIab && withList && resolved.rule?.policy.model === "iab"
  const list = needsList ? await listOf(backendURL, body) : null
  const { branding, cmpId, customVendors, hosting, jurisdiction, policySnapshotToken, translations, vendors } = body
  return {
    ...resolved,
    ...(policySnapshotToken && { proof: { policySnapshotToken } }),
    // Unknown vendors can only be refused.
    ...(needsList && !list && { status: "failed" as const, reason: noList, proof: {} }),
    journey: known ? undefined : request.journey,
    country,
    texts: translations.translations,
    language: translations.language,
    vendors: vendors ?? [],
    branding,
    hosting,
    ...(hasIab && { gdprApplies: needsList || european.test(jurisdiction), cmpId, customVendors, list }),
  }
}
