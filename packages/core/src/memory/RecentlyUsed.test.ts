import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { recentlyUsed } from "./RecentlyUsed.js"

describe("recentlyUsed", () => {
  it("makes a value once, and again after it gave way", () => {
    const made: Array<string> = []
    const recent = recentlyUsed<string>(2)
    const ask = (key: string) =>
      recent(key, () => {
        made.push(key)
        return key.toUpperCase()
      })
    assert.deepStrictEqual(["a", "b", "a", "c", "a", "b"].map(ask), ["A", "B", "A", "C", "A", "B"])
    assert.deepStrictEqual(made, ["a", "b", "c", "b"])
  })

  it("keeps a value that is undefined", () => {
    let made = 0
    const recent = recentlyUsed<undefined>(1)
    const make = () => {
      made += 1
      return undefined
    }
    recent("a", make)
    recent("a", make)
    assert.strictEqual(made, 1)
  })

  it("keeps nothing of a key that is too long, whatever is kept of others", () => {
    const text = FastCheck.string({ maxLength: 6 })
    FastCheck.assert(
      FastCheck.property(FastCheck.array(text), FastCheck.nat(4), (keys, longestKey) => {
        const recent = recentlyUsed<number>(keys.length + 1, longestKey)
        for (const [i, key] of keys.entries()) {
          const isFirst = keys.indexOf(key) === i
          assert.strictEqual(recent(key, () => i) === i, isFirst || key.length > longestKey)
        }
      }),
    )
  })

  it("for any asking: a value is made anew exactly when as many others were used since", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 1, max: 4 }), FastCheck.array(FastCheck.nat(6)), (limit, keys) => {
        const recent = recentlyUsed<number>(limit)
        for (const [i, key] of keys.entries()) {
          const last = keys.lastIndexOf(key, i - 1)
          const known = i > 0 && last >= 0 && new Set(keys.slice(last + 1, i)).size < limit
          const value = recent(String(key), () => i)
          assert.strictEqual(value === i, !known)
        }
      }),
      { numRuns: 500 },
    )
  })
})
