/**
 * Subjects and the accounts they are linked to.
 *
 * @module
 */
export * from "../account/Accounts.js"
export * from "../subject/SubjectId.js"
