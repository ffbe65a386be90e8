/**
 * Verifies a receipt offline: with nothing but the keys one trusts.
 *
 * @module
 */
import { cosignatureBytes, cosignatureTime, cosignedText, readCheckpoint, type CheckpointBody } from "./Checkpoint.js"
import { entryCommitment, partCommitment } from "./Commitment.js"
import { leafData, leafHash } from "./Entry.js"
import { equalBytes } from "../digest/Hmac.js"
import { isConsistent, rootFromInclusion } from "./MerkleTree.js"
import type { LogReceipt, ReceiptEntry } from "./Receipt.js"
import { keyTypes, readNote, type SignedNote, type VerifierKey } from "./SignedNote.js"

/** Verifies a signature of Ed25519 (RFC 8032): by WebCrypto, `node:crypto` or a library. */
export type VerifyEd25519 = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean | Promise<boolean>

/** What a verifier trusts. */
export interface Trust {
  /** The log's keys; at least one. */
  readonly keys: ReadonlyArray<VerifierKey>
  /** The keys of witnesses. */
  readonly witnesses?: ReadonlyArray<VerifierKey>
  /** How many witnesses have to have cosigned. Default: 0. */
  readonly quorum?: number
  /** A checkpoint of the log that was seen before or elsewhere, and the proof between the two. */
  readonly known?: { readonly checkpoint: string; readonly proof: ReadonlyArray<Uint8Array> }
}

/**
 * Why a receipt is refused. `Malformed`: a checkpoint that cannot be read. `WrongOrigin`: of another log. `Unsigned`: no
 * trusted key has signed. `BadSignature`: a signature under the name of a trusted key is wrong. `NotWitnessed`: too few
 * witnesses. `NotIncluded`: the entry is not in the tree. `Forked`: the log contradicts the checkpoint that is known.
 */
export type ReceiptRefusal =
  | "Malformed"
  | "WrongOrigin"
  | "Unsigned"
  | "BadSignature"
  | "NotWitnessed"
  | "NotIncluded"
  | "Forked"

/** A witness's signature under the checkpoint. */
export interface Cosignature {
  readonly name: string
  /** When the witness saw the checkpoint, in epoch seconds, by its clock. */
  readonly time: number
}

/** The outcome of it. */
export type ReceiptVerdict =
  | {
      readonly _tag: "Verified"
      /** The size of the tree whose checkpoint covers the entry. */
      readonly size: number
      readonly witnesses: ReadonlyArray<Cosignature>
    }
  | { readonly _tag: "Refused"; readonly reason: ReceiptRefusal; readonly message: string }

const utf8 = new TextEncoder()

const refused = (reason: ReceiptRefusal, message: string) => ({ _tag: "Refused", reason, message }) as const

/** How many trusted keys have signed a note; null when a signature under one of their names is wrong. */
const countSignatures = async (
  { signatures, text }: SignedNote,
  keys: ReadonlyArray<VerifierKey>,
  verify: VerifyEd25519,
): Promise<number | null> => {
  const signed = new Set<VerifierKey>()
  for (const { keyId, name, signature } of signatures) {
    const key = keys.find((one) => one.type === keyTypes.note && one.name === name && one.id === keyId)
    if (key === undefined) continue
    if (signature.length !== 64 || !(await verify(key.publicKey, utf8.encode(text), signature))) return null
    signed.add(key)
  }
  return signed.size
}

/** The witnesses that have cosigned, each once, whatever keys it has; null when a signature under one of their names is wrong. */
const readCosignatures = async (
  { signatures, text }: SignedNote,
  witnesses: ReadonlyArray<VerifierKey>,
  verify: VerifyEd25519,
): Promise<ReadonlyArray<Cosignature> | null> => {
  const seen = new Map<string, Cosignature>()
  for (const { keyId, name, signature } of signatures) {
    const key = witnesses.find((one) => one.type === keyTypes.cosignature && one.name === name && one.id === keyId)
    if (key === undefined) continue
    const time = signature.length === cosignatureBytes ? cosignatureTime(signature) : null
    if (time === null) return null
    const message = utf8.encode(cosignedText(time, text))
    if (!(await verify(key.publicKey, message, signature.subarray(8)))) return null
    seen.set(name, { name, time })
  }
  return Array.from(seen.values())
}

/** A checkpoint whose signatures by the log's keys are right. */
type Signed = { readonly _tag: "Signed"; readonly note: SignedNote; readonly body: CheckpointBody }

const readSigned = async (
  checkpoint: string,
  origin: string,
  keys: ReadonlyArray<VerifierKey>,
  verify: VerifyEd25519,
): Promise<Signed | ReturnType<typeof refused>> => {
  const note = readNote(checkpoint)
  const body = note === null ? null : readCheckpoint(note.text)
  if (note === null || body === null) return refused("Malformed", "its checkpoint cannot be read")
  const ofLog = keys.filter(({ name }) => name === origin)
  if (body.origin !== origin || ofLog.length === 0) {
    return refused("WrongOrigin", `it is of the log ${JSON.stringify(body.origin)}, whose keys are not trusted`)
  }
  const count = await countSignatures(note, ofLog, verify)
  if (count === null) return refused("BadSignature", "a signature under the name of a trusted key is wrong")
  return count === 0 ? refused("Unsigned", "no trusted key has signed it") : { _tag: "Signed", note, body }
}

/**
 * Hashes the leaf that an entry stands for.
 *
 * @example
 * ```ts
 * import { entryLeafHash } from "@consent-service/core/evidence"
 *
 * const parts = { archive: { commitment: "00".repeat(32) } }
 * entryLeafHash({ kind: 4, time: 1796083200000, parts }).length // 32
 * ```
 */
export const entryLeafHash = ({ kind, parts, time }: ReceiptEntry): Uint8Array => {
  const commitments = Object.entries(parts).map(([name, part]): readonly [string, string] => [
    name,
    "text" in part ? partCommitment(part.key, part.text) : part.commitment,
  ])
  return leafHash(leafData({ kind, time, commitment: entryCommitment(kind, commitments) }))
}

/**
 * Whether a receipt's proof leads from its entry to the root of a checkpoint.
 *
 * @param checkpoint - whose signatures were verified elsewhere
 * @example
 * ```ts
 * import { type CheckpointBody, isIncluded, readReceipt } from "@consent-service/core/evidence"
 *
 * const isCovered = (text: string, checkpoint: CheckpointBody): boolean => {
 *   const receipt = readReceipt(text)
 *   return receipt !== null && isIncluded(receipt, checkpoint)
 * }
 * ```
 */
export const isIncluded = ({ entry, index, proof }: LogReceipt, { root, size }: CheckpointBody): boolean => {
  if (index >= size) return false
  const computed = rootFromInclusion(index, size, entryLeafHash(entry), proof)
  return computed !== null && equalBytes(computed, root)
}

const continues = (one: CheckpointBody, other: CheckpointBody, proof: ReadonlyArray<Uint8Array>): boolean =>
  one.size <= other.size ? isConsistent(one, other, proof) : isConsistent(other, one, proof)

/** A checkpoint that may be trusted, and whether it contradicts the one that is known. */
export interface TrustedCheckpoint {
  readonly _tag: "Trusted"
  readonly body: CheckpointBody
  readonly witnesses: ReadonlyArray<Cosignature>
  readonly contradiction: Extract<ReceiptVerdict, { readonly _tag: "Refused" }> | null
}

const contradictionOf = async (
  body: CheckpointBody,
  { keys, known }: Trust,
  verify: VerifyEd25519,
): Promise<TrustedCheckpoint["contradiction"]> => {
  if (known === undefined) return null
  const other = await readSigned(known.checkpoint, body.origin, keys, verify)
  if (other._tag === "Refused") return refused(other.reason, `the known checkpoint: ${other.message}`)
  return continues(other.body, body, known.proof)
    ? null
    : refused("Forked", `its checkpoint of ${body.size} entries contradicts the known one`)
}

/** The outcome of verifying a checkpoint. */
export type CheckpointVerdict = TrustedCheckpoint | Extract<ReceiptVerdict, { readonly _tag: "Refused" }>

/**
 * Verifies the signatures of a checkpoint.
 *
 * @param origin - the name of the log that it must be of
 * @example
 * ```ts
 * import { type Trust, verifyCheckpoint, type VerifyEd25519 } from "@consent-service/core/evidence"
 *
 * const isSigned = async (note: string, trust: Trust, verify: VerifyEd25519): Promise<boolean> =>
 *   (await verifyCheckpoint(note, "log.example", trust, verify))._tag === "Trusted"
 * ```
 */
export const verifyCheckpoint = async (
  checkpoint: string,
  origin: string,
  trust: Trust,
  verify: VerifyEd25519,
): Promise<CheckpointVerdict> => {
  const signed = await readSigned(checkpoint, origin, trust.keys, verify)
  if (signed._tag === "Refused") return signed
  const witnesses = await readCosignatures(signed.note, trust.witnesses ?? [], verify)
  if (witnesses === null) return refused("BadSignature", "a signature under the name of a witness is wrong")
  const { quorum = 0 } = trust
  if (witnesses.length < quorum) {
    return refused("NotWitnessed", `${witnesses.length} witnesses have cosigned it, of ${quorum} required`)
  }
  const contradiction = await contradictionOf(signed.body, trust, verify)
  return { _tag: "Trusted", body: signed.body, witnesses, contradiction }
}

/**
 * Makes a function that verifies receipts. It remembers the last checkpoint, whose signatures take most of the time:
 * receipts of one checkpoint are verified several times as fast one after another.
 *
 * @param trust - the keys that are trusted, from elsewhere than the receipts
 * @param verify - verifies a signature of Ed25519
 * @example
 * ```ts
 * import { readReceipt, receiptVerifier, type Trust, type VerifyEd25519 } from "@consent-service/core/evidence"
 *
 * const countVerified = async (texts: ReadonlyArray<string>, trust: Trust, verify: VerifyEd25519): Promise<number> => {
 *   const verifier = receiptVerifier(trust, verify)
 *   let verified = 0
 *   for (const text of texts) {
 *     const receipt = readReceipt(text)
 *     if (receipt !== null && (await verifier(receipt))._tag === "Verified") verified += 1
 *   }
 *   return verified
 * }
 * ```
 */
export const receiptVerifier = (
  trust: Trust,
  verify: VerifyEd25519,
): ((receipt: LogReceipt) => Promise<ReceiptVerdict>) => {
  let last: { readonly of: string; readonly verdict: ReturnType<typeof verifyCheckpoint> } | null = null
  const checkpointOf = ({ checkpoint, origin }: LogReceipt) => {
    const of = `${origin}\n${checkpoint}`
    if (last?.of !== of) last = { of, verdict: verifyCheckpoint(checkpoint, origin, trust, verify) }
    return last.verdict
  }
  return async (receipt) => {
    const checkpoint = await checkpointOf(receipt)
    if (checkpoint._tag === "Refused") return checkpoint
    const { body, contradiction, witnesses } = checkpoint
    if (!isIncluded(receipt, body)) return refused("NotIncluded", "its entry is not in the tree of its checkpoint")
    return contradiction ?? { _tag: "Verified", size: body.size, witnesses }
  }
}

/**
 * Verifies a receipt. The first thing that is wrong is the answer. What its parts say is true only as far as the log
 * could know it: see what the log proves in the documentation.
 *
 * @param receipt - as `readReceipt` or `readTlogProof` reads it; nothing in it is trusted
 * @param trust - the keys that are trusted, from elsewhere than the receipt
 * @param verify - verifies a signature of Ed25519
 * @example
 * ```ts
 * import { readReceipt, readVerifierKey, verifyReceipt } from "@consent-service/core/evidence"
 * import { createPublicKey, verify } from "node:crypto"
 *
 * const prefix = Buffer.from("302a300506032b6570032100", "hex")
 * const check = async (text: string, trusted: string): Promise<string> => {
 *   const [receipt, key] = [readReceipt(text), readVerifierKey(trusted)]
 *   if (receipt === null || key === null) return "not a receipt"
 *   const verdict = await verifyReceipt(receipt, { keys: [key] }, (publicKey, message, signature) => {
 *     const der = Buffer.concat([prefix, publicKey])
 *     return verify(null, message, createPublicKey({ key: der, format: "der", type: "spki" }), signature)
 *   })
 *   return verdict._tag === "Verified" ? "verified" : verdict.message
 * }
 * ```
 */
export const verifyReceipt = (receipt: LogReceipt, trust: Trust, verify: VerifyEd25519): Promise<ReceiptVerdict> =>
  receiptVerifier(trust, verify)(receipt)
