/**
 * Proofs over every visitor that rules can distinguish, and differences between two sets of rules.
 *
 * @module
 */
export * from "../policy/prove/DiffRules.js"
export * from "../policy/prove/ProveRules.js"
export * from "../policy/prove/RuleFindings.js"
export * from "../policy/prove/VisitorPlace.js"
