import { assert, describe, it } from "@effect/vitest"
import { createHash, createPrivateKey, sign } from "node:crypto"
import { encodeBase64 } from "../digest/Base64.js"
import { hexOf } from "../digest/Sha256.js"
import { writeCheckpoint } from "./Checkpoint.js"
import { entryCommitment, partCommitment, partKey } from "./Commitment.js"
import { leafData, leafHash } from "./Entry.js"
import {
  consistencyRanges,
  inclusionRanges,
  isConsistent,
  nodeHash,
  proofOf,
  rootFromInclusion,
  rootOf,
} from "./MerkleTree.js"
import { type LogReceipt, readReceipt, readTlogProof, withhold, writeReceipt, writeTlogProof } from "./Receipt.js"
import { readNote, readSignerKey, writeNote, writeVerifierKey } from "./SignedNote.js"
import { consentStatement } from "./Statement.js"
import { bundleBytes, tileBytes } from "./TileFiles.js"
import * as Vectors from "../testing/EvidenceVectors.js"
import { type Trust, verifyReceipt } from "./VerifyReceipt.js"

const { checkpoints, digestOf, digests, entries, fromHex, hashAt, keyOf, leaves, nodes, verifyEd25519 } = Vectors

const x = hexOf(nodeHash(fromHex(nodes["n45"] ?? ""), fromHex(nodes["L6"] ?? "")))

const named = (proof: string): ReadonlyArray<string> =>
  proof === "" ? [] : proof.split(" ").map((name) => (name === "x" ? x : (nodes[name] ?? assert.fail(name))))

const receiptOf = (index: number): LogReceipt => Vectors.receiptOf(index, checkpoints.signed8)

const trusted: Trust = { keys: [keyOf(Vectors.keys.log)] }

describe("the vectors of the evidence log", () => {
  it.each(entries.map((entry, index) => ({ ...entry, index })))("entry $index: commitment and leaf", (entry) => {
    const salt = createHash("sha256").update(`test salt ${entry.index}`).digest().subarray(0, 16).toString("base64url")
    assert.strictEqual(salt, entry.salt)
    const parts = Object.entries(entry.parts).map(
      ([name, text]) => [name, partCommitment(partKey(salt, name), text)] as const,
    )
    const commitment = entryCommitment(entry.kind, parts.toReversed())
    assert.strictEqual(commitment, entry.commitment)
    assert.strictEqual(hexOf(leafHash(leafData({ ...entry, commitment }))), entry.leafHash)
  })

  it("entry 3: keys, commitments and leaf data", () => {
    const { parts, salt } = entries[3] ?? assert.fail()
    assert.strictEqual(partKey(salt, "act"), "7e60532f1b93b17c426fa906c150c8cc60dd66025e6574d9cd3236a40ff3c9eb")
    assert.strictEqual(
      partCommitment(partKey(salt, "trace"), parts["trace"] ?? ""),
      "937f4248b3d47b2efec3b112f0c9a98424012b86c5c2689e3203c40343c6e986",
    )
    assert.strictEqual(
      hexOf(leafData(entries[3] ?? assert.fail())),
      "0101000001a22ee6b0003b08a6e4729782047a3cb76b5cab4addafbec3d803568d73e6b9efc47983472d",
    )
    assert.strictEqual(parts["act"]?.length, 778)
  })

  it("entry 3: the writer of statements writes its parts", () => {
    const statement = consentStatement(Vectors.facts)
    assert.strictEqual(statement.kind, 1)
    assert.deepStrictEqual(
      Object.fromEntries(statement.parts.map(({ name, text }) => [name, text])),
      entries[3]?.parts ?? {},
    )
  })

  it("roots of the first 0 to 8 leaves", () => {
    assert.deepStrictEqual(
      Vectors.roots.map((_, size) => hexOf(rootOf(leaves.slice(0, size)))),
      [...Vectors.roots],
    )
    assert.isTrue(x.startsWith("080fa6cb47ecc815"))
  })

  it.each(Vectors.inclusion)("inclusion of %i in %i: %s", (index, size, names) => {
    const proof = proofOf(inclusionRanges(index, size), hashAt)
    assert.deepStrictEqual(proof.map(hexOf), named(names))
    const leaf = leaves[index] ?? assert.fail()
    assert.strictEqual(hexOf(rootFromInclusion(index, size, leaf, proof) ?? leaf), Vectors.roots[size])
  })

  it.each(Vectors.consistency)("consistency of %i with %i: %s", (older, newer, names) => {
    const proof = proofOf(consistencyRanges(older, newer), hashAt)
    assert.deepStrictEqual(proof.map(hexOf), named(names))
    const head = (size: number) => ({ size, root: fromHex(Vectors.roots[size] ?? "") })
    assert.isTrue(isConsistent(head(older), head(newer), proof))
  })

  it("what is published of the eight entries", () => {
    assert.strictEqual(digestOf(tileBytes(leaves)), digests.tile)
    assert.strictEqual(digestOf(bundleBytes(entries)), digests.bundle)
  })

  it("keys", () => {
    for (const key of [Vectors.keys.log, Vectors.keys.witness, Vectors.keys.next]) {
      assert.strictEqual(writeVerifierKey(keyOf(key)), key)
    }
  })

  it("the checkpoint, signed again by the key", () => {
    const { id, name, seed } = readSignerKey(Vectors.keys.logSigner) ?? assert.fail()
    const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed])
    const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" })
    const text = writeCheckpoint({ origin: name, size: 8, root: fromHex(Vectors.roots[8] ?? "") })
    const signature = new Uint8Array(sign(null, Buffer.from(text), key))
    assert.strictEqual(writeNote({ text, signatures: [{ name, keyId: id, signature }] }), checkpoints.signed8)
    assert.strictEqual(writeNote(readNote(checkpoints.witnessed8) ?? assert.fail()), checkpoints.witnessed8)
  })

  it("the receipt of entry 3 without its trace, in both forms", () => {
    const receipt = withhold({ ...receiptOf(3), checkpoint: checkpoints.witnessed8 }, ["trace"])
    assert.strictEqual(writeReceipt(receipt).length, 1_833)
    assert.strictEqual(Buffer.byteLength(writeTlogProof(receipt)), 2_183)
    assert.strictEqual(digestOf(writeTlogProof(receipt)), digests.tlogProof)
    assert.deepStrictEqual(readReceipt(writeReceipt(receipt)), receipt)
    assert.deepStrictEqual(readTlogProof(writeTlogProof(receipt)), receipt)
  })

  it.each(entries.map((_, index) => index))("the receipt of entry %i verifies", async (index) => {
    const verdict = await verifyReceipt(receiptOf(index), trusted, verifyEd25519)
    assert.deepStrictEqual(verdict, { _tag: "Verified", size: 8, witnesses: [] })
  })

  it("a witness counts, and a key of a rotation", async () => {
    const witnesses = [keyOf(Vectors.keys.witness)]
    const witnessed = { ...receiptOf(3), checkpoint: checkpoints.witnessed8 }
    assert.deepStrictEqual(await verifyReceipt(witnessed, { ...trusted, witnesses, quorum: 1 }, verifyEd25519), {
      _tag: "Verified",
      size: 8,
      witnesses: [{ name: "witness.example/w1", time: 1796083205 }],
    })
    const rotated = { ...receiptOf(3), checkpoint: checkpoints.rotated8 }
    const verdict = await verifyReceipt(rotated, { keys: [keyOf(Vectors.keys.next)] }, verifyEd25519)
    assert.strictEqual(verdict._tag, "Verified")
  })

  it("an older checkpoint is continued", async () => {
    const known = { checkpoint: checkpoints.signed5, proof: proofOf(consistencyRanges(5, 8), hashAt) }
    assert.strictEqual((await verifyReceipt(receiptOf(3), { ...trusted, known }, verifyEd25519))._tag, "Verified")
    const none = { checkpoint: checkpoints.signed5, proof: [] }
    assert.deepInclude(await verifyReceipt(receiptOf(3), { ...trusted, known: none }, verifyEd25519), {
      reason: "Forked",
    })
  })

  it("a receipt has the hashes of its proof as one base64 text", () => {
    assert.include(writeReceipt(receiptOf(3)), `"proof":"${encodeBase64(tileBytes(receiptOf(3).proof))}"`)
  })
})
