/**
 * The edge: `/init`, `/manifest`, scripts and vendor lists next to the visitor, without a database; everything else is
 * forwarded to the service. For Workers, Deno Deploy, and any other platform with a Fetch handler.
 *
 * @module
 */
export type { FetchContext } from "@consent-service/adapter-http/shell/FetchShell"
export { composeRules as composePacks, policyPresets, recommendedPolicyRules } from "@consent-service/core/policy"
export { type ConfigurationIssue, ConsentConfigurationError } from "./configuration/ConsentConfigurationError.js"
export { type ConsentEdge, createConsentEdge } from "./edge/ConsentEdge.js"
export type { ConsentEdgeOptions, OriginOptions, ScriptTexts } from "./edge/EdgeOptions.js"
export { consentWorker, type ConsentWorker, type WorkerContext } from "./edge/Worker.js"
