/**
 * Consent records and legal documents: the models, the plan of a save, the use cases.
 *
 * @module
 */
export * from "../consent/Consents.js"
export * from "../consent/InPieces.js"
export * from "../consent/PublishVersion.js"
export * from "../consent/ReconstructNotice.js"
export * from "../consent/VerifyStored.js"
export * from "../consent/plan/ActIdentity.js"
export * from "../consent/plan/DecisionIdentity.js"
export { draftEntries, linkEntry } from "../consent/plan/LogEntries.js"
export * from "../consent/record/StoredDecision.js"
export * from "../consent/record/ActBound.js"
export * from "../consent/record/ConsentRecord.js"
export * from "../consent/record/RecordFacts.js"
export * from "../consent/record/Receipt.js"
export * from "../consent/record/Refusal.js"
export * from "../consent/record/SubjectChoice.js"
export * from "../consent/record/SubjectVendorChoice.js"
export * from "../consent/record/Submission.js"
export * from "../consent/record/VendorText.js"
export * from "../legal-document/LegalDocument.js"
export * from "../legal-document/PublishDocument.js"
