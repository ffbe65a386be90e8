/** A log of a few entries, its receipts, and the keys that sign them. */
import {
  archiveStatement,
  commitTo,
  cosignedText,
  inclusionRanges,
  type KeyType,
  keyTypes,
  leafData,
  leafHash,
  type LogReceipt,
  partKey,
  proofOf,
  rootOf,
  type TreeNode,
  type VerifierKey,
  verifierKey,
  writeCheckpoint,
  writeNote,
  writeVerifierKey,
} from "@consent-service/core/evidence"
import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto"

const time = 1796083200000

interface Signer {
  readonly key: VerifierKey
  readonly sign: (text: string) => Uint8Array
}

const privateKeyOf = (seed: number): KeyObject => {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, seed)])
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" })
}

const signerOf = (name: string, type: KeyType, seed: number): Signer => {
  const key = privateKeyOf(seed)
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32)
  return {
    key: verifierKey(name, type, new Uint8Array(publicKey)),
    sign: (text) => new Uint8Array(sign(null, Buffer.from(text), key)),
  }
}

const log = signerOf("log.example/shop", keyTypes.note, 1)
const witness = signerOf("witness.example", keyTypes.cosignature, 2)

/** The keys, as texts. */
export const keys = {
  log: writeVerifierKey(log.key),
  witness: writeVerifierKey(witness.key),
  other: writeVerifierKey(signerOf("log.example/shop", keyTypes.note, 3).key),
} as const

const statements = Array.from({ length: 7 }, (_, at) => archiveStatement({ digest: `digest ${at}`, what: "texts" }))
const salts = statements.map((_, at) => Buffer.alloc(16, at).toString("base64url"))
const leaves = statements.map((statement, at) =>
  leafHash(leafData({ kind: 4, time, commitment: commitTo(statement, salts[at] ?? "").commitment })),
)
const hashAt = ({ index, level }: TreeNode) => rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))

const cosignature = (text: string): Uint8Array => {
  const seconds = time / 1000 + 1
  const clock = new Uint8Array(8)
  new DataView(clock.buffer).setBigUint64(0, BigInt(seconds))
  return Uint8Array.of(...clock, ...witness.sign(cosignedText(seconds, text)))
}

/** The checkpoint of the first so many entries, cosigned. */
const checkpointOf = (size: number): string => {
  const text = writeCheckpoint({ origin: log.key.name, size, root: rootOf(leaves.slice(0, size)) })
  return writeNote({
    text,
    signatures: [
      { name: log.key.name, keyId: log.key.id, signature: log.sign(text) },
      { name: witness.key.name, keyId: witness.key.id, signature: cosignature(text) },
    ],
  })
}

/** The receipt of an entry in the log of seven. */
export const receiptOf = (index: number): LogReceipt => {
  const text = statements[index]?.parts[0]?.text ?? ""
  return {
    origin: log.key.name,
    index,
    entry: { kind: 4, time, parts: { archive: { key: partKey(salts[index] ?? "", "archive"), text } } },
    proof: proofOf(inclusionRanges(index, leaves.length), hashAt),
    checkpoint: checkpointOf(leaves.length),
  }
}
