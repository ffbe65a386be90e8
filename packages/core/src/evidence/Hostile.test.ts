/** Whatever is presented as a receipt, a note, a key or a path: a refusal, never a crash, and never a false yes. */
import { inForm, testSeed as seed } from "@consent-service/test-engines/form"
import { mutatedText, randomFrom } from "@consent-service/test-engines/fuzz"
import { assert, describe, it } from "@effect/vitest"
import { keyOf, keys, receiptOf, checkpoints, verifyEd25519 } from "../testing/EvidenceVectors.js"
import { readCheckpoint } from "./Checkpoint.js"
import { type LogReceipt, readReceipt, readTlogProof, withhold, writeReceipt, writeTlogProof } from "./Receipt.js"
import { readNote, readSignerKey, readVerifierKey } from "./SignedNote.js"
import { readTilePath } from "./TileFiles.js"
import { receiptVerifier } from "./VerifyReceipt.js"

const runs = inForm({ short: 4_000, full: 1_000_000 })

const receipts = [0, 3, 4, 7].flatMap((index) => {
  const receipt = receiptOf(index, checkpoints.witnessed8)
  return [receipt, withhold(receipt, Object.keys(receipt.entry.parts).slice(0, 1))]
})

const texts = receipts.flatMap((receipt) => [writeReceipt(receipt), writeTlogProof(receipt)])

const others = [...texts, checkpoints.witnessed8, checkpoints.signed5, keys.log, keys.witness, "tile/0/x001/234.p/7"]

const trusted = { keys: [keyOf(keys.log)] }

/** What a receipt says: the position, the kind, the time, and each part that it discloses. */
const saidBy = ({ entry, index, origin }: LogReceipt): string =>
  JSON.stringify([
    origin,
    index,
    entry.kind,
    entry.time,
    Object.entries(entry.parts).map(([name, part]) => [name, "text" in part ? part.text : null]),
  ])

describe(`hostile texts, from seed ${seed} (threat: a hostile receipt, note or key crashes or deceives a verifier)`, () => {
  it(
    "are refused as receipts, or verify and say what the genuine one says",
    async () => {
      const random = randomFrom(seed)
      // One that verifies may withhold what the genuine one discloses, and nothing else.
      const genuine = new Set(
        [0, 3, 4, 7].flatMap((index) => {
          const receipt = receiptOf(index, checkpoints.witnessed8)
          const names = Object.keys(receipt.entry.parts)
          return Array.from({ length: 2 ** names.length }, (_, bits) =>
            saidBy(
              withhold(
                receipt,
                names.filter((_name, at) => (bits >> at) % 2 === 1),
              ),
            ),
          )
        }),
      )
      const verify = receiptVerifier(trusted, verifyEd25519)
      let verified = 0
      for (let run = 0; run < runs; run++) {
        const text = mutatedText(texts, random)
        for (const read of [readReceipt, readTlogProof]) {
          const receipt = read(text)
          if (receipt === null) continue
          const verdict = await verify(receipt)
          if (verdict._tag === "Refused") continue
          verified += 1
          assert.isTrue(genuine.has(saidBy(receipt)), `run ${run}: ${JSON.stringify(text)}`)
        }
      }
      // Some changes do not matter: a line of an unknown key, a blank in JSON.
      assert.isAbove(verified, 0)
    },
    { timeout: 3_600_000 },
  )

  it(
    "are read or refused as notes, checkpoints, keys and paths",
    () => {
      const random = randomFrom(seed + 1)
      for (let run = 0; run < runs; run++) {
        const text = mutatedText(others, random)
        const note = readNote(text)
        const body = readCheckpoint(note?.text ?? text)
        if (body !== null) assert.strictEqual(body.root.length, 32)
        for (const read of [readVerifierKey, readSignerKey, readTilePath]) read(text)
      }
    },
    { timeout: 600_000 },
  )
})
