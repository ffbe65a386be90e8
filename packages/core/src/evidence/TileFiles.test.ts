import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { entryKinds, type Leaf, leafData, readLeafData } from "./Entry.js"
import { namesBetween, tileNamePath, widthIn } from "./LogFiles.js"
import { bundleBytes, bundlePath, readBundleBytes, readTilePath, tilePath } from "./TileFiles.js"

describe("paths", () => {
  it("have numbers in groups of three digits", () => {
    assert.deepStrictEqual(
      [0, 7, 999, 1_000, 1_234_067, 2 ** 40].map((n) => tilePath(0, n, 256)),
      [
        "tile/0/000",
        "tile/0/007",
        "tile/0/999",
        "tile/0/x001/000",
        "tile/0/x001/x234/067",
        "tile/0/x001/x099/x511/x627/776",
      ],
    )
  })

  it("say how much of a tile there is when it is not full", () => {
    assert.strictEqual(tilePath(2, 0, 8), "tile/2/000.p/8")
    assert.strictEqual(bundlePath(12, 255), "tile/entries/012.p/255")
    assert.strictEqual(bundlePath(12, 256), "tile/entries/012")
  })
  it("are read as they are written, and nothing else is", () => {
    const number = FastCheck.oneof(FastCheck.nat(1_100), FastCheck.maxSafeNat())
    FastCheck.assert(
      FastCheck.property(FastCheck.nat(63), number, FastCheck.integer({ min: 1, max: 256 }), (level, n, width) => {
        assert.deepStrictEqual(readTilePath(tilePath(level, n, width)), { level, n, width })
        assert.deepStrictEqual(readTilePath(bundlePath(n, width)), { level: "entries", n, width })
      }),
    )
    const others = ["", "tile", "tile/0", "tile/0/0", "tile/00/000", "tile/0/x000/000", "tile/0/1000", "tile/x/000"]
    const partial = [
      "tile/0/000.p/0",
      "tile/0/000.p/256",
      "tile/0/000.p/257",
      "tile/0/000.p/01",
      "tile/0/000.p",
      "tile/0/000.p/",
      "/tile/0/000",
    ]
    for (const path of [...others, ...partial, "tile/0/000/", "tile/0/x999/x999/x999/x999/x999/999"]) {
      assert.isNull(readTilePath(path), path)
    }
  })
})

const leaf: FastCheck.Arbitrary<Leaf> = FastCheck.record({
  kind: FastCheck.constantFrom(...entryKinds.map(({ kind }) => kind)),
  time: FastCheck.maxSafeNat(),
  commitment: FastCheck.stringMatching(/^[0-9a-f]{64}$/),
})

describe("bundles", () => {
  it("are read as they are written", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(leaf, { maxLength: 256 }), (leaves) => {
        assert.deepStrictEqual(readBundleBytes(bundleBytes(leaves)), leaves)
      }),
    )
  })

  it("are not read from anything else", () => {
    const [one] = FastCheck.sample(leaf, { numRuns: 1, seed: 1 })
    const bytes = bundleBytes(one === undefined ? [] : [one])
    assert.isNotNull(readBundleBytes(bytes))
    assert.isNull(readBundleBytes(bytes.subarray(1)))
    // The length of a leaf, its version, its kind, and a time that no clock has.
    for (const [at, byte] of [
      [0, 1],
      [1, 41],
      [2, 2],
      [3, 99],
      [4, 0xff],
    ] as const) {
      assert.isNull(readBundleBytes(bytes.map((each, index) => (index === at ? byte : each))), `byte ${at}`)
    }
    const many = (count: number) => bundleBytes(Array.from({ length: count }, () => one ?? assert.fail()))
    assert.strictEqual(readBundleBytes(many(256))?.length, 256)
    assert.isNull(readBundleBytes(many(257)))
    for (const length of [1, 2, 43])
      assert.isNull(readBundleBytes(Uint8Array.of(...bytes, ...bytes.subarray(0, length))))
    assert.isNull(readLeafData(leafData(one ?? assert.fail()).subarray(1)))
    assert.isNull(readLeafData(Uint8Array.of(...leafData(one ?? assert.fail()), 0)))
  })
})

describe("the files of a tree", () => {
  const size = FastCheck.oneof(FastCheck.nat(2_000), FastCheck.nat(300_000))

  it("are those that an older tree has not, in steps of any sizes", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(size, { minLength: 1, maxLength: 5 }), (sizes) => {
        const steps = sizes.toSorted((one, other) => one - other)
        const last = steps.at(-1) ?? 0
        // Published in steps, each tile is there as wide as it is in the end.
        const widths = new Map<string, number>()
        for (const [at, to] of steps.entries())
          for (const name of namesBetween(steps[at - 1] ?? 0, to)) {
            widths.set(`${name.level}/${name.n}`, name.width)
            assert.strictEqual(widthIn(to, name), name.width)
          }
        assert.deepStrictEqual(
          new Set(Array.from(widths)),
          new Set(namesBetween(0, last).map(({ level, n, width }) => [`${level}/${n}`, width] as const)),
        )
        assert.deepStrictEqual(namesBetween(last, last), [])
      }),
      { numRuns: 50 },
    )
  })

  it("are as wide as the tree has them", () => {
    const widths = [0, 1, 2].map((n) => widthIn(300, { level: "entries", n }))
    assert.deepStrictEqual(widths, [256, 44, 0])
    assert.deepStrictEqual(
      [0, 1].map((n) => widthIn(257 * 256, { level: 1, n })),
      [256, 1],
    )
    assert.deepStrictEqual(namesBetween(255, 256).map(tileNamePath), [
      "tile/entries/000",
      "tile/0/000",
      "tile/1/000.p/1",
    ])
    assert.deepStrictEqual(namesBetween(256, 512).map(tileNamePath), [
      "tile/entries/001",
      "tile/0/001",
      "tile/1/000.p/2",
    ])
  })

  it("have each level that the tree has", () => {
    assert.deepStrictEqual(namesBetween(0, 0), [])
    assert.deepStrictEqual(namesBetween(0, 1).map(tileNamePath), ["tile/entries/000.p/1", "tile/0/000.p/1"])
    const levels = new Set(namesBetween(0, 65_536).map(({ level }) => level))
    assert.deepStrictEqual(levels, new Set<number | "entries">(["entries", 0, 1, 2]))
    assert.strictEqual(namesBetween(0, 65_536).map(tileNamePath).at(-1), "tile/2/000.p/1")
  })
})
