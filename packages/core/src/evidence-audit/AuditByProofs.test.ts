import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { encodeBase64 } from "../digest/Base64.js"
import { consistencyRanges, proofOf, rootOf } from "../evidence/MerkleTree.js"
import { auditProofs, branching, origin } from "../testing/Audits.js"
import { keyOf, keys } from "../testing/EvidenceVectors.js"
import { bytesOf, checkpointOf, hashesOf, leavesOf, type LogFiles, withFiles } from "../testing/PublishedLog.js"
import type { KnownCheckpoint } from "./Outside.js"

const proofBetween = (older: number, newer: number): ReadonlyArray<string> => {
  const leaves = hashesOf(leavesOf(newer))
  return proofOf(consistencyRanges(older, newer), ({ index, level }) =>
    rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
  ).map(encodeBase64)
}

const answer = (value: unknown): Uint8Array => bytesOf(JSON.stringify(value))

/** A log of 20 entries that answers proofs from these sizes, and publishes nothing else. */
const proving = (...sizes: ReadonlyArray<number>): LogFiles =>
  new Map([
    ["checkpoint", bytesOf(checkpointOf(leavesOf(20)).note)],
    ...sizes.map((size) => [`consistency?from=${size}&to=20`, answer({ proof: proofBetween(size, 20) })] as const),
  ])

const [older, newest] = [checkpointOf(leavesOf(9)), checkpointOf(leavesOf(20))]

const memoryOf = ({ note }: KnownCheckpoint) => ({ checkpoint: note, bundles: null, lastTime: 0 })

describe("the audit of a log by proofs", () => {
  it.effect("compares the newest checkpoint with what is remembered and what others hold", () =>
    Effect.gen(function* () {
      const known = [checkpointOf(leavesOf(3)), newest]
      const { findings, verdict } = yield* auditProofs(proving(3, 9), { known, memory: memoryOf(older) })
      assert.deepStrictEqual(findings, [])
      const memory = memoryOf(newest)
      assert.deepStrictEqual(verdict, { origin, size: 20, from: 20, witnesses: [], timestamps: 0, memory })
    }),
  )

  it.effect("finds another history, older or of the same size, and remembers nothing of it", () =>
    Effect.gen(function* () {
      for (const size of [9, 20]) {
        const other = checkpointOf(branching(2, size))
        const { findings, verdict } = yield* auditProofs(proving(9), { known: [older, other, newest] })
        const message = `the log that is published does not begin with the tree of ${size} entries that it has signed`
        const notes = [other.note, newest.note]
        assert.deepStrictEqual(findings, [{ finding: "Forked", severity: "tampered", to: size, message, notes }])
        assert.isNull(verdict.memory)
      }
    }),
  )

  it.effect("finds a log that was set back, and asks for no proof of it", () =>
    Effect.gen(function* () {
      const { said, verdict } = yield* auditProofs(proving(), { memory: memoryOf(checkpointOf(leavesOf(21))) })
      assert.deepStrictEqual([said, verdict.memory], [[["SetBack", 20, 21]], null])
    }),
  )

  it.effect("finds that witnesses are missing", () =>
    Effect.gen(function* () {
      const witnesses = [keyOf(keys.witness)]
      const { said } = yield* auditProofs(proving(), { witnesses, quorum: 1 })
      assert.deepStrictEqual(said, [["NotWitnessed", undefined, 20]])
    }),
  )

  it.effect("fails where no proof is answered", () =>
    Effect.gen(function* () {
      const path = "consistency?from=9&to=20"
      const proof = proofBetween(9, 20)
      const answers = [
        null,
        bytesOf("{"),
        ...[null, [], {}, { proof: 1 }, { proof: [1] }, { proof: ["?", ...proof] }, { proof: [...proof, "?"] }].map(
          answer,
        ),
      ]
      for (const bytes of answers) {
        const files = withFiles(proving(), { [path]: bytes })
        const { reason } = yield* Effect.flip(auditProofs(files, { known: [older] }))
        assert.strictEqual(reason, "it answers no proof of consistency")
      }
      const read = () => Effect.succeed(Option.none())
      const nothing = yield* Effect.flip(auditProofs(new Map(), { read }))
      assert.strictEqual(nothing.reason, "there is no file checkpoint")
    }),
  )
})
