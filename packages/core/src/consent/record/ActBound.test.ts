import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type ActBound, defaultReadBound, defaultSaveBound, hasRoom, readBound, saveBound, within } from "./ActBound.js"

const mib = 1024 * 1024

describe("the bounds of a subject", () => {
  it("are the configured number of acts and 1 MiB for saves, and ten times as much with an API key", () => {
    assert.deepStrictEqual(saveBound(7), { acts: 7, bytes: mib })
    assert.deepStrictEqual(readBound(7), { acts: 70, bytes: 10 * mib })
  })

  it("are those of 1,000 acts by default", () => {
    assert.deepStrictEqual(defaultSaveBound, { acts: 1_000, bytes: mib })
    assert.deepStrictEqual(defaultReadBound, { acts: 10_000, bytes: 10 * mib })
  })
})

const bound: ActBound = { acts: 3, bytes: 100 }

describe("room for an act", () => {
  it.each([
    ["the last act and the last byte", { acts: 2, bytes: 60 }, 40, true],
    ["a first act that takes all bytes", { acts: 0, bytes: 0 }, 100, true],
    ["one act more", { acts: 3, bytes: 0 }, 1, false],
    ["one byte more", { acts: 0, bytes: 60 }, 41, false],
    ["nothing at all, once the acts are used up", { acts: 4, bytes: 0 }, 0, false],
  ])("for %s", (_, held, bytes, expected) => {
    assert.strictEqual(hasRoom(bound, held, bytes), expected)
  })
})

const sum = (sizes: ReadonlyArray<number>): number => sizes.reduce((total, size) => total + size, 0)

const anyBound: FastCheck.Arbitrary<ActBound> = FastCheck.record({ acts: FastCheck.nat(6), bytes: FastCheck.nat(60) })
const anySizes = FastCheck.array(FastCheck.nat(20), { maxLength: 8 })

describe("the records within a bound", () => {
  it("take the last act and the last byte, and nothing after the first one that does not fit", () => {
    const kept = (...sizes: ReadonlyArray<number>) => within(bound, sizes, (size) => size)
    assert.deepStrictEqual(kept(60, 40), { kept: [60, 40], bytes: 100 })
    assert.deepStrictEqual(kept(1, 2, 3, 4), { kept: [1, 2, 3], bytes: 6 })
    assert.deepStrictEqual(kept(60, 41, 1), { kept: [60], bytes: 60 })
  })

  it.prop(
    "are the most of a list's first ones that keep to the acts and the bytes",
    [anyBound, anySizes],
    ([max, sizes]) => {
      const fits = (count: number): boolean => count <= max.acts && sum(sizes.slice(0, count)) <= max.bytes
      const most = sizes.reduce((best, _, at) => (fits(at + 1) ? at + 1 : best), 0)
      assert.deepStrictEqual(
        within(max, sizes, (size) => size),
        { kept: sizes.slice(0, most), bytes: sum(sizes.slice(0, most)) },
      )
    },
  )

  it.prop("are as many as a subject could have recorded one by one", [anyBound, anySizes], ([max, sizes]) => {
    const refused = sizes.findIndex((size, at) => !hasRoom(max, { acts: at, bytes: sum(sizes.slice(0, at)) }, size))
    const { kept } = within(max, sizes, (size) => size)
    assert.lengthOf(kept, refused === -1 ? sizes.length : refused)
  })
})
