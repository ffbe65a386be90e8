/**
 * Verifies an evidence pack offline: with nothing but the keys one trusts.
 *
 * @module
 */
import { decodeBase64 } from "../digest/Base64.js"
import type { Json } from "../digest/CanonicalJson.js"
import { rfc8785 } from "../digest/Rfc8785.js"
import { hexOf, sha256, sha256Hex } from "../digest/Sha256.js"
import { readCheckpointNote } from "./Checkpoint.js"
import { packPaths, packTask, type PackManifest, readPackManifest } from "./PackManifest.js"
import { isObject, parsedJson, type UnknownObject } from "./ReadJson.js"
import { type LogReceipt, readReceipt, readTlogProof } from "./Receipt.js"
import { type ReceiptVerdict, receiptVerifier, type Trust, type VerifyEd25519 } from "./VerifyReceipt.js"

/** The files of a pack by their paths. */
export type PackFiles = ReadonlyMap<string, Uint8Array>

/** A receipt of a pack, and what verifying it came to. */
export interface PackReceipt {
  readonly path: string
  readonly receipt: LogReceipt
  readonly verdict: ReceiptVerdict
}

/** What verifying a pack came to. */
export interface PackVerdict {
  /** Whether the log vouches for every file, and for every record that is not `unproven`. */
  readonly isVerified: boolean
  /** What the manifest says; null where it cannot be read. */
  readonly manifest: PackManifest | null
  /** Of the entry that has the manifest's digest; null where there is none. */
  readonly issued: ReceiptVerdict | null
  readonly receipts: ReadonlyArray<PackReceipt>
  /** What is wrong, a sentence each; empty for a verified pack. */
  readonly problems: ReadonlyArray<string>
}

const utf8 = new TextDecoder()

const textOf = (files: PackFiles, path: string): string | null => {
  const bytes = files.get(path)
  return bytes === undefined ? null : utf8.decode(bytes)
}

/** Files that are not those of the manifest. */
const fileProblems = ({ files: listed }: PackManifest, files: PackFiles): ReadonlyArray<string> => {
  const unlisted: ReadonlyArray<string> = Object.values(packPaths)
  return [
    ...Object.entries(listed).flatMap(([path, digest]) => {
      const bytes = files.get(path)
      if (bytes === undefined) return [`${path} is missing`]
      return hexOf(sha256(bytes)) === digest ? [] : [`${path} was altered`]
    }),
    ...Array.from(files.keys()).flatMap((path) =>
      Object.hasOwn(listed, path) || unlisted.includes(path) ? [] : [`${path} was added`],
    ),
  ]
}

/** The proofs that checkpoints continue in that of the pack's own entry, by their sizes. */
const readConsistency = (text: string | null): UnknownObject => {
  const value = text === null ? null : parsedJson(text)
  return isObject(value) && isObject(value["proofs"]) ? value["proofs"] : {}
}

const hashesOf = (value: unknown): ReadonlyArray<Uint8Array> => {
  const bytes = typeof value === "string" ? decodeBase64(value) : null
  if (bytes === null || bytes.length % 32 !== 0) return []
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(at * 32, at * 32 + 32))
}

/** What an entry says of the pack: the digest of its manifest. */
const isAbout = ({ entry: { kind, parts } }: LogReceipt, digest: string): boolean => {
  const part = kind === 10 ? parts["task"] : undefined
  const task = part !== undefined && "text" in part ? parsedJson(part.text) : null
  return isObject(task) && task["what"] === packTask && task["digest"] === digest
}

type Members = Readonly<Record<string, Json | undefined>>

const times: ReadonlySet<string> = new Set(["createdAt", "givenAt", "validUntil"])

/** A member of a part as a record's file has it. */
const asListed = (name: string, value: Json | undefined): Members => {
  if (name === "contentDigest") return {}
  if (name === "experiment") {
    const experiment: Members = isObject(value) ? value : {}
    return { experimentId: experiment["id"], experimentArm: experiment["arm"] }
  }
  return { [name]: times.has(name) && typeof value === "number" ? new Date(value).toISOString() : value }
}

/** Members that a receipt discloses. A record's file must have them as they were logged. */
const disclosed = ({ entry: { parts } }: LogReceipt): Members => {
  const members: Record<string, Json | undefined> = {}
  for (const part of Object.values(parts)) {
    const said = "text" in part ? parsedJson(part.text) : null
    if (!isObject(said)) continue
    for (const [name, value] of Object.entries(said)) Object.assign(members, asListed(name, value))
  }
  return members
}

const isEqual = (one: Json | undefined, other: Json | undefined): boolean =>
  rfc8785(one ?? null) === rfc8785(other ?? null)

const recordProblems = (path: string, record: Json, receipt: LogReceipt): ReadonlyArray<string> =>
  Object.entries(disclosed(receipt)).flatMap(([name, value]) =>
    isObject(record) && isEqual(record[name], value) ? [] : [`${path}: ${name} is not as it was logged`],
  )

const named = (path: string, folder: string, extension: string): string | null =>
  path.startsWith(`${folder}/`) && path.endsWith(extension)
    ? path.slice(folder.length + 1, path.length - extension.length)
    : null

/** Folders of receipts: of records, of links, and of the keys of the log. */
const isReceiptPath = (path: string): boolean => /^(receipts|links|log\/entries)\//.test(path)

const receiptProblems = ({ path, receipt, verdict }: PackReceipt, files: PackFiles): ReadonlyArray<string> => {
  if (verdict._tag === "Refused") return [`${path}: ${verdict.message}`]
  const name = named(path, "receipts", ".json")
  if (name === null) return []
  const record = textOf(files, `records/${name}.json`)
  return recordProblems(`records/${name}.json`, record === null ? null : parsedJson(record), receipt)
}

/** Records that neither have a receipt nor are listed as unproven. */
const missingReceipts = (files: PackFiles, { unproven }: PackManifest): ReadonlyArray<string> =>
  Array.from(files.keys()).flatMap((path) => {
    const name = named(path, "records", ".json")
    const isProven = name === null || files.has(`receipts/${name}.json`) || unproven.includes(name)
    return isProven ? [] : [`${path} has no receipt`]
  })

/** Verifies the receipts, each of which must be of the same tree as the entry of the pack. */
const verifyReceipts = async (files: PackFiles, issued: LogReceipt, trust: Trust, verify: VerifyEd25519) => {
  const proofs = readConsistency(textOf(files, packPaths.consistency))
  const verifiers = new Map<number, ReturnType<typeof receiptVerifier>>()
  const verifierOf = (size: number) => {
    const found = verifiers.get(size)
    if (found !== undefined) return found
    const known = { checkpoint: issued.checkpoint, proof: hashesOf(proofs[size]) }
    const made = receiptVerifier({ ...trust, known }, verify)
    verifiers.set(size, made)
    return made
  }
  const [receipts, problems]: [Array<PackReceipt>, Array<string>] = [[], []]
  for (const [path, bytes] of files) {
    if (!isReceiptPath(path)) continue
    const text = utf8.decode(bytes)
    const receipt = path.endsWith(".json") ? readReceipt(text) : readTlogProof(text)
    if (receipt === null) problems.push(`${path} is no receipt`)
    else {
      const size = readCheckpointNote(receipt.checkpoint)?.size ?? 0
      receipts.push({ path, receipt, verdict: await verifierOf(size)(receipt) })
    }
  }
  return { receipts, problems }
}

/** The proof of the pack's entry, when it is about this manifest; else what is wrong. */
const readIssued = (files: PackFiles, manifestText: string): LogReceipt | string => {
  const text = textOf(files, packPaths.proof)
  if (text === null) return "nothing of this pack is signed: manifest.tlog-proof is missing"
  const receipt = readTlogProof(text)
  if (receipt === null) return `${packPaths.proof} is no proof`
  const digest = sha256Hex(manifestText)
  return isAbout(receipt, digest) ? receipt : `${packPaths.proof} is about another ${packPaths.manifest}`
}

/**
 * Verifies a pack: that a trusted key's log has an entry with the digest of its manifest, that each file is the one of
 * the manifest and none was left out or added, that each receipt verifies in the same tree, and that each record is as
 * its receipt says.
 *
 * @param files - by their paths; nothing in them is trusted
 * @param trust - the keys that are trusted, from elsewhere than the pack
 * @example
 * ```ts
 * import { type PackFiles, type Trust, type VerifyEd25519, verifyPack } from "@consent-service/core/evidence"
 *
 * const problemsOf = async (files: PackFiles, trust: Trust, verify: VerifyEd25519): Promise<ReadonlyArray<string>> =>
 *   (await verifyPack(files, trust, verify)).problems
 * ```
 */
export const verifyPack = async (files: PackFiles, trust: Trust, verify: VerifyEd25519): Promise<PackVerdict> => {
  const text = textOf(files, packPaths.manifest)
  const manifest = text === null ? null : readPackManifest(text)
  if (text === null || manifest === null) {
    const problems = [`this is no evidence pack: it has no ${packPaths.manifest} of one`]
    return { isVerified: false, manifest: null, issued: null, receipts: [], problems }
  }
  const altered = [...fileProblems(manifest, files), ...missingReceipts(files, manifest)]
  const issued = readIssued(files, text)
  if (typeof issued === "string") {
    return { isVerified: false, manifest, issued: null, receipts: [], problems: [issued, ...altered] }
  }
  const verdict = await receiptVerifier(trust, verify)(issued)
  const found = await verifyReceipts(files, issued, trust, verify)
  const problems = [
    ...(verdict._tag === "Refused" ? [`${packPaths.proof}: ${verdict.message}`] : []),
    ...altered,
    ...found.problems,
    ...found.receipts.flatMap((receipt) => receiptProblems(receipt, files)),
  ]
  return { isVerified: problems.length === 0, manifest, issued: verdict, receipts: found.receipts, problems }
}
