/**
 * What is on record about one person: as data, and as a page for them.
 *
 * @module
 */
export * from "../person-report/PersonPage.js"
export * from "../person-report/PersonReport.js"
export * from "../person-report/ShownTexts.js"
