/**
 * Visitors: signals, resolution, session reports.
 *
 * @module
 */
export * from "../session/Journey.js"
export * from "../session/SessionReport.js"
export * from "../visitor/ReportedVisits.js"
export * from "../visitor/ResolveVisitor.js"
export * from "../visitor/VisitorSignals.js"
