/**
 * The parts of the handlers that other packages use.
 *
 * @module
 */
export * from "../handlers/SubjectView.js"
