/**
 * All ports of the evidence log. A layer that replaces the database may omit them: then nothing is
 * logged.
 *
 * @module
 */
import type { Erasures } from "./Erasures.js"
import type { EvidenceLog } from "./EvidenceLog.js"
import type { EvidenceReader } from "./EvidenceReader.js"
import type { Records } from "./Records.js"
import type { Statistics } from "./Statistics.js"
import type { OperationKinds } from "./StoreOperations.js"

/** The ports that grow and read the evidence log. */
export type LogStores = EvidenceLog | EvidenceReader

/** The ports of the evidence log, and of what lists, counts and erases its records. */
export type EvidenceStores = LogStores | Erasures | Records | Statistics

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
  keepTimestamp: "function",
  forgetCheckpoints: "function",
  takeOver: "function",
  reopen: "function",
}

/** The operations of `EvidenceReader`, as `passingOn` and `LazyStores.lazily` need them. */
export const evidenceReaderOperations: OperationKinds<EvidenceReader["Type"]> = {
  state: "effect",
  checkpoint: "function",
  checkpoints: "function",
  newestCheckpoints: "function",
  timestamps: "function",
  newestTimestamp: "function",
  bundles: "function",
  tiles: "function",
  locate: "function",
  consentFacts: "function",
  statements: "function",
}

/** The operations of `Erasures`, as `passingOn` and `LazyStores.lazily` need them. */
export const erasuresOperations: OperationKinds<Erasures["Type"]> = {
  subjectsOf: "function",
  footprint: "function",
  erase: "function",
  erasure: "function",
  place: "function",
  release: "function",
  legalHolds: "effect",
}

/** The operations of `Records`, as `passingOn` and `LazyStores.lazily` need them. */
export const recordsOperations: OperationKinds<Records["Type"]> = { read: "function" }

/** The operations of `Statistics`, as `passingOn` and `LazyStores.lazily` need them. */
export const statisticsOperations: OperationKinds<Statistics["Type"]> = {
  read: "function",
  countLogged: "effect",
  queue: "function",
}
