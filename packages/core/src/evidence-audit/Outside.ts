/**
 * What others hold of a log: checkpoints and receipts whose signatures were verified.
 *
 * @module
 */
import { equalBytes } from "../digest/Hmac.js"
import type { CheckpointBody } from "../evidence/Checkpoint.js"
import { type Leaf, leafData, leafHash } from "../evidence/Entry.js"
import type { Hash } from "../evidence/MerkleTree.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { type Finding, findingOf } from "./Finding.js"

/** An entry as a receipt has it. */
export interface KnownLeaf {
  readonly position: number
  readonly hash: Hash
}

/** A checkpoint that was kept elsewhere. */
export interface KnownCheckpoint extends CheckpointBody {
  /** The signed note, verbatim. */
  readonly note: string
}

/** What others hold of a log. */
export interface Outside {
  /** Of the same log, and signed by a trusted key. */
  readonly checkpoints: ReadonlyArray<KnownCheckpoint>
  readonly leaves: ReadonlyArray<KnownLeaf>
}

/** Nothing. */
export const nothingOutside: Outside = { checkpoints: [], leaves: [] }

/** What is said of a log that is shorter than what others hold of it. */
export const findSetBack = ({ checkpoints, leaves }: Outside, size: number): ReadonlyArray<Finding> => [
  ...checkpoints.flatMap((known) =>
    known.size > size
      ? [
          findingOf(
            "SetBack",
            { from: size, to: known.size },
            `a checkpoint of ${known.size} entries is signed, and the log has ${size}`,
          ),
        ]
      : [],
  ),
  ...leaves.flatMap(({ position }) =>
    position >= size
      ? [findingOf("SetBack", { position }, `a receipt is of entry ${position}, and the log has ${size} entries`)]
      : [],
  ),
]

/** Compares entries with those of receipts. */
export const findOtherLeaves = (
  leaves: ReadonlyArray<KnownLeaf>,
  first: number,
  entries: ReadonlyArray<Leaf>,
): ReadonlyArray<Finding> =>
  leaves.flatMap(({ hash, position }) => {
    const entry = entries[position - first]
    return entry === undefined || equalBytes(leafHash(leafData(entry)), hash)
      ? []
      : [findingOf("Forked", { position }, `a receipt is of another entry ${position} than the one in this log`)]
  })

/** Adds the signed checkpoints that prove a fork: anyone with the log's key sees that both cannot be of one log. */
export const withProof = (finding: Finding, { checkpoints }: Outside, stored: KeptCheckpoint | null): Finding => {
  const known = finding.finding === "Forked" ? checkpoints.find(({ size }) => size === finding.to) : undefined
  return known === undefined || stored === null || stored.size < known.size
    ? finding
    : { ...finding, notes: [known.note, stored.note] }
}
