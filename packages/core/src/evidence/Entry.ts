/**
 * Entries of the evidence log: what kinds there are, and the 42 bytes that stand for one entry in the tree.
 *
 * @module
 */
import { hexOf, sha256 } from "../digest/Sha256.js"

/**
 * The kinds of entries. A kind's number fixes its parts and their members for good: a new member is a new kind, so that
 * a record of ten years ago is rebuilt by the writer of its kind. Parts are listed in the order of their names.
 */
export const entryKinds = [
  { kind: 0, name: "log.opened", parts: ["log"] },
  { kind: 1, name: "consent.recorded", parts: ["act", "subject", "trace"] },
  { kind: 2, name: "subject.linked", parts: ["link"] },
  { kind: 3, name: "document.published", parts: ["document"] },
  { kind: 4, name: "archive.kept", parts: ["archive"] },
  { kind: 5, name: "erased", parts: ["erasure"] },
  { kind: 6, name: "hold.placed", parts: ["hold"] },
  { kind: 7, name: "hold.released", parts: ["hold"] },
  { kind: 8, name: "consent.recorded.late", parts: ["act", "subject", "trace"] },
  { kind: 9, name: "key.rotated", parts: ["key"] },
  { kind: 10, name: "administered", parts: ["task"] },
] as const

/** The number of a kind of entry. */
export type EntryKind = (typeof entryKinds)[number]["kind"]

/** The name of a part of an entry. */
export type PartName = (typeof entryKinds)[number]["parts"][number]

/** What is fixed about a kind of entry. */
export interface EntryKindFacts {
  readonly kind: EntryKind
  readonly name: string
  /** The names of its parts, in their order. */
  readonly parts: ReadonlyArray<PartName>
}

const byNumber: ReadonlyMap<number, EntryKindFacts> = new Map(entryKinds.map((facts) => [facts.kind, facts]))

/**
 * Finds what is fixed about a kind of entry.
 *
 * @returns null for a number that is no kind's
 * @example
 * ```ts
 * import { entryKindFacts } from "@consent-service/core/evidence"
 *
 * entryKindFacts(2) // { kind: 2, name: "subject.linked", parts: ["link"] }
 * entryKindFacts(99) // null
 * ```
 */
export const entryKindFacts = (kind: number): EntryKindFacts | null => byNumber.get(kind) ?? null

/** What the tree holds of an entry. */
export interface Leaf {
  readonly kind: EntryKind
  /** When the entry was put into the tree: epoch milliseconds in whole seconds, never before the entry in front of it. */
  readonly time: number
  /** 64 lower-case hex digits. */
  readonly commitment: string
}

/** How long the data of a leaf is, in bytes. */
export const leafBytes = 42

const version = 1

/** The value of a lower-case hex digit, by its character's code. */
const digitOf = (code: number): number => (code < 58 ? code - 48 : code - 87)

/**
 * Writes the data of a leaf: `0x01`, the kind, the time as eight bytes (big endian), and the 32 bytes of the commitment.
 *
 * @returns 42 bytes
 * @example
 * ```ts
 * import { leafData } from "@consent-service/core/evidence"
 *
 * leafData({ kind: 4, time: 1796083200000, commitment: "00".repeat(32) }).length // 42
 * ```
 */
export const leafData = ({ commitment, kind, time }: Leaf): Uint8Array => {
  const data = new Uint8Array(leafBytes)
  const view = new DataView(data.buffer)
  view.setUint8(0, version)
  view.setUint8(1, kind)
  // As two halves: a big integer would take longer than the hash of the leaf, and so would parsing the digits.
  view.setUint32(2, Math.floor(time / 2 ** 32))
  view.setUint32(6, time % 2 ** 32)
  for (let at = 0; at < 32; at++) {
    data[10 + at] = 16 * digitOf(commitment.charCodeAt(2 * at)) + digitOf(commitment.charCodeAt(2 * at + 1))
  }
  return data
}

/**
 * Reads the data of a leaf as {@link leafData} writes it.
 *
 * @returns null for anything else
 * @example
 * ```ts
 * import { leafData, readLeafData } from "@consent-service/core/evidence"
 *
 * const leaf = { kind: 4, time: 1796083200000, commitment: "00".repeat(32) } as const
 * readLeafData(leafData(leaf))?.time // 1796083200000
 * ```
 */
export const readLeafData = (data: Uint8Array): Leaf | null => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (data.length !== leafBytes || view.getUint8(0) !== version) return null
  const kind = entryKindFacts(view.getUint8(1))?.kind
  const time = Number(view.getBigUint64(2))
  return kind === undefined || !Number.isSafeInteger(time) ? null : { kind, time, commitment: hexOf(data.subarray(10)) }
}

/** Marks what is hashed as a leaf, so that no inner node can be taken for one (RFC 9162, 2.1.1). */
const leafPrefix = 0x00

/**
 * Hashes a leaf as RFC 9162 does.
 *
 * @param data - as {@link leafData} writes it
 * @returns 32 bytes
 * @example
 * ```ts
 * import { leafData, leafHash } from "@consent-service/core/evidence"
 *
 * leafHash(leafData({ kind: 4, time: 1796083200000, commitment: "00".repeat(32) })).length // 32
 * ```
 */
export const leafHash = (data: Uint8Array): Uint8Array => {
  const message = new Uint8Array(data.length + 1)
  message[0] = leafPrefix
  message.set(data, 1)
  return sha256(message)
}
