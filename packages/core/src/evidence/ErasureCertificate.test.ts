import { assert, describe, it } from "@effect/vitest"
import { leafData } from "./Entry.js"
import {
  certificateFormat,
  type ErasureCertificate,
  readCertificate,
  verifyCertificate,
  writeCertificate,
} from "./ErasureCertificate.js"
import { type LogReceipt, withhold } from "./Receipt.js"
import { erasedStatement, type Statement } from "./Statement.js"
import { receiptsOf } from "../testing/SignedEntries.js"
import * as Vectors from "../testing/EvidenceVectors.js"

const { checkpoints, entries, keyOf, keys, receiptOf, verifyEd25519 } = Vectors

const leafAt = (index: number) => ({
  index,
  leaf: leafData(entries[index] ?? assert.fail()),
  proof: receiptOf(index, checkpoints.signed8).proof,
})

/** Of the erasure that entry 7 is. */
const certificate: ErasureCertificate = {
  requestId: "req_1",
  erasedAt: 1796083202500,
  reason: "art-17",
  parts: null,
  deleted: { cs_consent: 2 },
  leaves: [leafAt(4), leafAt(6)],
  entry: receiptOf(7, checkpoints.signed8),
}

const unsigned: ErasureCertificate = {
  ...certificate,
  parts: ["trace"],
  leaves: certificate.leaves.map((leaf) => ({ ...leaf, proof: null })),
  entry: null,
}

const written = (given: ErasureCertificate) => JSON.stringify(writeCertificate(given))

/** More than a stack has room for. */
const deep = "[".repeat(200_000) + "]".repeat(200_000)

const changed = (changes: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...writeCertificate(certificate), ...changes })

const verify = (given: ErasureCertificate) => verifyCertificate(given, { keys: [keyOf(keys.log)] }, verifyEd25519)

describe("a certificate of an erasure", () => {
  it("is read as it is written, signed or not", () => {
    for (const given of [certificate, unsigned, { ...certificate, leaves: [] }])
      assert.deepStrictEqual(readCertificate(written(given)), given)
  })

  it("says which log it is of, with which checkpoint, and what it cannot prove", () => {
    const { checkpoint, entry, format, limits, origin } = writeCertificate(certificate)
    assert.deepStrictEqual([format, origin, checkpoint], [certificateFormat, keyOf(keys.log).name, checkpoints.signed8])
    assert.deepInclude(entry, { index: 7 })
    assert.include(limits, "backups")
    assert.deepInclude(writeCertificate(unsigned), { origin: null, entry: null, checkpoint: null })
  })

  const [leaf] = writeCertificate(certificate).leaves
  it.each<readonly [string, string]>([
    ["nothing", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["another format", changed({ format: "consent-service/erasure/v2" })],
    ["no id of the request", changed({ requestId: 1 })],
    ["no reason", changed({ reason: null })],
    ["a time that is no number", changed({ erasedAt: "1796083202500" })],
    ["a time that is not exact", changed({ erasedAt: 0.5 })],
    ["counts that are no numbers", changed({ deleted: { cs_consent: "2" } })],
    ["one count that is no number", changed({ deleted: { cs_consent: 2, cs_subject: "1" } })],
    ["no counts", changed({ deleted: null })],
    ["parts that are no texts", changed({ parts: [1] })],
    ["no parts", changed({ parts: undefined })],
    ["no leaves", changed({ leaves: undefined })],
    ["a leaf that is none", changed({ leaves: [leaf, null] })],
    ["a leaf without a position", changed({ leaves: [{ ...leaf, index: null }] })],
    ["a leaf that is a number", changed({ leaves: [{ ...leaf, leaf: 1234 }] })],
    ["a leaf that is no base64", changed({ leaves: [{ ...leaf, leaf: "-" }] })],
    ["a proof that is no text", changed({ leaves: [{ ...leaf, proof: 1 }] })],
    ["no proof", changed({ leaves: [{ ...leaf, proof: undefined }] })],
    ["half a hash", changed({ leaves: [{ ...leaf, proof: "AAAA" }] })],
    ["an entry that is none", changed({ entry: {} })],
    ["no entry", changed({ entry: undefined })],
    ["an entry that is nested deeply", changed({ entry: 0 }).replace('"entry":0', `"entry":${deep}`)],
  ])("is not read with %s", (_, text) => assert.isNull(readCertificate(text)))

  it("verifies when its entry tells the same, and each leaf is there", async () => {
    assert.deepStrictEqual(await verify(certificate), { _tag: "Verified", size: 8, witnesses: [] })
  })

  const named = (text: string): LogReceipt => {
    const { entry, ...receipt } = receiptOf(7, checkpoints.signed8)
    return { ...receipt, entry: { ...entry, parts: { erasure: { key: "00", text } } } }
  }
  const another = "its entry in the log tells another erasure: other positions, parts, time or reason"
  const notThere = (index: number) => `entry ${index} is not in the tree as it is listed`

  it.each<readonly [string, Partial<ErasureCertificate>, string, string]>([
    ["without an entry", { entry: null }, "Unsigned", "nothing of it is signed"],
    [
      "whose entry is not in the log",
      { entry: named('{"leaves":[4,6]}') },
      "NotIncluded",
      "its entry is not in the tree of its checkpoint",
    ],
    ["with a position more", { leaves: [4, 6, 5].map(leafAt) }, "OtherErasure", another],
    ["with a position less", { leaves: [leafAt(4)] }, "OtherErasure", another],
    ["with another position", { leaves: [4, 5].map(leafAt) }, "OtherErasure", another],
    ["with positions in another order", { leaves: [6, 4].map(leafAt) }, "OtherErasure", another],
    ["with another time", { erasedAt: certificate.erasedAt + 1 }, "OtherErasure", another],
    ["with another reason", { reason: "art-21" }, "OtherErasure", another],
    ["of only a part", { parts: ["trace"] }, "OtherErasure", another],
    ["whose entry is of another kind", { entry: receiptOf(3, checkpoints.signed8) }, "OtherErasure", another],
    [
      "whose entry withholds what it says",
      { entry: withhold(receiptOf(7, checkpoints.signed8), ["erasure"]) },
      "OtherErasure",
      another,
    ],
    ["with another leaf", { leaves: [{ ...leafAt(4), leaf: leafAt(5).leaf }, leafAt(6)] }, "OtherErasure", notThere(4)],
    [
      "with another proof",
      { leaves: [leafAt(4), { ...leafAt(6), proof: leafAt(5).proof }] },
      "OtherErasure",
      notThere(6),
    ],
    ["with half a proof", { leaves: [leafAt(4), { ...leafAt(6), proof: [] }] }, "OtherErasure", notThere(6)],
    ["without a proof", { leaves: [{ ...leafAt(4), proof: null }, leafAt(6)] }, "OtherErasure", notThere(4)],
  ])("%s is refused", async (_, changes, reason, message) => {
    const verdict = await verify({ ...certificate, ...changes })
    assert.deepInclude(verdict, { _tag: "Refused", message })
    assert.propertyVal(verdict, "reason", reason)
  })

  it("of a part verifies when its entry names the part, and is an entry of an erasure", async () => {
    const dropped = { ...certificate, leaves: [], parts: ["trace"] }
    const stated = erasedStatement({
      count: 0,
      erasedAt: certificate.erasedAt,
      leaves: [],
      parts: ["trace"],
      reason: "art-17",
    })
    const [text = ""] = stated.parts.map((part) => part.text)
    const verdictOf = async (statement: Statement) => {
      const [entry = null] = receiptsOf([statement])
      return verify({ ...dropped, entry })
    }
    assert.deepStrictEqual(await verdictOf(stated), { _tag: "Verified", size: 1, witnesses: [] })
    for (const other of [
      { ...stated, kind: 6 },
      { ...stated, parts: [{ name: "task", text }] },
      erasedStatement({ count: 0, erasedAt: certificate.erasedAt, leaves: [], reason: "art-17" }),
    ] as const)
      assert.deepInclude(await verdictOf(other), { _tag: "Refused", message: another })
  })
})
