/**
 * The part of the core for browser bundles: modules that import no package.
 *
 * @module
 */
export * from "../location/Location.js"
export * from "../policy/Category.js"
export * from "../policy/FindRule.js"
export * from "../policy/MatchRule.js"
export * from "../policy/WantsLocation.js"
export * from "../subject/NewSubjectId.js"
export * from "../translation/AcceptLanguage.js"
export * from "../translation/Direction.js"
export * from "../translation/MergeTexts.js"
export * from "../vendor/VendorIdPattern.js"
