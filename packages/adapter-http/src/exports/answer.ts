/**
 * Answers, the one table of problems with their statuses, and the cache lifetimes of public answers.
 *
 * @module
 */
export * from "../answer/Problem.js"
export * from "../answer/PublicCaching.js"
