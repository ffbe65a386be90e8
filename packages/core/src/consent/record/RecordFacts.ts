/**
 * The statement of a record's entry in the evidence log.
 *
 * @module
 */
import type { ConsentFacts } from "../../evidence/Statement.js"
import type { ConsentRecord } from "./ConsentRecord.js"

/**
 * The facts of a record for its statement.
 *
 * @example
 * ```ts
 * import { type ConsentRecord, recordFacts } from "@consent-service/core/consent"
 * import { consentStatement } from "@consent-service/core/evidence"
 *
 * const stated = (record: ConsentRecord) => consentStatement(recordFacts(record))
 * ```
 */
export const recordFacts = (record: ConsentRecord): ConsentFacts => ({
  ...record,
  // As read from storage.
  metadata: JSON.parse(JSON.stringify(record.metadata)),
})
