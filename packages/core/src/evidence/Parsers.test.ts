/** Whatever is presented as a time stamp, a leaf, a bundle, a certificate, a manifest or a state is read or refused. */
import { bytesParser, describeParsers, parser } from "@consent-service/test-engines/fuzz-suite"
import * as Vectors from "../testing/EvidenceVectors.js"
import { timestampVector } from "../testing/TimestampVector.js"
import { readAuditMemory, writeAuditMemory } from "../evidence-audit/AuditMemory.js"
import { CompactRange } from "../evidence-audit/CompactRange.js"
import { readErasure } from "../evidence-log/SaidErasure.js"
import { readCheckpoint, readCheckpointNote, writeCheckpoint } from "./Checkpoint.js"
import { readDer } from "./Der.js"
import { leafData, readLeafData } from "./Entry.js"
import { readCertificate, writeCertificate } from "./ErasureCertificate.js"
import { readOpener } from "./Opener.js"
import { packFormat, readPackManifest } from "./PackManifest.js"
import { readReceipt, readTlogProof, writeReceipt, writeTlogProof } from "./Receipt.js"
import { readNote, readSignerKey, readVerifierKey, writeNote, writeSignerKey, writeVerifierKey } from "./SignedNote.js"
import { bundleBytes, readBundleBytes, readTilePath } from "./TileFiles.js"
import { readTimestamp } from "./Timestamp.js"
import { findCosignature, readWitnessState, writeWitnessState } from "./Witness.js"
import { readTreeSize, readWitnessRequest, writeWitnessRequest } from "./WitnessRequest.js"

const { checkpoints, entries, keyOf, keys, leaves, receiptOf } = Vectors

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

const receipts = [0, 3, 7].map((index) => receiptOf(index, checkpoints.witnessed8))

const certificate = JSON.stringify(
  writeCertificate({
    requestId: "req_1",
    erasedAt: 1796083202500,
    reason: "art-17",
    parts: ["trace"],
    deleted: { cs_consent: 2 },
    leaves: [4, 6].map((index) => {
      const { leaf, proof } = { leaf: leafData(entries[index] ?? never()), proof: leaves }
      return { index, leaf, proof }
    }),
    entry: receiptOf(7, checkpoints.signed8),
  }),
)

function never(): never {
  throw new Error("the vectors have no such entry")
}

const manifest = JSON.stringify({
  format: packFormat,
  origin: "evidence.example/shop",
  createdAt: "2026-11-27T00:00:00Z",
  software: "consent-service 1",
  selection: { consentIds: ["cns_1"] },
  withheld: ["trace"],
  unproven: [],
  files: { "records/1.json": "ab".repeat(32) },
})

const memory = writeAuditMemory({ checkpoint: checkpoints.witnessed8, bundles: new CompactRange([]), lastTime: 7 })

const salt = "A".repeat(22)
const key = "0a".repeat(32)

const witnessRequest = writeWitnessRequest({ old: 5, proof: leaves.slice(0, 3), checkpoint: checkpoints.signed8 })

const title = "what is presented as evidence (threat: a hostile receipt, note or key crashes or deceives a verifier)"

describeParsers(title, [
  bytesParser({
    name: "DER",
    seeds: [timestampVector.answer, timestampVector.query],
    parse: readDer,
    holds: (values, bytes) =>
      values === null || values.reduce((sum, { content }) => sum + content.length, 0) <= bytes.length,
  }),
  bytesParser({
    name: "time stamp",
    seeds: [timestampVector.answer],
    parse: (answer) => readTimestamp(answer, checkpoints.signed8, null),
    isRead: ({ _tag }) => _tag === "Stamped" || _tag === "Refused",
    holds: (reading) => reading._tag === "Refused" || Number.isSafeInteger(reading.time),
  }),
  bytesParser({
    name: "leaf",
    seeds: entries.map(leafData),
    parse: readLeafData,
    holds: (leaf, bytes) => leaf === null || isSame(leafData(leaf), bytes),
  }),
  bytesParser({
    name: "bundle",
    seeds: [bundleBytes(entries)],
    parse: readBundleBytes,
    holds: (bundle, bytes) => bundle === null || isSame(bundleBytes(bundle), bytes),
  }),
  parser({
    name: "receipt",
    seeds: receipts.map(writeReceipt),
    parse: readReceipt,
    share: 0.5,
    holds: (receipt) => receipt === null || readReceipt(writeReceipt(receipt)) !== null,
  }),
  parser({
    name: "tlog-proof",
    seeds: receipts.map(writeTlogProof),
    parse: readTlogProof,
    share: 0.5,
    holds: (receipt) => receipt === null || readTlogProof(writeTlogProof(receipt)) !== null,
  }),
  parser({
    name: "note",
    seeds: [checkpoints.witnessed8, checkpoints.signed5],
    parse: readNote,
    holds: (note, text) => note === null || writeNote(note) === text,
  }),
  parser({
    name: "checkpoint",
    seeds: [readNote(checkpoints.signed8)?.text ?? ""],
    parse: readCheckpoint,
    holds: (body) => body === null || readCheckpoint(writeCheckpoint(body))?.size === body.size,
  }),
  parser({ name: "note of a checkpoint", seeds: [checkpoints.witnessed8], parse: readCheckpointNote }),
  parser({
    name: "key that verifies",
    seeds: [keys.log, keys.witness, keys.next],
    parse: readVerifierKey,
    holds: (read, text) => read === null || writeVerifierKey(read) === text,
  }),
  parser({
    name: "key that signs",
    seeds: [keys.logSigner],
    parse: readSignerKey,
    holds: (read, text) => read === null || writeSignerKey(read) === text,
  }),
  parser({
    name: "path of a tile",
    seeds: ["tile/0/x001/x234/067", "tile/entries/012.p/3", "tile/3/000"],
    parse: readTilePath,
    holds: (name) => name === null || (Number.isSafeInteger(name.n) && name.width >= 1 && name.width <= 256),
  }),
  parser({ name: "opener", seeds: [salt, `act=${key},subject~${key},trace=${key}`], parse: readOpener }),
  parser({ name: "certificate of an erasure", seeds: [certificate], parse: readCertificate, share: 0.5 }),
  parser({ name: "manifest of a pack", seeds: [manifest], parse: readPackManifest }),
  parser({ name: "memory of an auditor", seeds: [memory], parse: readAuditMemory }),
  parser({
    name: "entry of an erasure",
    seeds: ['{"leaves":[3,7],"parts":["trace"]}'],
    parse: readErasure,
    share: 0.5,
  }),
  parser({ name: "size of a tree", seeds: ["0", "1234567"], parse: readTreeSize, holds: (size) => size !== -1 }),
  parser({
    name: "request to a witness",
    seeds: [witnessRequest],
    parse: readWitnessRequest,
    holds: (request) => request === null || readWitnessRequest(writeWitnessRequest(request)) !== null,
  }),
  parser({
    name: "state of a witness",
    seeds: [writeWitnessState(new Map([["evidence.example/shop", checkpoints.signed8]]))],
    parse: readWitnessState,
    holds: (state) => state === null || readWitnessState(writeWitnessState(state))?.size === state.size,
  }),
  parser({
    name: "answer of a witness",
    seeds: [checkpoints.witnessed8.slice(checkpoints.witnessed8.indexOf("\n\n") + 2)],
    parse: (answer) => findCosignature(answer, checkpoints.signed8, keyOf(keys.witness), () => false),
    isRead: (line) => line === null,
    share: 0.5,
  }),
])
