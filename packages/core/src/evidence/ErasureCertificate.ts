/**
 * Certificates of erasures: what was erased and when, with the proofs that those entries are still in the log's tree and
 * that the log names them as erased. They are verified offline, as receipts are.
 *
 * A certificate names no person. The person can show that it is about their records by their own receipts: the leaves are
 * the same.
 *
 * @module
 */
import { decodeBase64, encodeBase64 } from "../digest/Base64.js"
import { equalBytes } from "../digest/Hmac.js"
import { readCheckpointNote } from "./Checkpoint.js"
import { leafHash } from "./Entry.js"
import { emptyRoot, rootFromInclusion } from "./MerkleTree.js"
import { areTexts, isObject, parsedJson } from "./ReadJson.js"
import { type LogReceipt, readReceipt, writeReceipt } from "./Receipt.js"
import { erasedStatement, type StatementPart } from "./Statement.js"
import { type ReceiptVerdict, type Trust, type VerifyEd25519, verifyReceipt } from "./VerifyReceipt.js"

/** The first member of a certificate, which says how to read the others. */
export const certificateFormat = "consent-service/erasure/v1"

/** An erased entry as it is in the tree. */
export interface ErasedLeaf {
  /** Its position. */
  readonly index: number
  /** Its 42 bytes. */
  readonly leaf: Uint8Array
  /** From the leaf upwards, to the root of the checkpoint; null where nothing is signed. */
  readonly proof: ReadonlyArray<Uint8Array> | null
}

/** A certificate. */
export interface ErasureCertificate {
  readonly requestId: string
  /** Epoch milliseconds. */
  readonly erasedAt: number
  readonly reason: string
  /** The parts that were dropped; null when all that was recorded was erased. */
  readonly parts: ReadonlyArray<string> | null
  /** How many rows were deleted, by table; of a dropped part, how many were emptied, by column. */
  readonly deleted: Readonly<Record<string, number>>
  readonly leaves: ReadonlyArray<ErasedLeaf>
  /** The receipt of the entry that names the erased ones; null where nothing is signed. */
  readonly entry: LogReceipt | null
}

/** What a certificate cannot prove; a member of it, for those who read it without its documentation. */
const limits =
  "This proves what the log's operator erased from the database. It cannot prove anything about copies elsewhere, or " +
  "about backups, which keep the records until they are overwritten."

const joined = (hashes: ReadonlyArray<Uint8Array>): Uint8Array =>
  Uint8Array.from(hashes.flatMap((hash) => Array.from(hash)))

/**
 * A certificate as JSON.
 *
 * @example
 * ```ts
 * import { type ErasureCertificate, writeCertificate } from "@consent-service/core/evidence"
 *
 * const text = (certificate: ErasureCertificate): string => JSON.stringify(writeCertificate(certificate))
 * ```
 */
export const writeCertificate = ({ entry, leaves, ...erasure }: ErasureCertificate) => ({
  format: certificateFormat,
  origin: entry?.origin ?? null,
  requestId: erasure.requestId,
  erasedAt: erasure.erasedAt,
  reason: erasure.reason,
  parts: erasure.parts,
  deleted: erasure.deleted,
  leaves: leaves.map(({ index, leaf, proof }) => ({
    index,
    leaf: encodeBase64(leaf),
    proof: proof === null ? null : encodeBase64(joined(proof)),
  })),
  entry: entry === null ? null : (JSON.parse(writeReceipt(entry)) as unknown),
  checkpoint: entry?.checkpoint ?? null,
  limits,
})

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)

const readProof = (value: unknown): ErasedLeaf["proof"] | undefined => {
  if (value === null) return null
  const bytes = typeof value === "string" ? decodeBase64(value) : null
  if (bytes === null || bytes.length % 32 !== 0) return undefined
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(at * 32, at * 32 + 32))
}

const readLeaf = (value: unknown): ErasedLeaf | null => {
  if (!isObject(value)) return null
  const { index, leaf: text } = value
  const leaf = typeof text === "string" ? decodeBase64(text) : null
  const proof = readProof(value["proof"])
  return isNumber(index) && leaf !== null && proof !== undefined ? { index, leaf, proof } : null
}

/** A value as JSON; empty where it is nested too deeply to be written, which no receipt is. */
const textOf = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return ""
  }
}

const isCounts = (value: unknown): value is Readonly<Record<string, number>> =>
  isObject(value) && Object.values(value).every(isNumber)

const isNames = (value: unknown): value is ReadonlyArray<string> | null => value === null || areTexts(value)

/**
 * Reads a certificate. Nothing is verified.
 *
 * @param text - whatever is presented as a certificate
 * @returns null for anything else
 * @example
 * ```ts
 * import { readCertificate } from "@consent-service/core/evidence"
 *
 * readCertificate("{}") // null
 * ```
 */
export const readCertificate = (text: string): ErasureCertificate | null => {
  const value = parsedJson(text)
  if (!isObject(value) || value["format"] !== certificateFormat) return null
  const { deleted, entry: given, erasedAt, parts, reason, requestId } = value
  const leaves = Array.isArray(value["leaves"]) ? value["leaves"].map(readLeaf) : [null]
  const read = leaves.filter((leaf) => leaf !== null)
  const entry = given === undefined ? null : readReceipt(textOf(given))
  if (read.length < leaves.length || (entry === null && given !== null)) return null
  if (typeof requestId !== "string" || typeof reason !== "string" || !isNumber(erasedAt)) return null
  return isCounts(deleted) && isNames(parts)
    ? { requestId, erasedAt, reason, parts, deleted, leaves: read, entry }
    : null
}

type Verdict = ReceiptVerdict | { readonly _tag: "Refused"; readonly reason: "OtherErasure"; readonly message: string }

const otherErasure = (message: string): Verdict => ({ _tag: "Refused", reason: "OtherErasure", message })

/** Whether an entry is that of an erasure as a certificate tells it: of these positions and parts, then, and for this reason. */
const isOf = ({ entry: { kind, parts: found } }: LogReceipt, certificate: ErasureCertificate): boolean => {
  const { erasedAt, parts, reason } = certificate
  const leaves = certificate.leaves.map(({ index }) => index)
  const erasure = { count: leaves.length, erasedAt, leaves, reason, ...(parts === null ? {} : { parts }) }
  const stated = erasedStatement(erasure)
  const saysSo = ({ name, text }: StatementPart): boolean => {
    const part = found[name]
    return part !== undefined && "text" in part && part.text === text
  }
  return kind === stated.kind && stated.parts.every(saysSo)
}

/**
 * Verifies a certificate: its entry is in a tree that a trusted key has signed, it says exactly these positions and parts,
 * this time and reason, and each given leaf is at its position in the same tree. The counts of deleted rows are the
 * operator's word: the log has no entry of them.
 *
 * @example
 * ```ts
 * import { type ErasureCertificate, type Trust, verifyCertificate, type VerifyEd25519 } from "@consent-service/core/evidence"
 *
 * const isProven = async (certificate: ErasureCertificate, trust: Trust, verify: VerifyEd25519): Promise<boolean> =>
 *   (await verifyCertificate(certificate, trust, verify))._tag === "Verified"
 * ```
 */
export const verifyCertificate = async (
  certificate: ErasureCertificate,
  trust: Trust,
  verify: VerifyEd25519,
): Promise<Verdict> => {
  const { entry, leaves } = certificate
  if (entry === null) return { _tag: "Refused", reason: "Unsigned", message: "nothing of it is signed" }
  const verdict = await verifyReceipt(entry, trust, verify)
  if (verdict._tag === "Refused") return verdict
  if (!isOf(entry, certificate)) {
    return otherErasure("its entry in the log tells another erasure: other positions, parts, time or reason")
  }
  // Of a checkpoint that was verified: it can be read.
  const { root } = readCheckpointNote(entry.checkpoint) ?? { root: emptyRoot }
  const isThere = ({ index, leaf, proof }: ErasedLeaf): boolean => {
    const computed = proof === null ? null : rootFromInclusion(index, verdict.size, leafHash(leaf), proof)
    return computed !== null && equalBytes(computed, root)
  }
  const missing = leaves.find((leaf) => !isThere(leaf))
  return missing === undefined ? verdict : otherErasure(`entry ${missing.index} is not in the tree as it is listed`)
}
