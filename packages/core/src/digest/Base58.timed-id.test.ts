import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { base58, timedId } from "./Base58.js"

const epoch = 1_700_000_000_000

const rest = FastCheck.uint8Array({ minLength: 12, maxLength: 12 })

/** The 20 bytes of such an id, with the time written by the platform as one 64-bit number. */
const naive = (offset: bigint, bytes: Uint8Array): string => {
  const whole = Buffer.alloc(20, 0)
  whole.writeBigUInt64BE(offset)
  whole.set(bytes, 8)
  return `x_${base58(whole)}`
}

describe("an id that starts with a time", () => {
  it("is base58 of the milliseconds since the epoch of ids, and of the given bytes", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: epoch, max: 8.64e15 }), rest, (time, bytes) => {
        assert.strictEqual(timedId("x", time, bytes), naive(BigInt(time - epoch), bytes))
      }),
    )
  })

  it.each([0, -1, epoch, epoch - 1, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])(
    "counts %d as the beginning of time",
    (time) => {
      assert.strictEqual(timedId("x", time, new Uint8Array(12).fill(7)), naive(0n, new Uint8Array(12).fill(7)))
    },
  )
})
