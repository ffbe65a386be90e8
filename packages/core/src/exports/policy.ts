/**
 * Policy rules: authoring, inspection, resolution.
 *
 * @module
 */
export type { Json } from "../digest/CanonicalJson.js"
export * from "../policy/Category.js"
export * from "../policy/CompiledRule.js"
export * from "../policy/Fingerprint.js"
export * from "../policy/InspectRules.js"
export * from "../policy/MatchRule.js"
export * from "../policy/PolicyBuilder.js"
export * from "../policy/PolicyMatchers.js"
export * from "../policy/PolicyPresets.js"
export * from "../policy/PolicyResolution.js"
export * from "../policy/PolicyRule.js"
export * from "../policy/ResolveRule.js"
export * from "../policy/ResolvedPolicy.js"
export * from "../policy/SafeFallback.js"
export * from "../policy/WantsLocation.js"
