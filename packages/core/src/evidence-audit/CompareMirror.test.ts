import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Leaf } from "../evidence/Entry.js"
import type { StoredBundle } from "../ports/StoredEvidence.js"
import { altered, checkpointOf, filesOf, leavesOf, readFrom } from "../testing/PublishedLog.js"
import { storedWith } from "../testing/StoredLog.js"
import { compareWithMirror } from "./CompareMirror.js"

/** Rows of bundles, whose entries have their position as id unless they are erased. */
const rowsOf = (leaves: ReadonlyArray<Leaf>, erased: ReadonlyArray<number> = []): ReadonlyArray<StoredBundle> =>
  Array.from({ length: Math.ceil(leaves.length / 256) }, (_, n) => ({
    n,
    bundle: {
      n,
      firstReceived: 0,
      lastReceived: 0,
      entries: leaves.slice(n * 256, (n + 1) * 256).map((leaf, at) => {
        const position = n * 256 + at
        const isErased = erased.includes(position)
        return { ...leaf, id: isErased ? null : `cns_${position}`, opener: isErased ? null : "opener" }
      }),
    },
  }))

const compare = (stored: ReadonlyArray<StoredBundle>, published: ReadonlyArray<Leaf>) =>
  compareWithMirror(readFrom(filesOf(published)), { ...checkpointOf(published) }).pipe(
    Effect.provide(storedWith({ bundles: stored })),
  )

const differs = {
  finding: "TreeAltered",
  severity: "tampered",
  message: "the stored entry is not the one that is published",
}

describe("the comparison of stored entries with those that were published", () => {
  it.effect("finds nothing where they are the same, or more are stored", () =>
    Effect.gen(function* () {
      for (const size of [0, 1, 256, 300, 600]) {
        assert.deepStrictEqual(yield* compare(rowsOf(leavesOf(size + 7)), leavesOf(size)), [])
      }
    }),
  )

  it.effect("names each entry that differs, with the id of what it is of unless that was erased", () =>
    Effect.gen(function* () {
      const stored = altered(altered(altered(leavesOf(600), 3), 299, { kind: 8 }), 599, { time: 0 })
      const found = yield* compare(rowsOf(stored, [299]), leavesOf(600))
      assert.deepStrictEqual<ReadonlyArray<object>>(found, [
        { ...differs, position: 3, id: "cns_3" },
        { ...differs, position: 299 },
        { ...differs, position: 599, id: "cns_599" },
      ])
    }),
  )

  it.effect("finds entries far into a log", () =>
    Effect.gen(function* () {
      const found = yield* compare(rowsOf(altered(leavesOf(4_400), 4_200)), leavesOf(4_400))
      assert.deepStrictEqual<ReadonlyArray<object>>(found, [{ ...differs, position: 4_200, id: "cns_4200" }])
    }),
  )

  it.effect("leaves rows that are missing, damaged or short to others", () =>
    Effect.gen(function* () {
      const [first, second, third] = rowsOf(altered(leavesOf(600), 5))
      const [, , short] = rowsOf(leavesOf(520))
      if (first === undefined || second === undefined || third === undefined || short === undefined)
        return assert.fail()
      assert.deepStrictEqual(yield* compare([{ n: 0, bundle: null }, second, third], leavesOf(600)), [])
      assert.deepStrictEqual(yield* compare([second, short], leavesOf(600)), [])
    }),
  )

  it.effect("does not name every entry of a log that has another history", () =>
    Effect.gen(function* () {
      const size = 16 * 256 * 3 + 1
      const published = leavesOf(size)
      const found = yield* compare(rowsOf(published.map((leaf) => ({ ...leaf, kind: 8 as const }))), published)
      assert.lengthOf(found, 16 * 256 * 3)
    }),
  )

  it.effect("fails where the published entries are not what their checkpoint signs", () =>
    Effect.gen(function* () {
      for (const [size, at] of [
        [600, 3],
        [600, 599],
        [256, 0],
      ] as const) {
        const files = filesOf(altered(leavesOf(size), at))
        const compared = compareWithMirror(readFrom(files), checkpointOf(leavesOf(size))).pipe(
          Effect.provide(storedWith({ bundles: rowsOf(leavesOf(size)) })),
          Effect.flip,
        )
        assert.propertyVal(yield* compared, "reason", "its entries are not those that its checkpoint signs")
      }
    }),
  )
})
