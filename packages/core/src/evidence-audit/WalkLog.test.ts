import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sha256 } from "../digest/Sha256.js"
import { rootOf, rootOfSubtrees } from "../evidence/MerkleTree.js"
import type { LoggedEntry } from "../evidence/Tiles.js"
import { start } from "../testing/EvidenceVectors.js"
import { signed } from "../testing/GrownLog.js"
import { shopEntries, shopLog } from "../testing/ShopLog.js"
import { bundlesOf, hashesOf, nothingStored, tilesOf, treeOf } from "../testing/StoredLog.js"
import { verifying } from "../testing/Verifying.js"
import type { Finding } from "./Finding.js"

const entries = shopEntries(600)

const log = shopLog(600, entries)

const foundIn = (change: Partial<typeof log>, verifiedSize = 0) =>
  Effect.map(verifying({ ...log, ...change }, { verifiedSize }), ({ findings }) => findings)

const broken = (from: number, to: number, message: string): Finding => ({
  finding: "BundleBroken",
  severity: "tampered",
  from,
  to,
  message,
})

/** The rows with another one for a bundle. */
const withBundle = (n: number, of: ReadonlyArray<LoggedEntry>) =>
  log.bundles.map((row) => (row.n === n && row.bundle !== null ? { n, bundle: { ...row.bundle, entries: of } } : row))

describe("the rows of a log", () => {
  it.effect("are there, can be read, and have as many entries as they must", () =>
    Effect.gen(function* () {
      const bundlesOnly = (findings: ReadonlyArray<Finding>) =>
        findings.filter(({ finding }) => finding !== "Unlogged" && finding !== "CheckpointMissing")
      const without = yield* foundIn({ bundles: log.bundles.filter(({ n }) => n !== 1) })
      assert.deepStrictEqual(bundlesOnly(without), [broken(256, 512, "the row of these entries is missing")])
      const unreadable = yield* foundIn({ bundles: log.bundles.with(2, { n: 2, bundle: null }) })
      assert.deepStrictEqual(bundlesOnly(unreadable), [broken(512, 600, "the row of these entries cannot be read")])
      const short = yield* foundIn({ bundles: withBundle(2, entries.slice(512, 599)) })
      assert.deepStrictEqual(short.slice(0, 1), [broken(512, 600, "the row has 87 entries instead of 88")])
      const long = yield* foundIn({ bundles: withBundle(1, entries.slice(256, 513)) })
      assert.deepStrictEqual(long.slice(0, 1), [broken(256, 512, "the row has 257 entries instead of 256")])
    }),
  )

  it.effect("are missed where the walk begins, and the walk goes on", () =>
    Effect.gen(function* () {
      const [first, , last] = log.bundles
      const rows = [first, last].flatMap((row) => row ?? [])
      for (const bundles of [rows, log.bundles.with(1, { n: 1, bundle: null }), withBundle(1, [])]) {
        const findings = yield* foundIn({ bundles }, 300)
        assert.deepInclude(findings[0], { finding: "BundleBroken", from: 256, to: 512 })
      }
      let said = 0
      const onProgress = () => Effect.sync(() => void said++)
      const { findings } = yield* verifying({ ...shopLog(20), bundles: [{ n: 0, bundle: null }] }, { onProgress })
      assert.deepInclude(findings[0], { finding: "BundleBroken", from: 0, to: 20 })
      assert.strictEqual(said, 1)
    }),
  )

  it.effect("may have grown behind the head that was read", () =>
    Effect.gen(function* () {
      const { head, checkpoints } = treeOf(entries.slice(0, 590))
      const { recordIds } = shopLog(590, entries.slice(0, 590))
      assert.deepStrictEqual(yield* foundIn({ head, checkpoints, recordIds }), [])
    }),
  )

  it.effect("have times that never go back", () =>
    Effect.gen(function* () {
      const later = start + 301_000
      const changed = entries.map((entry, at) => (at === 300 ? { ...entry, time: start + 303_000 } : entry))
      const again = entries.map((entry, at) => (at === 300 ? { ...entry, time: later } : entry))
      const back = (position: number): Finding => ({
        finding: "BundleBroken",
        severity: "tampered",
        position,
        message: `entry ${position} has an earlier time than one in front of it`,
      })
      assert.deepStrictEqual(yield* foundIn(treeOf(changed)), [back(301), back(302)])
      assert.deepStrictEqual(yield* foundIn(treeOf(again)), [])
    }),
  )

  it.effect("are walked some at a time, times included", () =>
    Effect.gen(function* () {
      const opened = shopEntries(1)[0] ?? assert.fail("no entry")
      const many = Array.from({ length: 1_300 }, (_, at) => ({
        ...opened,
        time: at === 1_030 ? start : start + 1_000 * at,
      }))
      const progress: Array<ReadonlyArray<number>> = []
      const onProgress = (...said: ReadonlyArray<number>) => Effect.sync(() => void progress.push(said))
      const { statements } = log
      const { findings } = yield* verifying({ ...nothingStored, ...treeOf(many), statements }, { onProgress })
      assert.deepStrictEqual(
        findings.map(({ finding, position }) => [finding, position]),
        [["BundleBroken", 1_030]],
      )
      assert.deepStrictEqual(progress, [
        [1_024, 1_300],
        [1_300, 1_300],
      ])
    }),
  )
})

describe("the stored hashes of a log", () => {
  it.effect("are needed to begin behind the first entry", () =>
    Effect.gen(function* () {
      const findings = yield* foundIn({ tiles: [] }, 300)
      assert.deepStrictEqual(findings[0], {
        finding: "TreeAltered",
        severity: "tampered",
        from: 0,
        to: 256,
        message: "stored hashes of these entries are missing",
      })
    }),
  )

  it.effect("are those of the entries", () =>
    Effect.gen(function* () {
      const [first = new Uint8Array(), second = new Uint8Array()] = log.tiles[0]?.[0]?.tile?.hashes ?? []
      const altered = (from: number, message: string) => ({
        finding: "TreeAltered",
        severity: "tampered",
        from,
        to: from + 256,
        message,
      })
      const missing = "the stored hash of these entries is missing"
      const wrong = "the stored hash of these entries was altered; the entries are those that were signed"
      assert.deepStrictEqual<ReadonlyArray<object>>(yield* foundIn({ tiles: [tilesOf(1, [first])] }), [
        altered(256, missing),
      ])
      assert.deepStrictEqual<ReadonlyArray<object>>(yield* foundIn({ tiles: [tilesOf(1, [second, second])] }), [
        altered(0, wrong),
      ])
    }),
  )

  it.effect("are those of the next tile behind 65,536 entries", () =>
    Effect.gen(function* () {
      const before = sha256(Uint8Array.of(1))
      const opened = shopEntries(1)[0] ?? assert.fail("no entry")
      const behind = Array.from({ length: 300 }, (_, at) => ({ ...opened, time: start + at }))
      const leaves = hashesOf(behind)
      const full = rootOf(leaves.slice(0, 256))
      const root = rootOfSubtrees([before, full, rootOf(leaves.slice(256))])
      const size = 65_536 + 300
      const stored = {
        ...nothingStored,
        statements: log.statements,
        head: { size, root, lastTime: start + 299 },
        bundles: bundlesOf(behind).map(({ bundle, n }) => ({ n: n + 256, bundle })),
        checkpoints: [signed({ size, root })],
      }
      const next = { n: 1, tile: { level: 1, n: 1, hashes: [full] } }
      const right = yield* verifying({ ...stored, tiles: [[next], tilesOf(2, [before])] }, { verifiedSize: 65_536 })
      assert.deepStrictEqual(right.findings, [])
      const wrong = { n: 1, tile: { level: 1, n: 1, hashes: [before] } }
      const other = yield* verifying({ ...stored, tiles: [[wrong], tilesOf(2, [before])] }, { verifiedSize: 65_536 })
      assert.deepStrictEqual(
        other.findings.map(({ finding, from, to }) => [finding, from, to]),
        [["TreeAltered", 65_536, 65_792]],
      )
    }),
  )
})

describe("receipts of a log", () => {
  it.effect("are of the entries at their positions", () =>
    Effect.gen(function* () {
      const hashes = hashesOf(entries)
      const at = (position: number, hash = hashes[position] ?? assert.fail("no entry")) => ({ position, hash })
      const leaves = [at(3), at(300), at(599), at(301, hashes[300]), at(0, hashes[1])]
      const { findings } = yield* verifying(log, { outside: { checkpoints: [], leaves } })
      assert.deepStrictEqual(
        findings.map(({ finding, position }) => [finding, position]),
        [
          ["Forked", 0],
          ["Forked", 301],
        ],
      )
    }),
  )
})
