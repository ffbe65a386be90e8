/**
 * Banner experiments and their summaries.
 *
 * @module
 */
export * from "../experiment/DecisionCount.js"
export * from "../experiment/ExperimentArm.js"
export * from "../experiment/Summary.js"
export * from "../experiment/SummaryQuery.js"
