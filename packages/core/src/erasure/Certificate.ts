/**
 * Issues the certificates of erasures.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { storedStatement } from "../evidence-log/StoredStatement.js"
import { receiptOver } from "../evidence-log/EntryReceipt.js"
import { LogInconsistent } from "../evidence-log/LogInconsistent.js"
import { readProof } from "../evidence-log/ReadHashes.js"
import { leafData } from "../evidence/Entry.js"
import type { ErasureCertificate } from "../evidence/ErasureCertificate.js"
import { inclusionRanges } from "../evidence/MerkleTree.js"
import { disclose, readOpener } from "../evidence/Opener.js"
import { type LoggedEntry, tileWidth } from "../evidence/Tiles.js"
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

/** The receipt of the entry that names the erased ones. */
const receiptOf = (id: string, position: number, { kind, opener, time }: LoggedEntry, checkpoint: KeptCheckpoint) =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const stored = (yield* reader.statements([id])).get(id)
    const statement = stored === undefined ? null : storedStatement(kind, stored)
    const opens = opener === null ? null : readOpener(opener)
    const parts = statement === null || opens === null ? null : disclose(statement, opens)
    if (parts === null)
      return yield* new LogInconsistent({ message: `the statement of entry ${position} cannot be read` })
    return yield* receiptOver({ position, entry: { kind, time, parts } }, checkpoint)
  })

/** The place of the entry that names the erased ones, under a checkpoint; null while it waits for one. */
const placeOf = (erasure: StoredErasure, { id, receivedAt }: NonNullable<StoredErasure["entry"]>) =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const place = yield* reader.locate(id, receivedAt)
    if (place._tag === "Queued") return null
    if (place._tag === "Unknown") {
      return yield* new LogInconsistent({ message: `the entry of erasure "${erasure.id}" is not in the log` })
    }
    const checkpoint = Option.getOrNull(yield* reader.checkpoint(place.position + 1))
    return checkpoint === null ? null : { ...place, id, checkpoint }
  })

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
    const placed = yield* placeOf(erasure, erasure.entry)
    if (placed === null) return CertificateOutcome.Pending({ erasure })
    const { checkpoint, entry, id, position } = placed
    const leaves = yield* readLeaves(erasure.leaves, checkpoint)
    return certificateOf(erasure, leaves, yield* receiptOf(id, position, entry, checkpoint))
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
