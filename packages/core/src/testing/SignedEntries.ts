/** The receipts of statements in a small log that the key of the vectors has signed. */
import {
  consistencyRanges,
  type Hash,
  inclusionRanges,
  proofOf,
  rootOf,
  type TreeNode,
} from "../evidence/MerkleTree.js"
import { partKey } from "../evidence/Commitment.js"
import type { LogReceipt, ReceiptEntry } from "../evidence/Receipt.js"
import type { Statement } from "../evidence/Statement.js"
import { entryLeafHash } from "../evidence/VerifyReceipt.js"
import { keyOf, keys, start } from "./EvidenceVectors.js"
import { signed } from "./GrownLog.js"

const entryOf = ({ kind, parts }: Statement): ReceiptEntry => ({
  kind,
  time: start,
  parts: Object.fromEntries(
    parts.map(({ name, text }) => [name, { key: partKey("14e0Frw2e-rrizb_xsrDAg", name), text }]),
  ),
})

const hashIn =
  (leaves: ReadonlyArray<Hash>) =>
  ({ index, level }: TreeNode): Hash =>
    rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))

/** The receipt of each of the first statements, over the tree of that many. */
export const receiptsOf = (
  statements: ReadonlyArray<Statement>,
  size = statements.length,
): ReadonlyArray<LogReceipt> => {
  const entries = statements.slice(0, size).map(entryOf)
  const leaves = entries.map(entryLeafHash)
  const { note } = signed({ size, root: rootOf(leaves) })
  return entries.map((entry, index) => ({
    origin: keyOf(keys.log).name,
    index,
    entry,
    proof: proofOf(inclusionRanges(index, size), hashIn(leaves)),
    checkpoint: note,
  }))
}

/** The proof that the tree of the first statements is the beginning of that of all. */
export const continuation = (statements: ReadonlyArray<Statement>, older: number): ReadonlyArray<Hash> => {
  const leaves = statements.map((statement) => entryLeafHash(entryOf(statement)))
  return proofOf(consistencyRanges(older, leaves.length), hashIn(leaves))
}
