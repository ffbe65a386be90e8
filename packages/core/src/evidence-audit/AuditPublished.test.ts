import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rootOf } from "../evidence/MerkleTree.js"
import { tileBytes } from "../evidence/TileFiles.js"
import { sha256 } from "../digest/Sha256.js"
import { audit, branching, memoryOf, origin } from "../testing/Audits.js"
import { checkpoints, keyOf, keys, start } from "../testing/EvidenceVectors.js"
import { signed } from "../testing/GrownLog.js"
import { altered, checkpointOf, filesOf, hashesOf, knownOf, leavesOf, withFiles } from "../testing/PublishedLog.js"
import type { PublishedAudit } from "./AuditPublished.js"
import { CompactRange } from "./CompactRange.js"
import type { Finding } from "./Finding.js"

const [small, large] = [leavesOf(300), leavesOf(600)]

describe("the audit of a published log", () => {
  it.effect("remembers the signed checkpoint, and the tree and the time of the full bundles", () =>
    Effect.gen(function* () {
      const { findings, verdict } = yield* audit(filesOf(small))
      assert.deepStrictEqual(findings, [])
      const { memory, ...others } = verdict
      assert.deepStrictEqual(others, { origin, size: 300, from: 0, witnesses: [], timestamps: 0 })
      assert.strictEqual(memory?.checkpoint, checkpointOf(small).note)
      assert.strictEqual(memory?.lastTime, start + 255_000)
      assert.deepStrictEqual(memory?.bundles?.subtrees(), [{ level: 8, hash: rootOf(hashesOf(small.slice(0, 256))) }])
    }),
  )

  it.effect("goes on behind the full bundles, and reads nothing of them again", () =>
    Effect.gen(function* () {
      const memory = yield* memoryOf(300)
      const files = withFiles(filesOf(large), { "tile/entries/000": null, "tile/0/000": null })
      const { findings, verdict } = yield* audit(files, { memory })
      assert.deepStrictEqual([findings, verdict.from], [[], 256])
      const ofAll = yield* memoryOf(600)
      assert.deepStrictEqual(verdict.memory, ofAll)
      assert.deepStrictEqual(verdict.memory?.bundles?.subtrees(), ofAll.bundles?.subtrees())
      // What is remembered is not what the next audit goes on with.
      assert.lengthOf(memory.bundles?.subtrees() ?? [], 1)
      const again = yield* audit(filesOf(small), { memory })
      assert.deepStrictEqual([again.findings, again.verdict.from, again.verdict.memory], [[], 256, memory])
    }),
  )

  it.effect("goes on with a log of full bundles alone", () =>
    Effect.gen(function* () {
      const memory = yield* memoryOf(256)
      const same = yield* audit(filesOf(leavesOf(256)), { memory })
      assert.deepStrictEqual([same.findings, same.verdict.from, same.verdict.memory], [[], 256, memory])
    }),
  )

  it.effect("reads all again from a memory of proofs alone, or for what another holds from before the memory", () =>
    Effect.gen(function* () {
      const memory = yield* memoryOf(600)
      const from = (more: Partial<PublishedAudit>) =>
        Effect.map(audit(filesOf(leavesOf(700)), { memory, ...more }), ({ findings, verdict }) => [
          findings.length,
          verdict.from,
        ])
      assert.deepStrictEqual(yield* from({ memory: { ...memory, bundles: null } }), [0, 0])
      assert.deepStrictEqual(yield* from({ memory: { ...memory, checkpoint: "nonsense" } }), [0, 0])
      assert.deepStrictEqual(yield* from({ known: [checkpointOf(leavesOf(511))] }), [0, 0])
      assert.deepStrictEqual(yield* from({ known: [checkpointOf(leavesOf(512))] }), [0, 512])
      assert.deepStrictEqual(yield* from({ known: [checkpointOf(leavesOf(650))] }), [0, 512])
      const first = yield* audit(filesOf(small), { known: [checkpointOf(leavesOf(8))] })
      assert.deepStrictEqual([first.findings, first.verdict.from], [[], 0])
    }),
  )

  it.effect("says how far it has read", () =>
    Effect.gen(function* () {
      const progress: Array<ReadonlyArray<number>> = []
      const onProgress = (...said: ReadonlyArray<number>) => Effect.sync(() => void progress.push(said))
      const { findings, verdict } = yield* audit(filesOf(leavesOf(4_100)), { onProgress })
      assert.deepStrictEqual([findings, verdict.size], [[], 4_100])
      assert.deepStrictEqual(progress, [
        [4_096, 4_100],
        [4_100, 4_100],
      ])
      const order: Array<string> = []
      yield* audit(withFiles(filesOf(small), { "tile/0/000": null }), {
        onProgress: (read) => Effect.sync(() => void order.push(`${read} entries`)),
        onFinding: ({ finding }) => Effect.sync(() => void order.push(finding)),
      })
      assert.deepStrictEqual(order, ["TreeAltered", "300 entries"])
    }),
  )

  it.effect("refuses another log than the one that is remembered", () =>
    Effect.gen(function* () {
      const memory = yield* memoryOf(8)
      const checkpoint = memory.checkpoint.replace(origin, "other.example")
      const refused = yield* Effect.flip(audit(filesOf(small), { memory: { ...memory, checkpoint } }))
      assert.strictEqual(refused.reason, `it is the log ${origin}, not other.example`)
    }),
  )
})

describe("a published log with another history", () => {
  const forked = (size: number, notes: ReadonlyArray<string>): Finding => ({
    finding: "Forked",
    severity: "tampered",
    to: size,
    message: `the log that is published does not begin with the tree of ${size} entries that it has signed`,
    notes,
  })

  it.effect("contradicts what is remembered of it, whether that is shown in full bundles or behind them", () =>
    Effect.gen(function* () {
      const memory = yield* memoryOf(300)
      for (const at of [10, 280]) {
        const other = branching(at, 600)
        const { findings, verdict } = yield* audit(filesOf(other), { memory })
        assert.deepStrictEqual(findings, [forked(300, [memory.checkpoint, checkpointOf(other).note])])
        assert.strictEqual(verdict.from, at === 10 ? 0 : 256)
        assert.isNull(verdict.memory)
      }
    }),
  )

  it.effect("contradicts the checkpoints of others, at every size", () =>
    Effect.gen(function* () {
      for (const size of [1, 255, 256, 257, 300]) {
        const other = checkpointOf(branching(size - 1, size))
        const { findings } = yield* audit(filesOf(small), { known: [other, checkpointOf(leavesOf(size))] })
        assert.deepStrictEqual(findings, [forked(size, [other.note, checkpointOf(small).note])])
      }
    }),
  )

  it.effect("is behind what was signed, when it is shorter", () =>
    Effect.gen(function* () {
      const memory = yield* memoryOf(600)
      const { findings, verdict } = yield* audit(filesOf(small), { memory, known: [checkpointOf(leavesOf(301))] })
      const setBack = (to: number): Finding => ({
        finding: "SetBack",
        severity: "tampered",
        from: 300,
        to,
        message: `${to} entries are signed, and 300 are published here: this copy lags, or the log was set back`,
      })
      assert.deepStrictEqual(findings, [setBack(301), setBack(600)])
      assert.deepStrictEqual([verdict.from, verdict.memory], [0, null])
      const alone = yield* audit(filesOf(small), { memory })
      assert.deepStrictEqual([alone.findings, alone.verdict.from], [[setBack(600)], 0])
    }),
  )
})

describe("published files that are not those that were signed", () => {
  it.effect("say nothing of what others hold", () =>
    Effect.gen(function* () {
      const files = filesOf(branching(299, 600), checkpointOf(large))
      const own: Finding = {
        finding: "TreeAltered",
        severity: "tampered",
        from: 0,
        to: 600,
        message: "the published entries are not those that were signed",
      }
      const first = yield* audit(files, { known: [checkpointOf(small)] })
      assert.deepStrictEqual(first.findings, [own])
      const memory = yield* memoryOf(300)
      const again = yield* audit(files, { memory })
      assert.deepStrictEqual([again.findings, again.verdict.from], [[own], 0])
    }),
  )

  it.effect("are named, tiles of the ends of levels included", () =>
    Effect.gen(function* () {
      const files = filesOf(large)
      const ranges = [
        ["tile/0/000", 0, 256],
        ["tile/0/001", 256, 512],
        ["tile/0/002.p/88", 512, 600],
        ["tile/1/000.p/2", 0, 512],
      ] as const
      for (const [path, from, to] of ranges) {
        const bytes = files.get(path) ?? assert.fail(path)
        const longer = Uint8Array.of(...bytes, 0)
        const other = bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))
        for (const change of [null, bytes.subarray(0, -32), bytes.subarray(0, -1), longer, other]) {
          const { findings, verdict } = yield* audit(withFiles(files, { [path]: change }))
          const message = `the file ${path} is missing, or its hashes are not those of the entries`
          assert.deepStrictEqual(findings, [{ finding: "TreeAltered", severity: "tampered", from, to, message }])
          assert.isNull(verdict.memory)
        }
      }
    }),
  )

  it.effect("are named behind what was audited before", () =>
    Effect.gen(function* () {
      const memory = yield* memoryOf(300)
      const { said, verdict } = yield* audit(withFiles(filesOf(large), { "tile/0/001": null }), { memory })
      assert.deepStrictEqual(said, [["TreeAltered", 256, 512]])
      assert.deepStrictEqual([verdict.from, verdict.memory], [256, null])
    }),
  )

  it.effect("are named at the ends of levels of a log of full bundles alone", () =>
    Effect.gen(function* () {
      const files = withFiles(filesOf(leavesOf(512)), { "tile/1/000.p/2": null })
      assert.deepStrictEqual((yield* audit(files)).said, [["TreeAltered", 0, 512]])
    }),
  )

  it.effect("are named at the second level, whose tiles are full after 65,536 entries", () =>
    Effect.gen(function* () {
      const before = Array.from({ length: 255 }, (_, at) => sha256(Uint8Array.of(at)))
      const bundles = new CompactRange()
      for (const hash of before) bundles.push(8, hash)
      const memory = { checkpoint: signed({ size: 65_280, root: bundles.root() }).note, bundles, lastTime: 0 }
      // The bundle of the last 256 entries, which begin with another than the log does.
      const last = leavesOf(256)
      const all = [...before, rootOf(hashesOf(last))]
      const { note } = signed({ size: 65_536, root: rootOf(all) })
      const files = withFiles(new Map(), {
        checkpoint: new TextEncoder().encode(note),
        "tile/entries/255": filesOf(last).get("tile/entries/000") ?? null,
        "tile/0/255": filesOf(last).get("tile/0/000") ?? null,
        "tile/1/000": tileBytes(all),
        "tile/2/000.p/1": rootOf(all),
      })
      const { findings, verdict } = yield* audit(files, { memory })
      assert.deepStrictEqual([findings, verdict.from], [[], 65_280])
      assert.deepStrictEqual(verdict.memory?.bundles?.subtrees(), [{ level: 16, hash: rootOf(all) }])
      for (const path of ["tile/1/000", "tile/2/000.p/1"]) {
        const { said } = yield* audit(withFiles(files, { [path]: null }), { memory })
        assert.deepStrictEqual(said, [["TreeAltered", 0, 65_536]], path)
      }
      const next = signed({ size: 65_792, root: rootOf([...all, rootOf(hashesOf(last))]) })
      const more = withFiles(files, {
        checkpoint: new TextEncoder().encode(next.note),
        "tile/entries/256": files.get("tile/entries/255") ?? null,
        "tile/0/256": files.get("tile/0/255") ?? null,
      })
      const remembered = verdict.memory ?? assert.fail("nothing is remembered")
      const later = yield* audit(more, { memory: { ...remembered, lastTime: 0 } })
      assert.deepStrictEqual(later.said, [["TreeAltered", 65_536, 65_792]])
    }),
  )

  it.effect("may be there as a full tile only, which begins with what is needed", () =>
    Effect.gen(function* () {
      const [files, longer] = [filesOf(small), filesOf(large)]
      const full = withFiles(files, {
        "tile/0/001.p/44": null,
        "tile/0/001": longer.get("tile/0/001") ?? null,
        "tile/entries/001.p/44": null,
        "tile/entries/001": longer.get("tile/entries/001") ?? null,
      })
      assert.deepStrictEqual((yield* audit(full)).findings, [])
    }),
  )
})

describe("published times", () => {
  const broken = (position: number, message: string): Finding => ({
    finding: "BundleBroken",
    severity: "tampered",
    position,
    message,
  })

  it.effect("never go back, and the first entry opens the log", () =>
    Effect.gen(function* () {
      const back = "its time is before that of the entry in front of it"
      const leaves = leavesOf(300)
        .map((leaf, at) => (at === 20 ? { ...leaf, time: start + 30_000 } : leaf))
        .map((leaf, at) => (at === 31 ? { ...leaf, time: start + 30_000 } : leaf))
      const { findings } = yield* audit(filesOf(leaves))
      const expected = [21, 22, 23, 24, 25, 26, 27, 28, 29].map((at) => broken(at, back))
      assert.deepStrictEqual(findings, expected)
      const unopened = yield* audit(filesOf(altered(leavesOf(20), 0, { kind: 1 })))
      assert.deepStrictEqual(unopened.findings, [broken(0, "the first entry does not open the log")])
    }),
  )

  it.effect("do not go back from one audit to the next", () =>
    Effect.gen(function* () {
      const memory = yield* memoryOf(256)
      const time = memory.lastTime - 1_000
      const { said, verdict } = yield* audit(filesOf(altered(leavesOf(257), 256, { time })), { memory })
      assert.deepStrictEqual([said, verdict.from], [[["BundleBroken", undefined, undefined]], 256])
    }),
  )
})

describe("witnesses of a published log", () => {
  it.effect("are listed when they have cosigned, and missed when they are too few", () =>
    Effect.gen(function* () {
      const files = filesOf(leavesOf(8), knownOf(checkpoints.witnessed8))
      const witnesses = [keyOf(keys.witness)]
      const { findings, verdict } = yield* audit(files, { witnesses, quorum: 1 })
      assert.deepStrictEqual([findings, verdict.witnesses], [[], [{ name: "witness.example/w1", time: 1796083205 }]])
      const alone = yield* audit(filesOf(leavesOf(8)), { witnesses, quorum: 1 })
      assert.deepStrictEqual(
        alone.findings.map(({ finding, severity, to }) => [finding, severity, to]),
        [["NotWitnessed", "suspicious", 8]],
      )
      assert.match(alone.findings[0]?.message ?? "", /witness/)
      assert.deepStrictEqual([alone.verdict.witnesses, alone.verdict.memory], [[], null])
    }),
  )
})
