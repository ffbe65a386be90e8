/**
 * Lists of records: in their order, by time, domain, type, country and action.
 *
 * @module
 */
export * from "../record-list/Csv.js"
export * from "../record-list/ListQuery.js"
export * from "../record-list/ListRecords.js"
export * from "../record-list/ReadInOrder.js"
export * from "../record-list/RecordItem.js"
