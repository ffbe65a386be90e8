/**
 * Lists of records: in their order, by time, domain, type, country and action; and records in standard forms.
 *
 * @module
 */
export * from "../record-export/DecidedCategories.js"
export * from "../record-export/Disclosure.js"
export * from "../record-export/Iso27560.js"
export * from "../record-export/Kantara.js"
export * from "../record-export/MissingDisclosure.js"
export * from "../record-export/ReadShown.js"
export * from "../record-list/Csv.js"
export * from "../record-list/ListQuery.js"
export * from "../record-list/ListRecords.js"
export * from "../record-list/ReadInOrder.js"
export * from "../record-list/RecordItem.js"
