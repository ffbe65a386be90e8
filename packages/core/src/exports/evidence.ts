/**
 * The evidence log: statements, commitments, the tree, checkpoints, receipts and their verification. Nothing in it needs
 * a platform or a package.
 *
 * @module
 */
export * from "../digest/Base64.js"
export * from "../digest/Base64Url.js"
export * from "../digest/Rfc8785.js"
export * from "../evidence/Checkpoint.js"
export * from "../evidence/Commitment.js"
export * from "../evidence/Der.js"
export * from "../evidence/Entry.js"
export * from "../evidence/ErasureCertificate.js"
export * from "../evidence/LinkEntryId.js"
export * from "../evidence/LogFiles.js"
export * from "../evidence/MerkleTree.js"
export * from "../evidence/Opener.js"
export * from "../evidence/PackManifest.js"
export * from "../evidence/PendingEntry.js"
export * from "../evidence/Receipt.js"
export * from "../evidence/SignedNote.js"
export * from "../evidence/Statement.js"
export * from "../evidence/TileFiles.js"
export * from "../evidence/Tiles.js"
export * from "../evidence/Timestamp.js"
export * from "../evidence/VerifyPack.js"
export * from "../evidence/VerifyReceipt.js"
export * from "../evidence/Witness.js"
export * from "../evidence/WitnessRequest.js"
