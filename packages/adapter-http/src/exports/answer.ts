/**
 * Answers, and the one table of problems with their statuses.
 *
 * @module
 */
export * from "../answer/Problem.js"
