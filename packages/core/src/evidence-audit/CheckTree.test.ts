import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { type Leaf, leafData, leafHash } from "../evidence/Entry.js"
import { rootOf } from "../evidence/MerkleTree.js"
import { type Anchor, TreeCheck } from "./CheckTree.js"
import { CompactRange } from "./CompactRange.js"
import type { Finding } from "./Finding.js"

const leafOf = (at: number, version = 0): Leaf => ({
  kind: 1,
  time: 1_796_083_200_000,
  commitment: (at * 16 + version).toString(16).padStart(64, "0"),
})

const hashOf = (leaf: Leaf) => leafHash(leafData(leaf))

const rootOfLeaves = (leaves: ReadonlyArray<Leaf>) => rootOf(leaves.map(hashOf))

/** A log: its entries, the sizes of its kept checkpoints, and one of each from which it begins to be walked. */
const logArbitrary = fc
  .record({
    size: fc.integer({ min: 1, max: 900 }),
    sizes: fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 12 }),
  })
  .map(({ size, sizes }) => ({
    size,
    leaves: Array.from({ length: size }, (_, at) => leafOf(at)),
    sizes: Array.from(new Set(sizes.filter((one) => one <= size))).sort((one, other) => one - other),
  }))

type Log = typeof logArbitrary extends fc.Arbitrary<infer A> ? A : never

/** What is stored: entries, hashes of full bundles, anchors. */
interface Stored {
  readonly leaves: ReadonlyArray<Leaf>
  readonly tiles: ReadonlyArray<Uint8Array>
  readonly anchors: ReadonlyArray<Anchor>
}

const storedOf = ({ leaves, size, sizes }: Log): Stored => ({
  leaves,
  tiles: Array.from({ length: Math.floor(size / 256) }, (_, n) => rootOfLeaves(leaves.slice(n * 256, (n + 1) * 256))),
  anchors: [
    ...sizes.map((one): Anchor => ({ size: one, root: rootOfLeaves(leaves.slice(0, one)), source: "kept" })),
    { size, root: rootOfLeaves(leaves), source: "head" },
  ],
})

const check = ({ anchors, leaves, tiles }: Stored, first = 0): ReadonlyArray<Finding> => {
  const before = new CompactRange()
  for (let n = 0; n < first; n++) before.push(8, tiles[n] ?? assert.fail("no tile"))
  const tree = new TreeCheck(first * 256, before)
  const findings: Array<Finding> = []
  for (let n = first; n * 256 < leaves.length; n++) {
    const entries = leaves.slice(n * 256, (n + 1) * 256)
    const due = anchors.filter(({ size }) => size > n * 256 && size <= n * 256 + entries.length)
    findings.push(...tree.add({ n, entries, isFull: entries.length === 256, tileHash: tiles[n] ?? null, anchors: due }))
  }
  return [...findings, ...tree.end()]
}

const covers =
  (at: number) =>
  ({ from = 0, to = 0 }: Finding) =>
    from <= at && at < to

const alteredAt = (leaves: ReadonlyArray<Leaf>, at: number) => leaves.with(at, leafOf(at, 1))

describe("the check of a stored tree", () => {
  it("finds nothing in what was not altered, from any bundle on", () => {
    fc.assert(
      fc.property(logArbitrary, fc.nat({ max: 3 }), (log, first) => {
        assert.deepStrictEqual(check(storedOf(log), Math.min(first, Math.floor(log.size / 256))), [])
      }),
      { numRuns: 60 },
    )
  })

  it("finds an altered entry, within its bundle where that is full", () => {
    fc.assert(
      fc.property(logArbitrary, fc.nat(), (log, seed) => {
        const at = seed % log.size
        const stored = storedOf(log)
        const found = check({ ...stored, leaves: alteredAt(log.leaves, at) })
        const isInFull = at < stored.tiles.length * 256
        assert.isTrue(found.some(covers(at)), JSON.stringify(found))
        assert.isTrue(found.every(({ finding }) => finding === "TreeAltered"))
        if (isInFull) assert.isTrue(found.every(({ from = 0, to = 0 }) => to - from <= 256))
      }),
      { numRuns: 100 },
    )
  })

  it("finds entries altered together with the hash above them, between the checkpoints around them", () => {
    fc.assert(
      fc.property(logArbitrary, fc.nat(), (log, seed) => {
        const at = seed % log.size
        const stored = storedOf(log)
        const altered = storedOf({ ...log, leaves: alteredAt(log.leaves, at) })
        const found = check({ ...altered, anchors: stored.anchors })
        const to = stored.anchors.find(({ size }) => size > at)?.size ?? log.size
        const from = stored.anchors.findLast(({ size }) => size <= at)?.size ?? 0
        assert.deepInclude(found[0], { finding: "TreeAltered", from, to })
      }),
      { numRuns: 100 },
    )
  })

  it("finds altered hashes, and altered checkpoints, and says that the entries are right", () => {
    fc.assert(
      fc.property(logArbitrary, fc.nat(), (log, seed) => {
        const stored = storedOf(log)
        const n = seed % Math.max(1, stored.tiles.length)
        if (stored.tiles.length > 0) {
          const found = check({ ...stored, tiles: stored.tiles.with(n, new Uint8Array(32)) })
          assert.deepInclude(found[0], { finding: "TreeAltered", from: n * 256, to: (n + 1) * 256 })
          assert.lengthOf(found, 1)
        }
        const [kept] = stored.anchors
        if (kept === undefined || kept.source !== "kept" || kept.size === log.size) return
        const found = check({ ...stored, anchors: stored.anchors.with(0, { ...kept, root: new Uint8Array(32) }) })
        assert.deepStrictEqual(
          found.map(({ finding, to }) => [finding, to]),
          [["CheckpointAltered", kept.size]],
        )
      }),
      { numRuns: 100 },
    )
  })

  it("finds that another log was shown by a checkpoint from elsewhere", () => {
    fc.assert(
      fc.property(logArbitrary, fc.nat(), (log, seed) => {
        const size = (seed % log.size) + 1
        const other = rootOfLeaves(alteredAt(log.leaves, seed % size).slice(0, size))
        const stored = storedOf(log)
        const known: Anchor = { size, root: other, source: "known" }
        const found = check({ ...stored, anchors: [...stored.anchors, known] })
        assert.deepStrictEqual(
          found.map(({ finding }) => finding),
          ["Forked"],
        )
      }),
      { numRuns: 60 },
    )
  })
})

describe("what is said of a stored tree", () => {
  const leaves = Array.from({ length: 600 }, (_, at) => leafOf(at))

  const kept = (size: number, root = rootOfLeaves(leaves.slice(0, size))): Anchor => ({ size, root, source: "kept" })

  const other = new Uint8Array(32)

  const head: Anchor = { size: 600, root: rootOfLeaves(leaves), source: "head" }

  const { tiles } = storedOf({ leaves, size: 600, sizes: [] })

  const said = (change: Partial<Stored>) => check({ leaves, tiles, anchors: [head], ...change })

  const altered = (from: number, to: number, message: string): Finding => ({
    finding: "TreeAltered",
    severity: "tampered",
    from,
    to,
    message,
  })

  const ofAnotherTree = (to: number): Finding => ({
    finding: "CheckpointAltered",
    severity: "tampered",
    to,
    message: `the checkpoint of ${to} entries is of another tree`,
  })

  const byEntries =
    "one of these entries was altered, put in or taken out; their stored hash is that of the entries that were signed"

  const byTile = "the stored hash of these entries was altered; the entries are those that were signed"

  const anotherRoot = (what: string) =>
    `the ${what} entries has another root: one of these entries was altered, put in or taken out`

  it("is whether the entries or their hash were altered, by the next tree head that is right", () => {
    const entries = alteredAt(leaves, 10)
    for (const anchors of [[head], [kept(100), kept(256), head], [kept(100), kept(300), head]]) {
      assert.deepStrictEqual(said({ leaves: entries, anchors }), [altered(0, 256, byEntries)])
      assert.deepStrictEqual(said({ tiles: tiles.with(0, other), anchors }), [altered(0, 256, byTile)])
    }
    const both = said({ leaves: alteredAt(entries, 300), anchors: [kept(512), head] })
    assert.deepStrictEqual(both, [altered(0, 256, byEntries), altered(256, 512, byEntries)])
  })

  it("is the same behind what was altered before", () => {
    const anchors = [kept(256), kept(512), head]
    const entriesFirst = said({ leaves: alteredAt(leaves, 10), tiles: tiles.with(1, other), anchors })
    assert.deepStrictEqual(entriesFirst, [altered(0, 256, byEntries), altered(256, 512, byTile)])
    const tileFirst = said({ leaves: alteredAt(leaves, 300), tiles: tiles.with(0, other), anchors })
    assert.deepStrictEqual(tileFirst, [altered(0, 256, byTile), altered(256, 512, byEntries)])
    const twice = said({ leaves: alteredAt(alteredAt(leaves, 10), 300), anchors: [kept(100, other), head] })
    assert.deepStrictEqual(twice, [altered(0, 256, byEntries), altered(256, 512, byEntries)])
  })

  it("is that both differ, where no tree head tells which is right", () => {
    const message = "the entries and the stored hash above them differ"
    const [first] = [said({ leaves: alteredAt(leaves, 10), tiles: tiles.with(0, other) })]
    assert.deepStrictEqual(first, [altered(0, 256, message)])
  })

  it("is between which tree heads entries were altered together with their hash", () => {
    const entries = alteredAt(leaves, 150)
    const rebuilt = { leaves: entries, tiles: storedOf({ leaves: entries, size: 600, sizes: [] }).tiles }
    const behind = said({ ...rebuilt, anchors: [kept(100), kept(300), head] })
    assert.deepStrictEqual(behind, [altered(100, 300, anotherRoot("checkpoint of 300"))])
    assert.deepStrictEqual(said(rebuilt), [altered(0, 600, anotherRoot("head of the log of 600"))])
    const last = said({ leaves: alteredAt(alteredAt(leaves, 10), 520), anchors: [kept(512), head] })
    assert.deepStrictEqual(last, [altered(0, 256, byEntries), altered(512, 600, anotherRoot("head of the log of 600"))])
  })

  it("is which checkpoints are of another tree, but for those within entries that were altered", () => {
    assert.deepStrictEqual(said({ anchors: [kept(100, other), kept(300, other), head] }), [
      ofAnotherTree(100),
      ofAnotherTree(300),
    ])
    const anchors = [100, 256, 257, 300, 511, 512, 520].map((size) => kept(size, other))
    const within = said({ leaves: alteredAt(leaves, 256), anchors: [...anchors, head] })
    assert.deepStrictEqual(within, [altered(256, 512, byEntries), ...[100, 256, 512, 520].map(ofAnotherTree)])
    const aboveThem = said({ tiles: tiles.with(1, other), anchors: [...anchors, head] })
    assert.deepStrictEqual(aboveThem, [
      altered(256, 512, byTile),
      ...[100, 256, 257, 300, 511, 512, 520].map(ofAnotherTree),
    ])
  })

  it("is that others were shown a different log", () => {
    const forked = said({ anchors: [{ size: 300, root: other, source: "known" }, head] })
    const message =
      "a checkpoint of 300 entries from elsewhere is signed, and this log's first 300 entries have another root: " +
      "the log was rewritten, or different logs were shown"
    assert.deepStrictEqual(forked, [{ finding: "Forked", severity: "tampered", to: 300, message }])
  })

  it("is nothing about roots from where entries and their hash are missing on", () => {
    const tree = new TreeCheck(0, new CompactRange())
    const add = (
      n: number,
      entries: ReadonlyArray<Leaf> | null,
      tileHash: Uint8Array | null,
      anchors: ReadonlyArray<Anchor>,
    ) => tree.add({ n, entries, isFull: n < 2, tileHash, anchors })
    assert.deepStrictEqual(add(0, null, tiles[0] ?? null, [kept(100), kept(256)]), [])
    assert.deepStrictEqual(add(1, null, null, [kept(512)]), [])
    assert.deepStrictEqual(add(2, leaves.slice(512), null, [kept(520), head]), [])
    assert.deepStrictEqual(tree.end(), [])
    assert.deepStrictEqual(
      [100, 256, 512, 600].map((size) => tree.isRight(size)),
      [false, true, false, false],
    )
  })

  it("is that a hash is missing, where the entries are there", () => {
    const message = "the stored hash of these entries is missing"
    assert.deepStrictEqual(said({ tiles: tiles.slice(0, 1) }), [altered(256, 512, message)])
  })
})
