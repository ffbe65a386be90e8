/**
 * The pure core of Consent Service. Each module can also be imported by its path, which loads nothing else.
 *
 * @module
 */
export * as ActIdentity from "./consent/ActIdentity.js"
export * as CheckRules from "./policy/CheckRules.js"
export * as CompiledManifest from "./manifest/CompiledManifest.js"
export * as ConsentLedger from "./ports/ConsentLedger.js"
export * as ConsentRecord from "./consent/ConsentRecord.js"
export * as Consents from "./consent/Consents.js"
export * as DiffRules from "./policy/DiffRules.js"
export * as ManifestConfig from "./manifest/ManifestConfig.js"
export * as ManifestDocument from "./manifest/ManifestDocument.js"
export * as Observation from "./observation/Observation.js"
export * as Observer from "./ports/Observer.js"
export * as PlanSave from "./consent/PlanSave.js"
export * as PolicyBuilder from "./policy/PolicyBuilder.js"
export * as PolicyMatchers from "./policy/PolicyMatchers.js"
export * as PolicyPack from "./policy/PolicyPack.js"
export * as PolicyPresets from "./policy/PolicyPresets.js"
export * as PolicyRule from "./policy/PolicyRule.js"
export * as ProveRules from "./policy/ProveRules.js"
export * as Resolve from "./policy/Resolve.js"
export * as ResolveVisitor from "./visitor/ResolveVisitor.js"
export * as SessionReport from "./session/SessionReport.js"
export * as StoreError from "./ports/StoreError.js"
export * as TrustedOrigins from "./privacy/TrustedOrigins.js"
export * as VisitorSignals from "./visitor/VisitorSignals.js"
