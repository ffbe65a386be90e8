/**
 * Receipts: an entry, the proof that it is in the tree, and the signed checkpoint of that tree. It can be verified
 * offline. A receipt is written as JSON, or as a C2SP tlog-proof; both say the same.
 *
 * @module
 */
import { decodeBase64, encodeBase64 } from "../digest/Base64.js"
import { rfc8785 } from "../digest/Rfc8785.js"
import { compareCodeUnits } from "../schema/Order.js"
import { partCommitment } from "./Commitment.js"
import { entryKindFacts, type EntryKind } from "./Entry.js"
import { isObject, parsedJson, type UnknownObject } from "./ReadJson.js"
import { noteBounds } from "./SignedNote.js"

/** A part that the receipt discloses, or the commitment to one that it withholds. */
export type ReceiptPart = { readonly key: string; readonly text: string } | { readonly commitment: string }

/** The entry that a receipt is of. */
export interface ReceiptEntry {
  readonly kind: EntryKind
  /** When it was put into the tree: epoch milliseconds, in whole seconds. */
  readonly time: number
  /** By name; the names are those of the kind. */
  readonly parts: Readonly<Record<string, ReceiptPart>>
}

/** A receipt. */
export interface LogReceipt {
  /** The name of the log. */
  readonly origin: string
  /** The position of the entry. */
  readonly index: number
  readonly entry: ReceiptEntry
  /** From the leaf upwards: hashes of 32 bytes. */
  readonly proof: ReadonlyArray<Uint8Array>
  /** The note, as it was signed. */
  readonly checkpoint: string
}

/** The first member of a receipt as JSON, which says how to read the others. */
export const receiptFormat = "consent-service/receipt/v1"

/** The first line of a C2SP tlog-proof. */
const proofHeader = "c2sp.org/tlog-proof@v1"

/** More hashes than any proof in a tree of 2^53 leaves has. */
const mostHashes = 63

/** What no honest receipt reaches: a record's texts are bounded by the limits of a save. */
export const mostReceiptLength = 8 * 1024 * 1024

const joined = (hashes: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(hashes.length * 32)
  hashes.forEach((hash, at) => bytes.set(hash, at * 32))
  return bytes
}

const cut = (bytes: Uint8Array | null): ReadonlyArray<Uint8Array> | null => {
  if (bytes === null || bytes.length % 32 !== 0 || bytes.length > mostHashes * 32) return null
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(at * 32, at * 32 + 32))
}

/** Members in a fixed order, whatever the order of those given. */
const orderedEntry = ({ kind, parts, time }: ReceiptEntry) => ({
  kind,
  time,
  parts: Object.fromEntries(
    Object.entries(parts)
      .sort(([one], [other]) => compareCodeUnits(one, other))
      .map(([name, part]) => [
        name,
        "text" in part ? { key: part.key, text: part.text } : { commitment: part.commitment },
      ]),
  ),
})

/**
 * Writes a receipt as JSON (`application/vnd.consent-service.receipt+json`), its members in a fixed order.
 *
 * @example
 * ```ts
 * import { readReceipt, writeReceipt } from "@consent-service/core/evidence"
 *
 * const again = (text: string): string | null => {
 *   const receipt = readReceipt(text)
 *   return receipt === null ? null : writeReceipt(receipt)
 * }
 * ```
 */
export const writeReceipt = ({ checkpoint, entry, index, origin, proof }: LogReceipt): string =>
  JSON.stringify({
    format: receiptFormat,
    origin,
    index,
    entry: orderedEntry(entry),
    proof: encodeBase64(joined(proof)),
    checkpoint,
  })

/**
 * Writes a receipt as a C2SP tlog-proof, a text of lines.
 *
 * @example
 * ```ts
 * import { readReceipt, writeTlogProof } from "@consent-service/core/evidence"
 *
 * const compact = (text: string): string | null => {
 *   const receipt = readReceipt(text)
 *   return receipt === null ? null : writeTlogProof(receipt)
 * }
 * ```
 */
export const writeTlogProof = ({ checkpoint, entry, index, proof }: LogReceipt): string => {
  const extra = encodeBase64(new TextEncoder().encode(rfc8785(orderedEntry(entry))))
  const hashes = proof.map((hash) => `${encodeBase64(hash)}\n`)
  return `${proofHeader}\nextra ${extra}\nindex ${index}\n${hashes.join("")}\n${checkpoint}`
}

/**
 * Withholds parts of a receipt: their texts and keys are replaced by their commitments; it verifies as before.
 *
 * @example
 * ```ts
 * import { readReceipt, withhold, writeReceipt } from "@consent-service/core/evidence"
 *
 * const withoutTrace = (text: string): string | null => {
 *   const receipt = readReceipt(text)
 *   return receipt === null ? null : writeReceipt(withhold(receipt, ["trace"]))
 * }
 * ```
 */
export const withhold = (receipt: LogReceipt, names: ReadonlyArray<string>): LogReceipt => {
  const parts = Object.entries(receipt.entry.parts).map(([name, part]): [string, ReceiptPart] =>
    names.includes(name) && "text" in part ? [name, { commitment: partCommitment(part.key, part.text) }] : [name, part],
  )
  return { ...receipt, entry: { ...receipt.entry, parts: Object.fromEntries(parts) } }
}

/** Whether an object has exactly these members, in any order. */
const hasExactly = (value: UnknownObject, members: ReadonlyArray<string>): boolean =>
  Object.keys(value).length === members.length && members.every((name) => Object.hasOwn(value, name))

const digestPattern = /^[0-9a-f]{64}$/

const isDigest = (value: unknown): value is string => typeof value === "string" && digestPattern.test(value)

const isPosition = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0

const readPart = (value: unknown): ReceiptPart | null => {
  if (!isObject(value)) return null
  const { commitment, key, text } = value
  if (hasExactly(value, ["commitment"])) return isDigest(commitment) ? { commitment } : null
  return hasExactly(value, ["key", "text"]) && isDigest(key) && typeof text === "string" ? { key, text } : null
}

const readEntry = (value: unknown): ReceiptEntry | null => {
  if (!isObject(value) || !hasExactly(value, ["kind", "time", "parts"])) return null
  const { kind, parts: given, time } = value
  const facts = typeof kind === "number" ? entryKindFacts(kind) : null
  if (facts === null || !isPosition(time) || !isObject(given) || !hasExactly(given, facts.parts)) return null
  const parts: Record<string, ReceiptPart> = {}
  for (const name of facts.parts) {
    const part = readPart(given[name])
    if (part === null) return null
    parts[name] = part
  }
  return { kind: facts.kind, time, parts }
}

/**
 * Reads a receipt written as JSON. Nothing is verified.
 *
 * @param text - whatever is presented as a receipt
 * @returns null for anything else than a receipt, with exactly its members
 * @example
 * ```ts
 * import { readReceipt } from "@consent-service/core/evidence"
 *
 * readReceipt("{}") // null
 * ```
 */
export const readReceipt = (text: string): LogReceipt | null => {
  const value = text.length > mostReceiptLength ? null : parsedJson(text)
  if (!isObject(value)) return null
  if (!hasExactly(value, ["format", "origin", "index", "entry", "proof", "checkpoint"])) return null
  const { checkpoint, format, index, origin } = value
  if (format !== receiptFormat || typeof origin !== "string" || typeof checkpoint !== "string") return null
  const proof = typeof value["proof"] === "string" ? cut(decodeBase64(value["proof"])) : null
  const entry = readEntry(value["entry"])
  if (proof === null || entry === null || !isPosition(index) || checkpoint.length > noteBounds.length) return null
  return { origin, index, entry, proof, checkpoint }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const decoded = (bytes: Uint8Array | null): string | null => {
  if (bytes === null) return null
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

const valueOf = (line: string | undefined, name: string): string | null =>
  line?.startsWith(`${name} `) === true ? line.slice(name.length + 1) : null

/**
 * Reads a receipt written as a C2SP tlog-proof. Nothing is verified. Its origin is the first line of its checkpoint.
 *
 * @param text - whatever is presented as a proof
 * @returns null for anything else, and for a proof without an entry of this log's form
 * @example
 * ```ts
 * import { readTlogProof } from "@consent-service/core/evidence"
 *
 * readTlogProof("c2sp.org/tlog-proof@v1\n") // null
 * ```
 */
export const readTlogProof = (text: string): LogReceipt | null => {
  const end = text.length > mostReceiptLength ? -1 : text.indexOf("\n\n")
  if (end === -1) return null
  const [header, extra, position, ...lines] = text.slice(0, end).split("\n")
  const checkpoint = text.slice(end + 2)
  if (header !== proofHeader || lines.length > mostHashes || checkpoint.length > noteBounds.length) return null
  const index = valueOf(position, "index")
  if (index === null || !/^(?:0|[1-9]\d{0,15})$/.test(index) || !isPosition(Number(index))) return null
  const hashes = lines.map(decodeBase64).filter((hash) => hash?.length === 32)
  const canonical = decoded(decodeBase64(valueOf(extra, "extra") ?? "-"))
  const entry = canonical === null ? null : readEntry(parsedJson(canonical))
  if (hashes.length !== lines.length || entry === null || rfc8785(orderedEntry(entry)) !== canonical) return null
  const origin = checkpoint.slice(0, Math.max(checkpoint.indexOf("\n"), 0))
  return { origin, index: Number(index), entry, proof: hashes.filter((hash) => hash !== null), checkpoint }
}
