/**
 * Answers, the one table of problems with their statuses, and how long caches keep what is public.
 *
 * @module
 */
export * from "../answer/Problem.js"
export * from "../answer/PublicCaching.js"
