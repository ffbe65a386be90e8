import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { consistencyRanges, type Hash, inclusionRanges, proofOf } from "./MerkleTree.js"
import { type LogReceipt, readReceipt, readTlogProof, withhold, writeReceipt, writeTlogProof } from "./Receipt.js"
import * as Vectors from "../testing/EvidenceVectors.js"
import { receiptVerifier, type Trust, verifyReceipt } from "./VerifyReceipt.js"

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
})
