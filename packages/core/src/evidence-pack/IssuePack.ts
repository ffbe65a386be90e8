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
import { provableCheckpoint } from "../evidence-log/ProvableCheckpoint.js"
import { checkpointOver, storedEntryReceipt } from "../evidence-log/StoredEntry.js"
import type { Archive } from "../ports/Archive.js"
import { CheckpointSigner } from "../ports/CheckpointSigner.js"
import { languageOfTexts } from "../person-report/ShownTexts.js"
import type { ConsentStore } from "../ports/ConsentStore.js"
import type { DocumentStore } from "../ports/DocumentStore.js"
import type { Erasures } from "../ports/Erasures.js"
import { EvidenceLog, type KeptTimestamp } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { compareCodeUnits } from "../schema/Order.js"
import { keyReceipts, linkReceipts, type ReceiptsByPath } from "./EntryFiles.js"
import { makeReadNotice } from "./NoticeFiles.js"
import type { WithheldPart } from "./PackBody.js"
import { jsonFile, type PackFile, textFile } from "./PackFile.js"
import { checkpointPath, keysPath, noticePath, readmePath, receiptPath } from "./PackPaths.js"
import { packReadme } from "./PackReadme.js"
import { type PackLanguage, packLanguageFor } from "./PackTexts.js"
import { readSelected } from "./ReadSelected.js"
import type { RecordRow } from "./RecordTable.js"
import { packTimestampFiles, readPackTimestamps } from "./TimestampFiles.js"
import { namedRecords, type PackedRecord, receiptFiles, receiptIn, recordFile } from "./RecordFiles.js"

/** What a pack is requested for. */
export interface PackRequest {
  readonly selection: PackSelection
  /** Parts of the records that are left out. */
  readonly withhold: ReadonlyArray<WithheldPart>
  /** The language of the page to read first; null for that of the newest notice, where the page is written in it. */
  readonly language: PackLanguage | null
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

/** The receipts of a pack, and the records that the log does not have. */
interface PackReceipts {
  readonly byPath: ReceiptsByPath
  /** By the names of their files. */
  readonly unproven: ReadonlyArray<string>
}

/** None when a record still waits. */
const readReceipts = (records: ReadonlyArray<PackedRecord>, { patience, withhold }: PackRequest) =>
  Effect.gen(function* () {
    const receipts = new Map<string, LogReceipt>()
    const unproven: Array<string> = []
    for (const record of records) {
      const receipt = yield* receiptIn(record, withhold, patience)
      if (receipt === "pending") return Option.none<PackReceipts>()
      if (receipt === "unproven") unproven.push(record.name)
      else receipts.set(receiptPath(record.name), receipt)
    }
    return Option.some<PackReceipts>({ byPath: receipts, unproven })
  })

/** Those of records and of links; where ids are withheld, a link has nothing else to say. */
const readAllReceipts = (records: ReadonlyArray<PackedRecord>, subjects: ReadonlyArray<string>, request: PackRequest) =>
  Effect.gen(function* () {
    const own = Option.getOrNull(yield* readReceipts(records, request))
    if (own === null) return null
    // Stryker disable next-line ArrayDeclaration: a subject of that name would have no links.
    const named = request.withhold.includes("subject") ? [] : subjects
    const links = Option.getOrNull(yield* linkReceipts(named, request.patience))
    return links === null ? null : { unproven: own.unproven, byPath: new Map([...own.byPath, ...links]) }
  })

/** Records with what their visitors were shown, the newest first. */
const readRecords = (records: ReadonlyArray<PackedRecord>, { withhold }: PackRequest) => {
  const readNotice = makeReadNotice()
  return Effect.forEach(records, (record) =>
    Effect.map(readNotice(record.facts.id), ({ files, notice }) => ({
      files: [recordFile(record, notice?.decision ?? null, withhold), ...files],
      language: languageOfTexts(notice?.texts ?? null),
    })),
  )
}

const readLog = Effect.gen(function* () {
  const checkpoint = Option.toArray(yield* provableCheckpoint(0))
  const read = Option.toArray(yield* makeReadKeys())
  return {
    files: [
      ...checkpoint.map(({ note }) => textFile(checkpointPath, note)),
      ...read.map((keys) => jsonFile(keysPath, keys)),
    ],
    keys: read.flatMap(({ keys }) => keys),
  }
})

// Stryker disable next-line OptionalChaining: a receipt was issued over a checkpoint that could be read.
const sizeOf = ({ checkpoint }: LogReceipt): number => readCheckpointNote(checkpoint)?.size ?? 0

/** How the checkpoints of the receipts, and those that were stamped, continue in that of the pack's own entry. */
const consistencyFile = (
  receipts: ReadonlyArray<LogReceipt>,
  stamps: ReadonlyArray<KeptTimestamp>,
  issued: LogReceipt,
) =>
  Effect.gen(function* () {
    const to = sizeOf(issued)
    const stamped = stamps.map(({ size }) => size).filter((size) => size <= to)
    const sizes = new Set([...receipts.map(sizeOf), ...stamped])
    const proofs: Record<string, string> = {}
    for (const from of sizes) {
      const hashes = Option.toArray(yield* readConsistency(from, to)).flat()
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

/** The language of the newest texts that were shown. */
const shownLanguage = (read: ReadonlyArray<{ readonly language: string | null }>): string | null =>
  read.find(({ language }) => language !== null)?.language ?? null

/** The rows of the page to read first. @param paths - of the files that the records have */
const rowsOf = (records: ReadonlyArray<PackedRecord>, paths: ReadonlySet<string>): ReadonlyArray<RecordRow> =>
  records.map(({ facts, name }) => {
    const notice = Option.fromNullable(facts.decisionId).pipe(
      Option.map((id) => noticePath(id, "notice.html")),
      Option.filter((path) => paths.has(path)),
    )
    return { ...facts, name, notice: Option.getOrNull(notice) }
  })

/** All files, those that prove them left out, with their manifest. */
const contentOf = (
  records: ReadonlyArray<PackedRecord>,
  { byPath, unproven }: PackReceipts,
  origin: string | null,
  request: PackRequest,
) =>
  Effect.gen(function* () {
    const createdAt = new Date(yield* Clock.currentTimeMillis).toISOString()
    const stamps = yield* readPackTimestamps(Array.from(byPath.values(), ({ index }) => index))
    const { software, tools, withhold } = request
    const [read, log] = [yield* readRecords(records, request), yield* readLog]
    // Stryker disable next-line ConditionalExpression: a log that signs nothing has no keys.
    const receipts = new Map([...byPath, ...(origin === null ? [] : yield* keyReceipts(log.keys, request.patience))])
    const language = request.language ?? packLanguageFor(shownLanguage(read))
    const rows = rowsOf(records, new Set(read.flatMap((one) => one.files.map(({ path }) => path))))
    const readme = packReadme({ createdAt, language, origin, software, unproven, withheld: withhold, records: rows })
    const files = [
      textFile(readmePath, readme),
      ...tools,
      ...read.flatMap((one) => one.files),
      ...Array.from(receipts).flatMap(([path, receipt]) => receiptFiles(path, receipt)),
      ...log.files,
      ...packTimestampFiles(stamps),
    ]
    const manifest = manifestOf(request, { createdAt, origin, unproven }, files)
    const file = textFile(packPaths.manifest, writePackManifest(manifest))
    return { files, manifest, file, stamps, receipts: Array.from(receipts.values()) }
  })

const issued = (files: ReadonlyArray<PackFile>, manifest: PackManifest, records: number): PackOutcome =>
  PackOutcome.Issued({ files: files.toSorted(inOrder), manifest, records })

const packSigned = (records: ReadonlyArray<PackedRecord>, subjects: ReadonlyArray<string>, request: PackRequest) =>
  Effect.gen(function* () {
    // Before anything is waited for: a service starts its log with the first salt that is drawn.
    const id = `pck_${request.salts()}`
    const { state } = yield* EvidenceReader
    const log = Option.getOrNull(yield* untilReady(state, Option.isSome, request.patience))
    if (log === null) return PackOutcome.Unfinished()
    const found = yield* readAllReceipts(records, subjects, request)
    if (found === null) return PackOutcome.Unfinished()
    const { file, files, manifest, receipts, stamps } = yield* contentOf(records, found, log.origin, request)
    const proof = yield* proveManifest(id, file, request)
    if (proof === null) return PackOutcome.Unfinished()
    const proofFiles = [
      textFile(packPaths.proof, writeTlogProof(proof)),
      yield* consistencyFile(receipts, stamps, proof),
    ]
    return issued([...files, file, ...proofFiles], manifest, records.length)
  })

const packUnsigned = (records: ReadonlyArray<PackedRecord>, request: PackRequest) => {
  const unproven = records.map(({ name }) => name)
  return Effect.map(contentOf(records, { byPath: new Map(), unproven }, null, request), ({ file, files, manifest }) =>
    issued([...files, file], manifest, records.length),
  )
}

const packRecords = (records: ReadonlyArray<PackedRecord>, subjects: ReadonlyArray<string>, request: PackRequest) =>
  Effect.flatMap(isSigned, (signed) =>
    signed ? packSigned(records, subjects, request) : packUnsigned(records, request),
  )

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
 *   const request = { selection: { subjectId }, withhold: [], language: null, software: "shop", tools: [], salts, patience }
 *   return Effect.map(issuePack(request), (outcome) =>
 *     PackOutcome.$is("Issued")(outcome) ? outcome.files.map(({ path }) => path) : [],
 *   )
 * }
 * ```
 */
export const issuePack = (request: PackRequest): Effect.Effect<PackOutcome, StoreError | LogInconsistent, Ports> =>
  Effect.flatMap(readSelected(request.selection), (selected) =>
    selected._tag === "Records"
      ? packRecords(namedRecords(selected.records, request.withhold), selected.subjects, request)
      : Effect.succeed(selected),
  )
