/**
 * What an auditor remembers of a published log: the newest checkpoint that was right, and enough of the tree to go on
 * from there.
 *
 * @module
 */
import { decodeBase64, encodeBase64 } from "../digest/Base64.js"
import { readCheckpointNote } from "../evidence/Checkpoint.js"
import { subtreesOf } from "../evidence/MerkleTree.js"
import { isObject, parsedJson } from "../evidence/ReadJson.js"
import { tileWidth } from "../evidence/Tiles.js"
import { CompactRange } from "./CompactRange.js"

/** What is remembered. */
export interface AuditMemory {
  /** The signed checkpoint, verbatim. */
  readonly checkpoint: string
  /** The tree of its full bundles; null where only proofs of consistency were checked. */
  readonly bundles: CompactRange | null
  /** The time of the last entry in them, in epoch milliseconds; 0 without any. */
  readonly lastTime: number
}

const format = "consent-service/audit/v1"

/**
 * How many entries of a tree are in full bundles, which have 256 each.
 *
 * @example
 * ```ts
 * import { inFullBundles } from "@consent-service/core/evidence-log"
 *
 * inFullBundles(600) // 512
 * ```
 */
export const inFullBundles = (size: number): number => size - (size % tileWidth)

/**
 * Writes what an auditor remembers, as JSON.
 *
 * @example
 * ```ts
 * import { type AuditMemory, writeAuditMemory } from "@consent-service/core/evidence-log"
 *
 * const textOf = (memory: AuditMemory): string => writeAuditMemory(memory)
 * ```
 */
export const writeAuditMemory = ({ bundles, checkpoint, lastTime }: AuditMemory): string => {
  const subtrees = bundles === null ? null : bundles.subtrees().map(({ hash }) => encodeBase64(hash))
  return `${JSON.stringify({ format, checkpoint, lastTime, subtrees }, null, 1)}\n`
}

const readSubtrees = (size: number, value: unknown): CompactRange | null => {
  const nodes = subtreesOf({ from: 0, to: inFullBundles(size) })
  if (!Array.isArray(value) || value.length !== nodes.length) return null
  const subtrees = nodes.flatMap(({ level }, at) => {
    const hash = typeof value[at] === "string" ? decodeBase64(value[at]) : null
    return hash?.length === 32 ? [{ level, hash }] : []
  })
  return subtrees.length === nodes.length ? new CompactRange(subtrees) : null
}

/**
 * Reads what an auditor remembers.
 *
 * @returns null for what {@link writeAuditMemory} did not write: an auditor does not begin with it
 * @example
 * ```ts
 * import { readAuditMemory } from "@consent-service/core/evidence-log"
 *
 * readAuditMemory("{}") // null
 * ```
 */
export const readAuditMemory = (text: string): AuditMemory | null => {
  const value = parsedJson(text)
  if (!isObject(value) || value["format"] !== format) return null
  const { checkpoint, lastTime, subtrees } = value
  if (typeof checkpoint !== "string" || typeof lastTime !== "number") return null
  const body = readCheckpointNote(checkpoint)
  if (body === null) return null
  const bundles = readSubtrees(body.size, subtrees)
  return subtrees !== null && bundles === null ? null : { checkpoint, bundles, lastTime }
}
