/**
 * What handlers answer, as other packages see it.
 *
 * @module
 */
export * from "../handlers/SubjectView.js"
