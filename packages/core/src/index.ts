/**
 * The pure core of Consent Service. Each module can also be imported by its path, which loads nothing else.
 *
 * @module
 */
export * as ActIdentity from "./consent/ActIdentity.js"
export * as CompiledManifest from "./manifest/CompiledManifest.js"
export * as ConsentLedger from "./ports/ConsentLedger.js"
export * as ConsentRecord from "./consent/ConsentRecord.js"
export * as Consents from "./consent/Consents.js"
export * as Observation from "./observation/Observation.js"
export * as Observer from "./ports/Observer.js"
export * as PlanSave from "./consent/PlanSave.js"
export * as PolicyPack from "./policy/PolicyPack.js"
export * as PolicyRule from "./policy/PolicyRule.js"
export * as Resolve from "./policy/Resolve.js"
export * as ResolveVisitor from "./visitor/ResolveVisitor.js"
export * as StoreError from "./ports/StoreError.js"
export * as TrustedOrigins from "./privacy/TrustedOrigins.js"
export * as VisitorSignals from "./visitor/VisitorSignals.js"
