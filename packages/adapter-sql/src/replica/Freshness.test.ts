import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type Freshness, isWithin, observed, unknownFreshness } from "./Freshness.js"

const at = (bytes: number, timeline = 1) => ({ timeline, bytes: BigInt(bytes) })

describe("the freshness of a replica", () => {
  it("is unknown at first", () => {
    assert.isFalse(isWithin(unknownFreshness, 0, 1_000_000))
  })

  it("is that of the mark it has reached", () => {
    const fresh = observed(unknownFreshness, { at: 100, written: at(10) }, at(10))
    assert.isTrue(isWithin(fresh, 600, 500))
    assert.isFalse(isWithin(fresh, 601, 500))
  })

  it("grows with earlier marks while the primary is always ahead", () => {
    const behind = observed(unknownFreshness, { at: 100, written: at(10) }, at(9))
    assert.isFalse(isWithin(behind, 100, 1_000))
    const later = observed(behind, { at: 200, written: at(20) }, at(15))
    assert.strictEqual(later.completeTo, 100)
  })

  it("is unknown once the server is no replica, and of another timeline", () => {
    const fresh = observed(unknownFreshness, { at: 100, written: at(10) }, at(10))
    assert.deepStrictEqual(observed(fresh, { at: 200, written: at(20) }, null), unknownFreshness)
    assert.deepStrictEqual(observed(fresh, null, at(20)), unknownFreshness)
    const other = observed(unknownFreshness, { at: 100, written: at(10, 2) }, at(99, 1))
    assert.isFalse(isWithin(other, 100, 1_000))
  })

  it("never claims more than the replica had, whatever the order of writes, replays and looks", () => {
    const steps = FastCheck.array(
      FastCheck.oneof(
        FastCheck.record({ _tag: FastCheck.constant("write" as const), bytes: FastCheck.nat(5) }),
        FastCheck.record({ _tag: FastCheck.constant("replay" as const), bytes: FastCheck.nat(8) }),
        FastCheck.record({ _tag: FastCheck.constant("look" as const), between: FastCheck.nat(5) }),
      ),
      { maxLength: 80 },
    )
    FastCheck.assert(
      FastCheck.property(steps, (all) => {
        let [now, written, replayed] = [0, 0, 0]
        const history: Array<readonly [at: number, written: number]> = [[0, 0]]
        let freshness: Freshness = unknownFreshness
        for (const step of all) {
          now += 1
          if (step._tag === "write") history.push([now, (written += step.bytes)])
          if (step._tag === "replay") replayed = Math.min(written, replayed + step.bytes)
          if (step._tag !== "look") continue
          const mark = { at: now, written: at(written) }
          // The primary goes on writing, and the replica replaying, while it is asked.
          history.push([(now += 1), (written += step.between)])
          replayed = Math.min(written, replayed + step.between)
          freshness = observed(freshness, mark, at(replayed))
          const { completeTo } = freshness
          if (completeTo === null) continue
          const needed = history.findLast(([time]) => time <= completeTo)?.[1] ?? 0
          assert.isAtLeast(replayed, needed)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
