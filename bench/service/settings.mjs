// @ts-check
// The service's settings in every measurement: four rules, one of them under IAB, and otherwise those of a small site.
import { policyPresets } from "@consent-service/core/policy"
import { apiKey, signingKey } from "./requests.mjs"
import { bundledLists } from "./vendor-lists.mjs"

/** @type {NonNullable<import("consent-service").ConsentServiceOptions["manifest"]>} */
const manifest = {
  policyRules: [
    { id: "france", match: { countries: ["FR"] }, model: "iab", prompt: "choice" },
    policyPresets.europeOptIn(),
    policyPresets.californiaOptOut(),
    policyPresets.worldNone(),
  ],
  iab: { enabled: true, cmpId: 10 },
}

/** @param {string} database - its URL @param {boolean} [signed] - whether policies are, as in production @returns {import("consent-service").ConsentServiceOptions} */
export const settings = (database, signed = true) => ({
  database,
  manifest,
  gvl: { bundled: bundledLists() },
  apiKeys: [apiKey],
  ...(signed && { policySnapshot: { signingKey } }),
  trustedOrigins: ["shop.example"],
  // All of the load comes from one address.
  rateLimit: false,
})
