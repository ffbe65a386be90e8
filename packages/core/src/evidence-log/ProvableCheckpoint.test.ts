import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import { RequiredWitnesses, type WitnessQuorum } from "../ports/Witnesses.js"
import { checkpoints, keyOf, keys, verifyEd25519 } from "../testing/EvidenceVectors.js"
import { grownLog, portsOf } from "../testing/GrownLog.js"
import { provableCheckpoint } from "./ProvableCheckpoint.js"

const plain = checkpoints.witnessed8.split("\n").slice(0, 5).join("\n")
const witnessed = checkpoints.witnessed8
// With another byte of the root, so that the witness has signed something else.
const forged = witnessed.replace("\n8\n", "\n9\n")

/** The size of what is proven by, of a log with these notes at the sizes 1, 2, and so on. */
const sizeIn = (notes: ReadonlyArray<string>, atLeast: number, count: number | null): Promise<number | null> => {
  const log = { ...grownLog([1]), checkpoints: notes.map((note, at) => ({ size: at + 1, note, signedAt: at })) }
  const quorum = count === null ? null : { count, keys: [keyOf(keys.witness)], verify: verifyEd25519 }
  return provableCheckpoint(atLeast).pipe(
    Effect.map(Option.match({ onNone: () => null, onSome: ({ size }) => size })),
    Effect.provideService(RequiredWitnesses, quorum),
    Effect.provide(portsOf(log)),
    Effect.runPromise,
  )
}

describe("provableCheckpoint", () => {
  it("is the newest checkpoint while no witness is required", async () => {
    assert.strictEqual(await sizeIn([witnessed, plain], 1, null), 2)
    assert.isNull(await sizeIn([witnessed, plain], 3, null))
  })

  it("is the newest that the witness has cosigned; a forged or missing cosignature counts for nothing", async () => {
    assert.strictEqual(await sizeIn([witnessed, witnessed, plain, forged, ""], 1, 1), 2)
    assert.isNull(await sizeIn([witnessed, witnessed, plain, forged], 3, 1))
    assert.isNull(await sizeIn([witnessed], 1, 2))
    assert.isNull(await sizeIn([], 0, 1))
  })

  it("is found however long witnesses were away before or are away now", async () => {
    const away = Array.from({ length: 200 }, () => plain)
    assert.strictEqual(await sizeIn([plain, witnessed, ...away], 1, 1), 2)
    assert.strictEqual(await sizeIn([...away, witnessed, plain, plain], 1, 1), 201)
  })

  it("is found without verifying more cosignatures than are required", async () => {
    const log = { ...grownLog([1]), checkpoints: [{ size: 1, note: witnessed, signedAt: 0 }] }
    const verifiedFor = async (count: number, keysOfWitnesses: number) => {
      let verified = 0
      const quorum: WitnessQuorum = {
        count,
        keys: Array.from({ length: keysOfWitnesses }, () => keyOf(keys.witness)),
        verify: (...asked) => {
          verified += 1
          return verifyEd25519(...asked)
        },
      }
      const found = await provableCheckpoint(1).pipe(
        Effect.provideService(RequiredWitnesses, quorum),
        Effect.provide(portsOf(log)),
        Effect.runPromise,
      )
      return [Option.isSome(found), verified]
    }
    assert.deepStrictEqual(await verifiedFor(1, 3), [true, 1])
    assert.deepStrictEqual(await verifiedFor(2, 3), [true, 2])
    assert.deepStrictEqual(await verifiedFor(0, 0), [true, 0])
  })

  it("is never smaller than asked, and always cosigned", async () => {
    const notes = FastCheck.array(FastCheck.constantFrom(plain, witnessed, forged), { maxLength: 60 })
    await FastCheck.assert(
      FastCheck.asyncProperty(notes, FastCheck.nat(60), async (all, atLeast) => {
        const expected = all.findLastIndex((note, at) => at + 1 >= atLeast && note === witnessed)
        assert.strictEqual(await sizeIn(all, atLeast, 1), expected === -1 ? null : expected + 1)
      }),
      { numRuns: 20 },
    )
  })
})
