import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { writeCheckpoint } from "../evidence/Checkpoint.js"
import { sha256 } from "../digest/Sha256.js"
import { writeNote } from "../evidence/SignedNote.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { start, verifyEd25519 } from "../testing/EvidenceVectors.js"
import { makeAnchors } from "./Anchors.js"
import { SignatureCheck } from "./CheckSignatures.js"

const origin = "log.example"

const rootAt = (size: number) => sha256(Uint8Array.of(size % 256, Math.floor(size / 256)))

const kept = (size: number): KeptCheckpoint => {
  const signature = new Uint8Array(64)
  const text = writeCheckpoint({ origin, size, root: rootAt(size) })
  return { size, note: writeNote({ text, signatures: [{ name: origin, keyId: "00000000", signature }] }), signedAt: 0 }
}

const state = (size: number) => ({
  origin,
  openedAt: start,
  head: { size, root: rootAt(size), lastTime: start },
  counted: size,
  queued: 0,
  oldestQueued: null,
})

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Checkpoints, and the sizes that they were asked for from. */
const reading = (checkpoints: ReadonlyArray<KeptCheckpoint>, asked: Array<number> = []) =>
  Layer.mock(EvidenceReader, {
    tenant: null,
    checkpoints: (least, limit) =>
      Effect.sync(() => {
        asked.push(least)
        return checkpoints.filter(({ size }) => size >= least).slice(0, limit)
      }),
  })

const anchorsOf = (size: number, first = 0, known: ReadonlyArray<number> = []) =>
  makeAnchors(
    new SignatureCheck(origin, [], verifyEd25519),
    state(size),
    first,
    known.map((one) => ({ origin, size: one, root: rootAt(one) })),
  )

describe("the tree heads that a log must have", () => {
  it.effect("are those of kept checkpoints, of the log itself and of what others hold, by size and each once", () =>
    Effect.gen(function* () {
      const anchors = anchorsOf(20, 0, [12, 3, 25])
      const upTo = (size: number) =>
        Effect.map(anchors.upTo(size), ({ anchors: due, findings }) => {
          assert.deepStrictEqual(findings, [])
          for (const anchor of due) assert.deepStrictEqual(anchor.root, rootAt(anchor.size))
          return due.map((anchor) => [anchor.size, anchor.source])
        })
      assert.deepStrictEqual(yield* upTo(2), [])
      assert.deepStrictEqual(yield* upTo(12), [
        [3, "known"],
        [5, "kept"],
        [12, "known"],
      ])
      assert.deepStrictEqual(yield* upTo(20), [
        [15, "kept"],
        [20, "head"],
        [20, "kept"],
      ])
      assert.deepStrictEqual(yield* upTo(20), [])
      // Checkpoints above the head were signed since it was read.
      assert.deepStrictEqual(yield* upTo(30), [[25, "known"]])
      assert.strictEqual(anchors.count(), 3)
    }).pipe(Effect.provide(reading([5, 15, 20, 21].map(kept)))),
  )

  it.effect("are those behind the first entry that is walked", () =>
    Effect.gen(function* () {
      const anchors = anchorsOf(20, 10, [9, 10, 11])
      const { anchors: due } = yield* anchors.upTo(20)
      assert.deepStrictEqual(
        due.map(({ size, source }) => [size, source]),
        [
          [11, "known"],
          [11, "kept"],
          [20, "head"],
        ],
      )
      assert.strictEqual(anchors.count(), 1)
    }).pipe(Effect.provide(reading([9, 10, 11].map(kept)))),
  )

  it.effect("are read as far as the walk has come, some hundreds at a time", () =>
    Effect.gen(function* () {
      const asked: Array<number> = []
      const anchors = anchorsOf(1_100)
      const upTo = (size: number) =>
        Effect.map(Effect.provide(anchors.upTo(size), reading(from(1, 1_000).map(kept), asked)), (due) =>
          due.anchors.map((anchor) => anchor.size),
        )
      assert.deepStrictEqual(yield* upTo(256), from(1, 256))
      assert.deepStrictEqual(yield* upTo(500), from(257, 500))
      assert.deepStrictEqual(asked, [1])
      assert.deepStrictEqual(yield* upTo(501), [501])
      assert.deepStrictEqual(asked, [1, 501])
      assert.deepStrictEqual(yield* upTo(1_100), [...from(502, 1_000), 1_100])
      assert.deepStrictEqual(yield* upTo(1_200), [])
      assert.deepStrictEqual(asked, [1, 501, 1_001])
      assert.strictEqual(anchors.count(), 1_000)
    }),
  )

  it.effect("are not those of checkpoints that cannot be read, which are found", () =>
    Effect.gen(function* () {
      const anchors = anchorsOf(20)
      const { anchors: due, findings } = yield* anchors.upTo(20)
      assert.deepStrictEqual(
        due.map(({ source }) => source),
        ["kept", "head"],
      )
      assert.deepStrictEqual(
        findings.map(({ finding, to }) => [finding, to]),
        [["CheckpointAltered", 7]],
      )
      assert.strictEqual(anchors.count(), 2)
    }).pipe(Effect.provide(reading([kept(5), { ...kept(7), note: "nonsense" }]))),
  )
})
