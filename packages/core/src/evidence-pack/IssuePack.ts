/**
 * Issues evidence packs: everything that proves some records, for someone who has nothing else.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Patience, untilReady } from "../concurrency/UntilReady.js"
import { encodeBase64 } from "../digest/Base64.js"
import { hexOf, sha256 } from "../digest/Sha256.js"
import { readCheckpointNote } from "../evidence/Checkpoint.js"
import {
  type PackManifest,
  packPaths,
  type PackSelection,
  packTask,
  writePackManifest,
} from "../evidence/PackManifest.js"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { type LogReceipt, writeTlogProof } from "../evidence/Receipt.js"
import { taskStatement } from "../evidence/Statement.js"
import type { LogInconsistent } from "../evidence-log/LogInconsistent.js"
import { makeReadKeys } from "../evidence-log/LogKeys.js"
import { readConsistency } from "../evidence-log/LogReading.js"
import { checkpointOver, storedEntryReceipt } from "../evidence-log/StoredEntry.js"
import type { Archive } from "../ports/Archive.js"
import { CheckpointSigner } from "../ports/CheckpointSigner.js"
import type { ConsentStore } from "../ports/ConsentStore.js"
import type { DocumentStore } from "../ports/DocumentStore.js"
import type { Erasures } from "../ports/Erasures.js"
import { EvidenceLog } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { compareCodeUnits } from "../schema/Order.js"
import { makeReadNotice } from "./NoticeFiles.js"
import type { WithheldPart } from "./PackBody.js"
import { jsonFile, type PackFile, textFile } from "./PackFile.js"
import { checkpointPath, keysPath, readmePath } from "./PackPaths.js"
import { packReadme } from "./PackReadme.js"
import { readSelected } from "./ReadSelected.js"
import { namedRecords, type PackedRecord, receiptFiles, receiptIn, recordFile } from "./RecordFiles.js"

/** What a pack is requested for. */
export interface PackRequest {
  readonly selection: PackSelection
  /** Parts of the records that are left out. */
  readonly withhold: ReadonlyArray<WithheldPart>
  /** Name and version of the program. */
  readonly software: string
  /** The files of the verifier. */
  readonly tools: ReadonlyArray<PackFile>
  /** Returns a new salt at each call. */
  readonly salts: () => string
  /** How long checkpoints are waited for; a service that runs makes one a second. */
  readonly patience: Patience
}

/** The outcome of requesting a pack. */
export type PackOutcome = Data.TaggedEnum<{
  Issued: {
    /** In the order of their paths. */
    readonly files: ReadonlyArray<PackFile>
    readonly manifest: PackManifest
    /** How many records are in it. */
    readonly records: number
  }
  /** No checkpoint covers a record or the pack's own entry yet. Ask again in a second. */
  Unfinished: {}
  /** Nothing is on record about the person. */
  PersonUnknown: {}
  /** Some of the ids are of no record; nothing was packed. */
  RecordsUnknown: { readonly ids: ReadonlyArray<string> }
}>

export const PackOutcome = Data.taggedEnum<PackOutcome>()

type Ports = Archive | CheckpointSigner | ConsentStore | DocumentStore | Erasures | EvidenceLog | EvidenceReader

const inOrder = (one: PackFile, other: PackFile): number => compareCodeUnits(one.path, other.path)

/** Receipts by the names of their records; null for a record that the log does not have. */
type Receipts = ReadonlyMap<string, LogReceipt | null>

/** None when a record still waits. */
const readReceipts = (records: ReadonlyArray<PackedRecord>, { patience, withhold }: PackRequest) =>
  Effect.gen(function* () {
    const receipts = new Map<string, LogReceipt | null>()
    for (const record of records) {
      const receipt = yield* receiptIn(record, withhold, patience)
      if (receipt === "pending") return Option.none<Receipts>()
      receipts.set(record.name, receipt === "unproven" ? null : receipt)
    }
    return Option.some<Receipts>(receipts)
  })

const readRecords = (records: ReadonlyArray<PackedRecord>, { withhold }: PackRequest) => {
  const readNotice = makeReadNotice()
  return Effect.forEach(records, (record) =>
    Effect.map(readNotice(record.facts.id), ({ files, notice }) => [
      recordFile(record, notice?.decision ?? null, withhold),
      ...files,
    ]),
  ).pipe(Effect.map((files) => files.flat()))
}

const readLog = Effect.gen(function* () {
  const reader = yield* EvidenceReader
  const [checkpoint, keys] = [yield* reader.checkpoint(0), yield* makeReadKeys()]
  return [
    ...Option.toArray(checkpoint).map(({ note }) => textFile(checkpointPath, note)),
    ...Option.toArray(keys).map((known) => jsonFile(keysPath, known)),
  ]
})

const sizeOf = ({ checkpoint }: LogReceipt): number => readCheckpointNote(checkpoint)?.size ?? 0

/** How the checkpoints of the receipts continue in that of the pack's own entry. */
const consistencyFile = (receipts: Receipts, issued: LogReceipt) =>
  Effect.gen(function* () {
    const to = sizeOf(issued)
    const sizes = new Set(
      Array.from(receipts.values()).flatMap((receipt) => (receipt === null ? [] : [sizeOf(receipt)])),
    )
    const proofs: Record<string, string> = {}
    for (const from of Array.from(sizes).toSorted((one, other) => one - other)) {
      const hashes = Option.getOrElse(yield* readConsistency(from, to), () => [])
      proofs[from] = encodeBase64(Uint8Array.from(hashes.flatMap((hash) => Array.from(hash))))
    }
    return jsonFile(packPaths.consistency, { to, proofs })
  })

/** Logs the digest of the manifest, and proves that it is logged; null while that waits. */
const proveManifest = (id: string, manifest: PackFile, { patience, salts }: PackRequest) =>
  Effect.gen(function* () {
    const [log, at] = [yield* EvidenceLog, yield* Clock.currentTimeMillis]
    const statement = taskStatement({ at, digest: hexOf(sha256(manifest.bytes)), what: packTask })
    const name = { id, receivedAt: at }
    yield* log.queue([pendingEntry(statement, { ...name, salt: salts() })])
    const find = checkpointOver(name, "the entry of an evidence pack")
    const covered = yield* untilReady(find, (found) => found !== null, patience)
    return covered === null ? null : yield* storedEntryReceipt(covered)
  })

const manifestOf = (
  request: PackRequest,
  summary: Pick<PackManifest, "createdAt" | "origin" | "unproven">,
  files: ReadonlyArray<PackFile>,
): PackManifest => ({
  ...summary,
  software: request.software,
  selection: request.withhold.includes("subject") ? null : request.selection,
  withheld: request.withhold,
  files: Object.fromEntries(files.toSorted(inOrder).map(({ bytes, path }) => [path, hexOf(sha256(bytes))])),
})

/** Whether something of the log is signed, or will be, so that it is worth waiting for. */
const isSigned = Effect.gen(function* () {
  const [reader, signer] = [yield* EvidenceReader, yield* CheckpointSigner]
  return signer.keys.length > 0 || Option.isSome(yield* reader.checkpoint(0))
})

/** All files, those that prove them left out, with their manifest. */
const contentOf = (
  records: ReadonlyArray<PackedRecord>,
  receipts: Receipts,
  origin: string | null,
  request: PackRequest,
) =>
  Effect.gen(function* () {
    const createdAt = new Date(yield* Clock.currentTimeMillis).toISOString()
    const names = records.map(({ name }) => name)
    const unproven = names.filter((name) => receipts.get(name) == null)
    const { software, tools, withhold } = request
    const readme = packReadme({ createdAt, origin, software, unproven, withheld: withhold, records: names })
    const files = [
      textFile(readmePath, readme),
      ...tools,
      ...(yield* readRecords(records, request)),
      ...Array.from(receipts).flatMap(([name, receipt]) => (receipt === null ? [] : receiptFiles(name, receipt))),
      ...(yield* readLog),
    ]
    const manifest = manifestOf(request, { createdAt, origin, unproven }, files)
    return { files, manifest, file: textFile(packPaths.manifest, writePackManifest(manifest)) }
  })

const issued = (files: ReadonlyArray<PackFile>, manifest: PackManifest, records: number): PackOutcome =>
  PackOutcome.Issued({ files: files.toSorted(inOrder), manifest, records })

const packSigned = (records: ReadonlyArray<PackedRecord>, request: PackRequest) =>
  Effect.gen(function* () {
    // Before anything is waited for: a service starts its log with the first salt that is drawn.
    const id = `pck_${request.salts()}`
    const { state } = yield* EvidenceReader
    const log = Option.getOrNull(yield* untilReady(state, Option.isSome, request.patience))
    const receipts = log === null ? null : Option.getOrNull(yield* readReceipts(records, request))
    if (log === null || receipts === null) return PackOutcome.Unfinished()
    const { file, files, manifest } = yield* contentOf(records, receipts, log.origin, request)
    const proof = yield* proveManifest(id, file, request)
    if (proof === null) return PackOutcome.Unfinished()
    const proofFiles = [textFile(packPaths.proof, writeTlogProof(proof)), yield* consistencyFile(receipts, proof)]
    return issued([...files, file, ...proofFiles], manifest, records.length)
  })

const packUnsigned = (records: ReadonlyArray<PackedRecord>, request: PackRequest) =>
  Effect.map(contentOf(records, new Map(), null, request), ({ file, files, manifest }) =>
    issued([...files, file], manifest, records.length),
  )

const packRecords = (records: ReadonlyArray<PackedRecord>, request: PackRequest) =>
  Effect.flatMap(isSigned, (signed) => (signed ? packSigned(records, request) : packUnsigned(records, request)))

/**
 * Issues a pack: the records, what their visitors were shown, the proof of each, and a page that says what it all is. The
 * log gets an entry with the digest of the pack's manifest.
 *
 * @returns the files of the pack, which a zip is made of; fails with `StoreError` when a store does, and with
 *   `LogInconsistent` when a record is not the one that was logged
 * @example
 * ```ts
 * import { issuePack, PackOutcome } from "@consent-service/core/evidence-pack"
 * import * as Effect from "effect/Effect"
 *
 * const pathsOf = (subjectId: string, salts: () => string) => {
 *   const patience = { every: "250 millis", most: 20 } as const
 *   const request = { selection: { subjectId }, withhold: [], software: "shop", tools: [], salts, patience }
 *   return Effect.map(issuePack(request), (outcome) =>
 *     PackOutcome.$is("Issued")(outcome) ? outcome.files.map(({ path }) => path) : [],
 *   )
 * }
 * ```
 */
export const issuePack = (request: PackRequest): Effect.Effect<PackOutcome, StoreError | LogInconsistent, Ports> =>
  Effect.flatMap(readSelected(request.selection), (selected) =>
    selected._tag === "Records"
      ? packRecords(namedRecords(selected.records, request.withhold), request)
      : Effect.succeed(selected),
  )
