/**
 * All ports of the evidence log. A layer that replaces the database may omit them: then nothing is
 * logged.
 *
 * @module
 */
import type { EvidenceLog } from "./EvidenceLog.js"
import type { EvidenceReader } from "./EvidenceReader.js"
import type { OperationKinds } from "./StoreOperations.js"

/** The ports of the evidence log. */
export type EvidenceStores = EvidenceLog | EvidenceReader

/** The operations of `EvidenceLog`, as `passingOn` and `LazyStores.lazily` need them. */
export const evidenceLogOperations: OperationKinds<EvidenceLog["Type"]> = {
  open: "function",
  queue: "function",
  lease: "function",
  release: "function",
  integrate: "function",
  queueUnlogged: "function",
  keepCheckpoint: "function",
  replaceNote: "function",
  forgetCheckpoints: "function",
  takeOver: "function",
  reopen: "function",
}

/** The operations of `EvidenceReader`, as `passingOn` and `LazyStores.lazily` need them. */
export const evidenceReaderOperations: OperationKinds<EvidenceReader["Type"]> = {
  state: "effect",
  checkpoint: "function",
  checkpoints: "function",
  bundles: "function",
  tiles: "function",
  locate: "function",
  consentFacts: "function",
  statements: "function",
}
