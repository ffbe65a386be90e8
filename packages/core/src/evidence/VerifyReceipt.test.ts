import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { consistencyRanges, type Hash, inclusionRanges, proofOf } from "./MerkleTree.js"
import {
  type LogReceipt,
  mostReceiptLength,
  readReceipt,
  readTlogProof,
  withhold,
  writeReceipt,
  writeTlogProof,
} from "./Receipt.js"
import * as Vectors from "../testing/EvidenceVectors.js"
import { keyTypes, type SignatureLine, type VerifierKey, writeNote } from "./SignedNote.js"
import { archiveStatement } from "./Statement.js"
import { receiptsOf } from "../testing/SignedEntries.js"
import { receiptVerifier, type Trust, verifyCheckpoint, type VerifyEd25519, verifyReceipt } from "./VerifyReceipt.js"

const { checkpoints, entries, hashAt, keyOf, keys, verifyEd25519 } = Vectors

const receiptOf = (index: number): LogReceipt => Vectors.receiptOf(index, checkpoints.witnessed8)

const trust: Trust = { keys: [keyOf(keys.log)] }
const witnesses = [keyOf(keys.witness)]

const verdictOf = async (receipt: LogReceipt, trusted: Trust = trust): Promise<string> => {
  const verdict = await verifyReceipt(receipt, trusted, verifyEd25519)
  return verdict._tag === "Verified" ? "Verified" : verdict.reason
}

const [good, other] = [receiptOf(3), receiptOf(4)]
const log = "\u2014 evidence.example/shop "
const wrongSignature = (note: string): string => note.replace("KWQc=", "KWQg=")

describe("a receipt", () => {
  it("verifies with any parts withheld, in both forms", async () => {
    for (const names of [[], ["act"], ["subject"], ["trace"], ["act", "trace"], ["act", "subject", "trace"]]) {
      const receipt = withhold(good, names)
      for (const name of names) assert.notInclude(writeReceipt(receipt), JSON.stringify(entries[3]?.parts[name]))
      assert.strictEqual(await verdictOf(readReceipt(writeReceipt(receipt)) ?? assert.fail()), "Verified")
      assert.strictEqual(await verdictOf(readTlogProof(writeTlogProof(receipt)) ?? assert.fail()), "Verified")
      assert.deepStrictEqual(withhold(receipt, names), receipt)
    }
  })

  it.each<readonly [string, LogReceipt, Trust, string]>([
    ["no checkpoint", { ...good, checkpoint: "" }, trust, "Malformed"],
    ["a note that is no checkpoint", { ...good, checkpoint: `x\n\n${log}${"A".repeat(92)}\n` }, trust, "Malformed"],
    ["another log", { ...good, origin: "other.example" }, trust, "WrongOrigin"],
    ["the key of another log", good, { keys: witnesses }, "WrongOrigin"],
    ["no key", good, { keys: [] }, "WrongOrigin"],
    ["another key of the log", good, { keys: [keyOf(keys.next)] }, "Unsigned"],
    ["a wrong signature", { ...good, checkpoint: wrongSignature(good.checkpoint) }, trust, "BadSignature"],
    [
      "a right signature and a wrong one",
      { ...good, checkpoint: wrongSignature(checkpoints.rotated8) },
      { keys: [keyOf(keys.log), keyOf(keys.next)] },
      "BadSignature",
    ],
    ["no witness", { ...good, checkpoint: checkpoints.signed8 }, { ...trust, witnesses, quorum: 1 }, "NotWitnessed"],
    ["a witness that is not trusted", good, { ...trust, quorum: 1 }, "NotWitnessed"],
    ["one witness of two", good, { ...trust, witnesses: [...witnesses, ...witnesses], quorum: 2 }, "NotWitnessed"],
    [
      "a wrong time of a witness",
      { ...good, checkpoint: good.checkpoint.replace("AAABrDg4F", "AAABrDg4E") },
      { ...trust, witnesses },
      "BadSignature",
    ],
    ["another entry", { ...good, entry: other.entry }, trust, "NotIncluded"],
    ["another time", { ...good, entry: { ...good.entry, time: good.entry.time + 1_000 } }, trust, "NotIncluded"],
    ["another position", { ...good, index: 2 }, trust, "NotIncluded"],
    ["a position behind the tree", { ...good, index: 8 }, trust, "NotIncluded"],
    ["another proof", { ...good, proof: other.proof }, trust, "NotIncluded"],
    ["a longer proof", { ...good, proof: [...good.proof, ...good.proof] }, trust, "NotIncluded"],
    ["an older tree", { ...good, checkpoint: checkpoints.signed5 }, trust, "NotIncluded"],
    ["an unsigned known checkpoint", good, { ...trust, known: { checkpoint: "", proof: [] } }, "Malformed"],
    [
      "a known checkpoint without a proof",
      good,
      { ...trust, known: { checkpoint: checkpoints.signed5, proof: [] } },
      "Forked",
    ],
  ])("with %s is refused", async (_, receipt, trusted, reason) => {
    assert.strictEqual(await verdictOf(receipt, trusted), reason)
  })

  it("agrees with a known checkpoint that is older, equal or newer", async () => {
    const proof = proofOf(consistencyRanges(5, 8), hashAt)
    const known = (checkpoint: string, hashes: ReadonlyArray<Hash>): Trust => ({
      ...trust,
      known: { checkpoint, proof: hashes },
    })
    assert.strictEqual(await verdictOf(good, known(checkpoints.signed5, proof)), "Verified")
    assert.strictEqual(await verdictOf(good, known(checkpoints.signed8, [])), "Verified")
    const older = { ...good, proof: proofOf(inclusionRanges(3, 5), hashAt), checkpoint: checkpoints.signed5 }
    assert.strictEqual(await verdictOf(older, known(checkpoints.signed8, proof)), "Verified")
  })

  it("gets the verdict it gets by itself from a verifier that remembers a checkpoint", async () => {
    const wrong = { ...good, checkpoint: wrongSignature(good.checkpoint) }
    const older = { ...good, proof: proofOf(inclusionRanges(3, 5), hashAt), checkpoint: checkpoints.signed5 }
    const receipts = [good, other, { ...good, index: 2 }, wrong, wrong, { ...good, origin: "x" }, older, good]
    let signatures = 0
    const verifier = receiptVerifier(trust, (...asked) => {
      signatures += 1
      return verifyEd25519(...asked)
    })
    for (const receipt of receipts) {
      assert.deepStrictEqual(await verifier(receipt), await verifyReceipt(receipt, trust, verifyEd25519))
    }
    assert.strictEqual(signatures, 4)
  })

  const edit = FastCheck.record({
    where: FastCheck.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    cut: FastCheck.nat(4),
    put: FastCheck.oneof(
      FastCheck.string({ maxLength: 3 }),
      FastCheck.constantFrom('"', "}", "\\n", "\n", "0", "e9", "null", "\u2014", "="),
    ),
  })

  it.each([
    ["JSON", writeReceipt(good), readReceipt],
    ["a tlog-proof", writeTlogProof(good), readTlogProof],
  ] as const)("as %s that was edited is refused, or says what it said", async (_, text, read) => {
    await FastCheck.assert(
      FastCheck.asyncProperty(edit, async ({ cut, put, where }) => {
        const at = Math.floor(where * text.length)
        const receipt = read(text.slice(0, at) + put + text.slice(at + cut))
        if (receipt === null || (await verdictOf(receipt)) !== "Verified") return
        assert.deepStrictEqual({ ...receipt, checkpoint: "" }, { ...good, checkpoint: "" })
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    "",
    "null",
    "[]",
    '"text"',
    "{}",
    `${writeReceipt(good)} x`,
    writeReceipt(good).replace("/v1", "/v2"),
    writeReceipt(good).replace('"index":3', '"index":3,"more":1'),
    writeReceipt(good).replace('"index":3', '"index":-3'),
    writeReceipt(good).replace('"index":3', '"index":3.5'),
    writeReceipt(good).replace('"kind":1', '"kind":11'),
    writeReceipt(good).replace('"kind":1', '"kind":2'),
    writeReceipt(good).replace('"trace"', '"traces"'),
    writeReceipt(good).replace('"trace"', '"__proto__"'),
    JSON.stringify({ ...JSON.parse(writeReceipt(good)), proof: "AAAA" }),
    JSON.stringify({ ...JSON.parse(writeReceipt(good)), proof: "A".repeat(64 * 43) }),
  ])("is not read from %j", (text) => assert.isNull(readReceipt(text)))

  it.each([
    "",
    writeReceipt(good),
    writeTlogProof(good).replace("@v1", "@v2"),
    writeTlogProof(good).replace("extra ", "extra  "),
    writeTlogProof(good).replace("index 3", "index 03"),
    writeTlogProof(good).replace(/extra .*/, `extra ${Buffer.from("{}").toString("base64")}`),
    writeTlogProof(good).replace(/extra .*/, `extra ${Buffer.from([0xff]).toString("base64")}`),
    writeTlogProof(good).replace(
      /extra .*/,
      `extra ${Buffer.from(` ${JSON.stringify(good.entry)}`).toString("base64")}`,
    ),
  ])("is not read as a proof from %j", (text) => assert.isNull(readTlogProof(text)))

  const changed = (changes: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({ ...JSON.parse(writeReceipt(good)), ...changes })
  const withAct = (act: unknown): string => {
    const { entry } = JSON.parse(writeReceipt(good))
    return changed({ entry: { ...entry, parts: { ...entry.parts, act } } })
  }
  const digest = "0a".repeat(32)

  it.each<readonly [string, () => string]>([
    ["an origin that is no text", () => changed({ origin: 1 })],
    ["a checkpoint that is no text", () => changed({ checkpoint: 1 })],
    ["a proof in a list", () => changed({ proof: [] })],
    ["a part that is null", () => withAct(null)],
    ["a part that is a list", () => withAct([])],
    ["a commitment in a list", () => withAct({ commitment: [digest] })],
    ["a commitment that is no digest", () => withAct({ commitment: `${digest}0` })],
    ["a key that is no digest", () => withAct({ key: "0a", text: "{}" })],
    ["a key in a list", () => withAct({ key: [digest], text: "{}" })],
    ["a text that is none", () => withAct({ key: digest, text: 1 })],
    ["a key without a text", () => withAct({ key: digest })],
    ["a part with a member more", () => withAct({ key: digest, text: "{}", more: "" })],
  ])("is not read with %s", (_, text) => {
    assert.isNotNull(readReceipt(withAct({ key: digest, text: "{}" })))
    assert.isNull(readReceipt(text()))
  })

  it("has at most 63 hashes, a checkpoint as long as a note, and 8 MB", () => {
    const withHashes = (count: number): LogReceipt => ({
      ...good,
      proof: Array.from({ length: count }, () => new Uint8Array(32)),
    })
    const withCheckpoint = (length: number): LogReceipt => ({ ...good, checkpoint: "x".repeat(length) })
    const forms = [
      [writeReceipt, readReceipt],
      [writeTlogProof, readTlogProof],
    ] as const
    for (const [write, read] of forms) {
      assert.strictEqual(read(write(withHashes(63)))?.proof.length, 63)
      assert.isNull(read(write(withHashes(64))))
      assert.isNotNull(read(write(withCheckpoint(65_536))))
      assert.isNull(read(write(withCheckpoint(65_537))))
    }
    const text = writeReceipt(good)
    assert.isNotNull(readReceipt(text.padEnd(mostReceiptLength)))
    assert.isNull(readReceipt(text.padEnd(mostReceiptLength + 1)))
  })

  it("is written with its parts in order", () => {
    const { entry } = good
    const parts = Object.fromEntries(Object.entries(entry.parts).toReversed())
    assert.strictEqual(writeReceipt({ ...good, entry: { ...entry, parts } }), writeReceipt(good))
  })

  it("as a proof has its position and its entry under their names, and whole hashes", () => {
    const text = writeTlogProof(good)
    assert.strictEqual(readTlogProof(text.replace("index 3", "index 12"))?.index, 12)
    const [hash = ""] = text.split("\n").slice(3)
    for (const wrong of [
      text.replace("index 3", "inedx 3"),
      text.replace("extra ", "extar "),
      text.replace(hash, hash.slice(4)),
      text.slice(0, text.indexOf("\n\n")),
    ])
      assert.isNull(readTlogProof(wrong))
  })
})

describe("what a verifier says", () => {
  const accepts = () => true
  const judge = (receipt: LogReceipt, trusted: Trust, verify: VerifyEd25519 = verifyEd25519) =>
    verifyReceipt(receipt, trusted, verify)
  const lines = (...given: ReadonlyArray<SignatureLine>): LogReceipt => ({
    ...good,
    checkpoint: writeNote({ text: checkpoints.text8, signatures: given }),
  })
  const [key, witness] = [keyOf(keys.log), keyOf(keys.witness)]
  const signature = { name: key.name, keyId: key.id, signature: new Uint8Array(64) }
  const cosignature = { name: witness.name, keyId: witness.id, signature: new Uint8Array(72) }

  it.each<readonly [string, () => LogReceipt, () => Trust]>([
    ["its checkpoint cannot be read", () => ({ ...good, checkpoint: "x" }), () => trust],
    [
      'it is of the log "evidence.example/shop", whose keys are not trusted',
      () => ({ ...good, origin: witness.name }),
      () => ({ keys: [{ ...key, name: witness.name }] }),
    ],
    ["no trusted key has signed it", () => good, () => ({ keys: [keyOf(keys.next)] })],
    [
      "a signature under the name of a trusted key is wrong",
      () => ({ ...good, checkpoint: wrongSignature(good.checkpoint) }),
      () => trust,
    ],
    [
      "a signature under the name of a witness is wrong",
      () => ({ ...good, checkpoint: good.checkpoint.replace("AAABrDg4F", "AAABrDg4E") }),
      () => ({ ...trust, witnesses }),
    ],
    ["1 witnesses have cosigned it, of 2 required", () => good, () => ({ ...trust, witnesses, quorum: 2 })],
    ["0 witnesses have cosigned it, of 1 required", () => good, () => ({ ...trust, quorum: 1 })],
    [
      "the known checkpoint: its checkpoint cannot be read",
      () => good,
      () => ({ ...trust, known: { checkpoint: "", proof: [] } }),
    ],
  ])("is %s", async (message, receipt, trusted) => {
    assert.deepInclude(await judge(receipt(), trusted()), { _tag: "Refused", message })
  })

  it.each<readonly [string, SignatureLine, Partial<VerifierKey>, string]>([
    ["under another name", { ...signature, name: "another" }, {}, "Unsigned"],
    ["of another key", { ...signature, keyId: "00000000" }, {}, "Unsigned"],
    ["of a key for cosignatures", signature, { type: keyTypes.cosignature }, "Unsigned"],
    ["that is too short", { ...signature, signature: new Uint8Array(63) }, {}, "BadSignature"],
    ["that is too long", { ...signature, signature: new Uint8Array(65) }, {}, "BadSignature"],
  ])("counts no signature %s, whatever Ed25519 says", async (_, line, change, reason) => {
    assert.strictEqual((await judge(lines(signature), trust, accepts))._tag, "Verified")
    assert.propertyVal(await judge(lines(line), { keys: [{ ...key, ...change }] }, accepts), "reason", reason)
  })

  it.each<readonly [string, SignatureLine, Partial<VerifierKey>, string]>([
    ["under another name", { ...cosignature, name: "another" }, {}, "NotWitnessed"],
    ["of another key", { ...cosignature, keyId: "00000000" }, {}, "NotWitnessed"],
    ["of a key for notes", cosignature, { type: keyTypes.note }, "NotWitnessed"],
    ["that is too short", { ...cosignature, signature: new Uint8Array(71) }, {}, "BadSignature"],
    ["that is too long", { ...cosignature, signature: new Uint8Array(73) }, {}, "BadSignature"],
    ["at a time that is not exact", { ...cosignature, signature: new Uint8Array(72).fill(255) }, {}, "BadSignature"],
  ])("counts no cosignature %s, whatever Ed25519 says", async (_, line, change, reason) => {
    const trusted = (of: VerifierKey): Trust => ({ keys: [key], witnesses: [of], quorum: 1 })
    assert.strictEqual((await judge(lines(signature, cosignature), trusted(witness), accepts))._tag, "Verified")
    const verdict = await judge(lines(signature, line), trusted({ ...witness, ...change }), accepts)
    assert.propertyVal(verdict, "reason", reason)
  })

  it("is a refusal of the position behind a tree of one entry", async () => {
    const [only = assert.fail()] = receiptsOf([archiveStatement({ digest: "ab", what: "texts" })])
    assert.strictEqual((await judge(only, trust))._tag, "Verified")
    assert.propertyVal(await judge({ ...only, index: 1 }, trust), "reason", "NotIncluded")
  })

  it("of a checkpoint is what it says, and who has cosigned it", async () => {
    const verdict = await verifyCheckpoint(checkpoints.witnessed8, key.name, { ...trust, witnesses }, verifyEd25519)
    assert.deepInclude(verdict, { _tag: "Trusted", contradiction: null })
    assert.deepInclude(verdict, { witnesses: [{ name: witness.name, time: 1796083205 }] })
    assert.deepInclude(await verifyCheckpoint(checkpoints.signed8, key.name, trust, verifyEd25519), { witnesses: [] })
  })
})
