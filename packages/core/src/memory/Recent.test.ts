import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { recent } from "./Recent.js"

/** Uses of keys; each key has one weight. */
const uses = FastCheck.array(FastCheck.nat(12), { maxLength: 80 })
const weightOf = (key: string): number => 1 + (Number(key) % 3)

describe("a bounded memory", () => {
  it("makes a value once while it is cached", () => {
    const made: Array<string> = []
    const memory = recent<string>({ bound: 4 })
    const ask = (key: string) =>
      memory.findOrMake(key, () => {
        made.push(key)
        return key.toUpperCase()
      })
    assert.deepStrictEqual(["a", "b", "a", "c", "a"].map(ask), ["A", "B", "A", "C", "A"])
    assert.deepStrictEqual(made, ["a", "b", "c"])
  })

  it("keeps null", () => {
    const memory = recent<null>({ bound: 2 })
    memory.keep("a", null)
    assert.isNull(memory.find("a"))
    assert.isUndefined(memory.find("b"))
  })

  it("keeps one value when its bound is 1", () => {
    const memory = recent<number>({ bound: 1 })
    memory.keep("a", 1)
    assert.strictEqual(memory.find("a"), 1)
    memory.keep("b", 2)
    assert.deepStrictEqual([memory.find("a"), memory.find("b")], [undefined, 2])
  })

  it("drops the value that a heavier one replaces, even one too heavy to keep", () => {
    const memory = recent<string>({ bound: 4, weigh: (_, text) => text.length })
    memory.keep("a", "x")
    memory.keep("b", "yy")
    memory.keep("a", "much too long")
    assert.isUndefined(memory.find("a"))
    assert.strictEqual(memory.find("b"), "yy")
  })

  it("stores nothing under a key that is too long", () => {
    const memory = recent<number>({ bound: 8, longestKey: 3 })
    memory.keep("four", 4)
    memory.keep("one", 1)
    assert.deepStrictEqual([memory.find("four"), memory.find("one")], [undefined, 1])
  })

  it("has room for values up to its bound, and no older ones", () => {
    const isKept = (names: string, key: string): boolean => {
      const memory = recent<string>({ bound: 4 })
      for (const name of names) memory.keep(name, name)
      return memory.find(key) !== undefined
    }
    assert.deepStrictEqual(
      [..."abcd"].filter((key) => isKept("abcd", key)),
      [..."abcd"],
    )
    assert.deepStrictEqual(
      [..."abcde"].filter((key) => isKept("abcde", key)),
      [..."cde"],
    )
  })

  it("keeps the others when one value is stored again and again", () => {
    const memory = recent<number>({ bound: 4 })
    memory.keep("a", 0)
    for (let round = 0; round < 20; round += 1) memory.keep("b", round)
    assert.deepStrictEqual([memory.find("a"), memory.find("b")], [0, 19])
  })

  it("returns the latest value of a key, or none", () => {
    FastCheck.assert(
      FastCheck.property(uses, FastCheck.integer({ min: 1, max: 9 }), (keys, bound) => {
        const memory = recent<number>({ bound, weigh: (key) => weightOf(key) })
        const last = new Map<string, number>()
        for (const [at, key] of keys.map(String).entries()) {
          memory.keep(key, at)
          last.set(key, at)
          for (const [other, value] of last) assert.include([value, undefined], memory.find(other))
        }
      }),
    )
  })

  it("never holds more than its bound", () => {
    // A lookup may move an entry, so each key is looked up in a separate cache, after the same uses.
    const isKept = (keys: ReadonlyArray<string>, bound: number, key: string): boolean => {
      const memory = recent<string>({ bound, weigh: weightOf })
      for (const used of keys) memory.findOrMake(used, () => used)
      return memory.find(key) !== undefined
    }
    FastCheck.assert(
      FastCheck.property(uses, FastCheck.integer({ min: 1, max: 12 }), (keys, bound) => {
        const names = keys.map(String)
        const kept = [...new Set(names)].filter((key) => isKept(names, bound, key))
        assert.isAtMost(
          kept.reduce((sum, key) => sum + weightOf(key), 0),
          bound,
        )
      }),
      { numRuns: 300 },
    )
  })

  it("keeps a value until others of half its bound were used after it", () => {
    FastCheck.assert(
      FastCheck.property(uses, FastCheck.integer({ min: 2, max: 20 }), (keys, bound) => {
        const memory = recent<string>({ bound, weigh: weightOf })
        const names = keys.map(String)
        for (const [at, key] of names.entries()) {
          const before = names.lastIndexOf(key, at - 1)
          const others = at === 0 || before < 0 ? [] : [...new Set(names.slice(before + 1, at))]
          const used = others.reduce((sum, other) => sum + weightOf(other), 0)
          let made = false
          memory.findOrMake(key, () => {
            made = true
            return key
          })
          const isKept = at > 0 && before >= 0 && weightOf(key) <= bound / 2 && used + weightOf(key) <= bound / 2
          if (isKept) assert.isFalse(made, `${key} after ${others.join(" ")}`)
        }
      }),
      { numRuns: 500 },
    )
  })
})
