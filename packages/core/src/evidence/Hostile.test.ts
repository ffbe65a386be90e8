/** Whatever is presented as a receipt, a note, a key or a path: a refusal, never a crash, and never a false yes. */
import { assert, describe, it } from "@effect/vitest"
import { keyOf, keys, receiptOf, checkpoints, verifyEd25519 } from "../testing/EvidenceVectors.js"
import { readCheckpoint } from "./Checkpoint.js"
import { type LogReceipt, readReceipt, readTlogProof, withhold, writeReceipt, writeTlogProof } from "./Receipt.js"
import { readNote, readSignerKey, readVerifierKey } from "./SignedNote.js"
import { readTilePath } from "./TileFiles.js"
import { receiptVerifier } from "./VerifyReceipt.js"

/** In full, `npm run torture` runs a million. */
const runs = process.env["CONSENT_TORTURE_LONG"] === "1" ? 1_000_000 : 4_000

/** A generator of pseudo-random numbers below a bound (mulberry32), so that a failing case can be repeated. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Random = ReturnType<typeof randomFrom>

const seed = Number(process.env["CONSENT_TORTURE_SEED"] ?? Date.now() % 1_000_000)

const receipts = [0, 3, 4, 7].flatMap((index) => {
  const receipt = receiptOf(index, checkpoints.witnessed8)
  return [receipt, withhold(receipt, Object.keys(receipt.entry.parts).slice(0, 1))]
})

const texts = receipts.flatMap((receipt) => [writeReceipt(receipt), writeTlogProof(receipt)])

const others = [...texts, checkpoints.witnessed8, checkpoints.signed5, keys.log, keys.witness, "tile/0/x001/234.p/7"]

const pieces = [
  "",
  "\n",
  "\n\n",
  " ",
  "+",
  "=",
  "\u2014 ",
  "\u0000",
  "\u{1f600}",
  "\ud800",
  '"',
  "{}",
  "[]",
  "null",
  "-1",
  "1e309",
  "9007199254740993",
  '"__proto__":{},',
  '"kind":1,',
  "A".repeat(300),
  "[".repeat(2_000),
]

const from = <A>(list: ReadonlyArray<A>, random: Random): A => list[random(list.length)] ?? assert.fail("empty")

/** A text with one thing changed: a character, a piece cut out, doubled, put in, or taken from another text. */
const mutated = (text: string, random: Random): string => {
  const at = random(text.length + 1)
  const to = Math.min(text.length, at + random(40))
  switch (random(7)) {
    case 0:
      return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << random(7))) + text.slice(at + 1)
    case 1:
      return text.slice(0, at) + text.slice(to)
    case 2:
      return text.slice(0, to) + text.slice(at)
    case 3:
      return text.slice(0, at) + from(pieces, random) + text.slice(at)
    case 4: {
      const donor = from(others, random)
      return text.slice(0, at) + donor.slice(random(donor.length + 1))
    }
    case 5: {
      const [digit = ""] = /\d/.exec(text.slice(at)) ?? []
      return text.slice(0, at) + text.slice(at).replace(digit, String(random(10)))
    }
    default:
      return text.slice(at, to)
  }
}

const mutatedOften = (text: string, random: Random): string => {
  let result = text
  for (let left = random(3); left >= 0; left--) result = mutated(result, random)
  return result
}

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
        const text = mutatedOften(from(texts, random), random)
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
        const text = mutatedOften(from(others, random), random)
        const note = readNote(text)
        const body = readCheckpoint(note?.text ?? text)
        if (body !== null) assert.strictEqual(body.root.length, 32)
        for (const read of [readVerifierKey, readSignerKey, readTilePath]) read(text)
      }
    },
    { timeout: 600_000 },
  )
})
