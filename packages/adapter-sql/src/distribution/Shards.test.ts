import { assert, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as FastCheck from "effect/FastCheck"
import { type Shard, shardsByRange } from "./Shards.js"
import { hashOfText } from "./TextHash.js"

const [least, greatest] = [-(2 ** 31), 2 ** 31 - 1]

/** Shards that end at some hashes, and at the last one. */
const shardsTo = (ends: ReadonlyArray<number>): ReadonlyArray<Shard> =>
  [...ends, greatest].map((end, index) => ({
    id: String(index),
    node: String(index % 2),
    least: index === 0 ? least : (ends[index - 1] ?? 0) + 1,
    greatest: end,
  }))

const ends = FastCheck.uniqueArray(FastCheck.integer({ min: least, max: greatest - 1 }), { maxLength: 40 }).map((all) =>
  all.toSorted((left, right) => left - right),
)

it("each text is on the one shard whose range has its hash, in whatever order they are listed", () => {
  FastCheck.assert(
    FastCheck.property(ends, FastCheck.array(FastCheck.string()), (all, texts) => {
      const shardOf = shardsByRange(Arr.reverse(shardsTo(all)))
      for (const text of texts) {
        const shard = shardOf?.(text)
        assert.isTrue(shard !== undefined && shard.least <= hashOfText(text) && hashOfText(text) <= shard.greatest)
      }
    }),
  )
})

it("ranges that leave hashes out or have some twice are none", () => {
  assert.isNull(shardsByRange([]))
  FastCheck.assert(
    FastCheck.property(ends, FastCheck.nat(), FastCheck.constantFrom(-1, 1), (all, chosen, by) => {
      const shards = shardsTo(all)
      const changed = shards.map((shard, index) =>
        index === chosen % shards.length ? { ...shard, least: shard.least + by } : shard,
      )
      assert.isNull(shardsByRange(changed))
    }),
  )
})
