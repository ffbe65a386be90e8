import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Leaf } from "../evidence/Entry.js"
import { logPaths, namesBetween, tileNamePath } from "../evidence/LogFiles.js"
import { bundleBytes } from "../evidence/TileFiles.js"
import { checkpoints, fromHex, keyOf, keys, roots, verifyEd25519 } from "../testing/EvidenceVectors.js"
import { readMirrorCheckpoint, readMirrorLeaves, type ReadLogFile } from "./Mirror.js"

type Files = ReadonlyMap<string, Uint8Array>

const readerOf =
  (files: Files, asked: Array<string> = []): ReadLogFile =>
  (path) =>
    Effect.sync(() => {
      asked.push(path)
      return Option.fromNullable(files.get(path))
    })

const leafOf = (at: number): Leaf => ({ kind: 4, time: 1_796_083_200_000, commitment: `${at}`.padStart(64, "0") })

const leaves = Array.from({ length: 1_000 }, (_, at) => leafOf(at))

/** The bundles of a published log. */
const bundlesOf = (size: number): Map<string, Uint8Array> =>
  new Map(
    namesBetween(0, size)
      .filter(({ level }) => level === "entries")
      .map((name) => [tileNamePath(name), bundleBytes(leaves.slice(256 * name.n, 256 * name.n + name.width))]),
  )

const leavesIn = (files: Files, from: number, to: number, size: number, asked?: Array<string>) =>
  Either.mapLeft(
    Effect.runSync(Effect.either(readMirrorLeaves(readerOf(files, asked), from, to, size))),
    ({ reason }) => reason,
  )

describe("the leaves of a published log", () => {
  it("are those between two positions, from the bundles that have them", () => {
    const files = bundlesOf(700)
    for (const [from, to, paths] of [
      [0, 1, ["tile/entries/000"]],
      [0, 256, ["tile/entries/000"]],
      [255, 257, ["tile/entries/000", "tile/entries/001"]],
      [256, 512, ["tile/entries/001"]],
      [300, 400, ["tile/entries/001"]],
      [300, 700, ["tile/entries/001", "tile/entries/002.p/188"]],
    ] as const) {
      const asked: Array<string> = []
      assert.deepStrictEqual(leavesIn(files, from, to, 700, asked), Either.right(leaves.slice(from, to)))
      assert.deepStrictEqual(asked, [...paths])
    }
  })

  it("are read from the full bundle where it has replaced the one that was published with the checkpoint", () => {
    const files = bundlesOf(512)
    assert.deepStrictEqual(leavesIn(files, 300, 400, 400), Either.right(leaves.slice(300, 400)))
  })

  it("are not read from a bundle that is not there, too short, or none", () => {
    const path = "tile/entries/001.p/144"
    const without = bundlesOf(400)
    without.delete(path)
    assert.deepStrictEqual(leavesIn(without, 0, 400, 400), Either.left(`there is no file ${path}`))
    for (const bytes of [bundleBytes(leaves.slice(256, 399)), new Uint8Array(7)]) {
      assert.deepStrictEqual(
        leavesIn(bundlesOf(400).set(path, bytes), 0, 400, 400),
        Either.left(`its file ${path} is not what it should be`),
      )
    }
  })
})

describe("the checkpoint of a published log", () => {
  const read = (text: string | null, key: string = keys.log) => {
    const files = new Map(text === null ? [] : [[logPaths.checkpoint, new TextEncoder().encode(text)]])
    return Effect.runPromise(Effect.either(readMirrorCheckpoint(readerOf(files), [keyOf(key)], verifyEd25519)))
  }

  it("is what it says, as published, when a trusted key has signed it", async () => {
    assert.deepStrictEqual(
      await read(checkpoints.witnessed8),
      Either.right({
        origin: "evidence.example/shop",
        size: 8,
        root: fromHex(roots[8] ?? ""),
        note: checkpoints.witnessed8,
      }),
    )
  })

  it("is none that is missing, no checkpoint, or signed by another key", async () => {
    const problem = async (...asked: Parameters<typeof read>) =>
      Either.match(await read(...asked), { onLeft: ({ reason }) => reason, onRight: () => "read" })
    assert.strictEqual(await problem(null), "there is no file checkpoint")
    assert.strictEqual(await problem("?"), "its file checkpoint is none")
    assert.match(await problem(checkpoints.signed8, keys.next), /^its checkpoint is not to be trusted: .+/)
    const altered = checkpoints.signed8.replace("\n8\n", "\n9\n")
    assert.match(await problem(altered), /^its checkpoint is not to be trusted: .+/)
  })
})
