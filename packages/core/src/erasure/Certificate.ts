/**
 * Issues the certificates of erasures.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { LogInconsistent } from "../evidence-log/LogInconsistent.js"
import { readProof } from "../evidence-log/ReadHashes.js"
import { checkpointOver, storedEntryReceipt } from "../evidence-log/StoredEntry.js"
import { leafData } from "../evidence/Entry.js"
import type { ErasureCertificate } from "../evidence/ErasureCertificate.js"
import { inclusionRanges } from "../evidence/MerkleTree.js"
import { tileWidth } from "../evidence/Tiles.js"
import { Erasures, type StoredErasure } from "../ports/Erasures.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"

/** The outcome of asking for a certificate. */
export type CertificateOutcome = Data.TaggedEnum<{
  Issued: { readonly certificate: ErasureCertificate }
  /** It was erased; the entry that says so is not covered by a checkpoint yet. Ask again in a second. */
  Pending: { readonly erasure: StoredErasure }
  /** There is no such erasure. */
  NotFound: {}
}>

export const CertificateOutcome = Data.taggedEnum<CertificateOutcome>()

const readLeaf = (position: number) =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const [bundle] = yield* reader.bundles(Math.floor(position / tileWidth), 1)
    const entry = bundle?.entries[position % tileWidth]
    return entry === undefined
      ? yield* new LogInconsistent({ message: `entry ${position} was erased, and is not in the tree` })
      : leafData(entry)
  })

const readLeaves = (positions: ReadonlyArray<number>, checkpoint: KeptCheckpoint | null) =>
  Effect.forEach(positions, (index) =>
    Effect.gen(function* () {
      const leaf = yield* readLeaf(index)
      const proof = checkpoint === null ? null : yield* readProof(inclusionRanges(index, checkpoint.size))
      return { index, leaf, proof }
    }),
  )

const certificateOf = (
  { deleted, erasedAt, id: requestId, parts, reason }: StoredErasure,
  leaves: ErasureCertificate["leaves"],
  entry: ErasureCertificate["entry"],
) => CertificateOutcome.Issued({ certificate: { requestId, erasedAt, reason, parts, deleted, leaves, entry } })

const issue = (erasure: StoredErasure, isSigned: boolean) =>
  Effect.gen(function* () {
    if (erasure.entry === null || !isSigned) {
      return certificateOf(erasure, yield* readLeaves(erasure.leaves, null), null)
    }
    const covered = yield* checkpointOver(erasure.entry, `the entry of erasure "${erasure.id}"`)
    if (covered === null) return CertificateOutcome.Pending({ erasure })
    const leaves = yield* readLeaves(erasure.leaves, covered.checkpoint)
    return certificateOf(erasure, leaves, yield* storedEntryReceipt(covered))
  })

/**
 * Issues the certificate of an erasure.
 *
 * @param id - that of the erasure's request
 * @param isSigned - whether the log is signed, so that a checkpoint is worth waiting for
 * @returns fails with `StoreError` when the store does, and with `LogInconsistent` when the tree is not the one that was
 *   signed
 * @example
 * ```ts
 * import { CertificateOutcome, issueCertificate } from "@consent-service/core/erasure"
 * import { writeCertificate } from "@consent-service/core/evidence"
 * import * as Effect from "effect/Effect"
 *
 * const text = Effect.map(issueCertificate("ticket-17", true), (outcome) =>
 *   CertificateOutcome.$is("Issued")(outcome) ? JSON.stringify(writeCertificate(outcome.certificate)) : null,
 * )
 * ```
 */
export const issueCertificate = (
  id: string,
  isSigned: boolean,
): Effect.Effect<CertificateOutcome, StoreError | LogInconsistent, Erasures | EvidenceReader> =>
  Effect.gen(function* () {
    const erasure = yield* (yield* Erasures).erasure(id)
    return Option.isNone(erasure) ? CertificateOutcome.NotFound() : yield* issue(erasure.value, isSigned)
  })
