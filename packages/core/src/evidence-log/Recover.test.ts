import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { writeCheckpoint } from "../evidence/Checkpoint.js"
import { emptyRoot } from "../evidence/MerkleTree.js"
import { type PendingEntry, pendingEntry } from "../evidence/PendingEntry.js"
import { writeNote } from "../evidence/SignedNote.js"
import { taskStatement } from "../evidence/Statement.js"
import { bundleBytes, bundlePath } from "../evidence/TileFiles.js"
import {
  edgeTiles,
  emptyEdge,
  grow,
  type Growth,
  type QueuedEntry,
  rootOfEdge,
  type Tile,
  type TreeEdge,
} from "../evidence/Tiles.js"
import { EvidenceLog, LeaseOutcome, type TakeOver, TakeOverOutcome } from "../ports/EvidenceLog.js"
import { StoreFailed } from "../ports/StoreError.js"
import { keyOf, keys, start, verifyEd25519 } from "../testing/EvidenceVectors.js"
import { type GrownLog, grownLog, portsOf, signed } from "../testing/GrownLog.js"
import { keyNamed } from "../testing/Signers.js"
import type { ReadLogFile } from "./Mirror.js"
import { recoverLog, type RecoverOptions, RecoverOutcome } from "./Recover.js"

const salt = "xh7DYDLe8SCGKnMPT9Tr8Q"
const origin = "evidence.example/shop"

const entriesOf = ({ bundles }: GrownLog) => Array.from(bundles.values()).flatMap(({ entries }) => entries)

/** A published log. */
const mirrorOf = (log: GrownLog): ReadLogFile => {
  const files = new Map(
    Array.from(log.bundles.values(), ({ entries, n }) => [bundlePath(n, entries.length), bundleBytes(entries)]),
  )
  files.set("checkpoint", new TextEncoder().encode(log.checkpoints.at(-1)?.note))
  return (path) => Effect.sync(() => Option.fromNullable(files.get(path)))
}

interface Store {
  readonly leases: ReadonlyArray<LeaseOutcome>
  /** What waits, of which the leaves may be. */
  readonly queued: ReadonlyArray<QueuedEntry>
  readonly outcome: TakeOverOutcome | null
  /** Why no lease can be asked for. */
  readonly failure: StoreFailed | null
  /** What another process does to the tree before the first step. */
  readonly grownBefore: GrownLog | null
}

const growthOf = (log: GrownLog): Growth => {
  const received = entriesOf(log).map((entry) => ({ entry, receivedAt: start }))
  return grow({ size: 0, root: emptyRoot, lastTime: 0 }, emptyEdge, received) ?? assert.fail("no growth")
}

/** A store that has the tree of a log, and what it was asked. */
const storeOf = (
  log: GrownLog,
  { failure = null, grownBefore = null, leases = [], outcome = null, queued = [] }: Partial<Store>,
) => {
  let { edge, head } = growthOf(grownBefore ?? log)
  const calls: Array<string> = []
  const taken: Array<Omit<TakeOver, "growthBy">> = []
  const [said, grown]: [Array<PendingEntry>, Array<Growth>] = [[], []]
  const layer = Layer.mock(EvidenceLog, {
    tenant: null,
    lease: (holder, now, forMs) =>
      Effect.suspend(() => {
        calls.push(`lease ${holder} ${now - start} ${forMs}`)
        if (failure !== null) return Effect.fail(failure)
        return Effect.succeed(leases[Math.min(calls.length, leases.length) - 1] ?? LeaseOutcome.Leased())
      }),
    release: (holder) => Effect.sync(() => void calls.push(`release ${holder}`)),
    takeOver: ({ growthBy, ...lost }) =>
      Effect.sync(() => {
        taken.push(lost)
        if (outcome !== null) return outcome
        const wanted = queued.filter(({ commitment }) => lost.commitments.includes(commitment))
        const decision = growthBy(head, edge, wanted)
        if (decision === null) return TakeOverOutcome.Inconsistent({ head })
        edge = decision.growth.edge
        head = decision.growth.head
        grown.push(decision.growth)
        said.push(...decision.queue)
        return TakeOverOutcome.TakenOver({ head })
      }),
  })
  return { calls, grown, head: () => head, layer, said, taken }
}

const recovered = (log: GrownLog, published: GrownLog, change: Partial<Store & RecoverOptions> = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const store = storeOf(log, change)
    const options = {
      mirror: mirrorOf(published),
      keys: [keyOf(keys.log)],
      verify: verifyEd25519,
      holder: "me",
      salts: () => salt,
      ...change,
    }
    const ports = Layer.merge(portsOf(log), store.layer)
    const fiber = yield* Effect.fork(Effect.provide(recoverLog(options), ports))
    // What is verified takes no time of this clock.
    for (let at = 0; at < 30; at++) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
    yield* TestClock.adjust("1 minute")
    return { outcome: yield* Fiber.join(fiber), ...store }
  })

/** A log with the last tiles of two levels, of whose leaves only the root is known. */
const tallLog = (size: number, tiles: ReadonlyArray<Tile>): GrownLog => ({
  ...grownLog([0], { checkpoints: 0 }),
  head: { size, root: rootOfEdge(edgeOf(size, tiles)), lastTime: start },
  tiles: new Map(tiles.map((tile) => [`${tile.level}/${tile.n}`, tile])),
})

const edgeOf = (size: number, tiles: ReadonlyArray<Tile>): TreeEdge => ({
  bundle: null,
  tiles: edgeTiles(size).map(
    ({ level, width }) => tiles.find((tile) => tile.level === level && width > 0)?.hashes ?? [],
  ),
})

/** Such a log as it is published with one more entry. */
const withOneMore = ({ head }: GrownLog, tiles: ReadonlyArray<Tile>): GrownLog => {
  const [entry = assert.fail("no entry")] = entriesOf(grownLog([1]))
  const growth = grow(head, edgeOf(head.size, tiles), [{ entry, receivedAt: start }]) ?? assert.fail("no growth")
  return {
    ...grownLog([0]),
    head: growth.head,
    bundles: new Map(growth.bundles.map((bundle) => [bundle.n, bundle])),
    checkpoints: [signed(growth.head)],
  }
}

const refused = (problem: string) => RecoverOutcome.Refused({ problem })

describe("a log that is recovered", () => {
  it.effect("has the tree of the published one, from whichever size it had", () =>
    Effect.gen(function* () {
      const published = grownLog([600])
      for (const size of [0, 1, 255, 256, 257, 512, 599]) {
        const { head, outcome } = yield* recovered(grownLog([size]), published, { step: 100 })
        const missing = 600 - size
        assert.deepStrictEqual(outcome, RecoverOutcome.Recovered({ size: 600, missing, lost: missing }))
        assert.deepStrictEqual(head(), published.head)
      }
    }),
  )

  it.effect("goes on from the last tile of each level, and from nothing that lies behind the tree", () =>
    Effect.gen(function* () {
      const [low, high] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
      const tiles = [
        { level: 2, n: 0, hashes: [high] },
        { level: 1, n: 1, hashes: [low] },
      ]
      for (const size of [256 * 256, 256 * 257]) {
        const log = tallLog(size, tiles)
        const published = withOneMore(log, tiles)
        const [behind = assert.fail("no bundle")] = published.bundles.values()
        log.bundles.set(behind.n, behind)
        const outcome = TakeOverOutcome.TakenOver({ head: published.head })
        const run = yield* recovered(log, published, { outcome })
        assert.deepStrictEqual(run.outcome, RecoverOutcome.Recovered({ size: size + 1, missing: 1, lost: 0 }))
      }
    }),
  )

  it.effect("takes over the leaves step by step, with the checkpoint, and says how far it is", () =>
    Effect.gen(function* () {
      const published = grownLog([30])
      const steps: Array<readonly [number, number]> = []
      const progress = (done: number, missing: number) => void steps.push([done, missing])
      const { calls, said, taken } = yield* recovered(grownLog([5]), published, { step: 10, progress })
      assert.deepStrictEqual(steps, [
        [10, 25],
        [20, 25],
        [25, 25],
      ])
      const [leased, note] = ["lease me 0 10000", published.checkpoints[0]?.note ?? ""]
      assert.deepStrictEqual(calls, [leased, leased, leased, leased, "release me"])
      const commitments = entriesOf(published).map(({ commitment }) => commitment)
      assert.deepStrictEqual(
        taken,
        [5, 15, 25].map((from) => ({
          origin,
          openedAt: start,
          commitments: commitments.slice(from, from + 10),
          checkpoint: { size: 30, note, signedAt: start },
        })),
      )
      assert.deepStrictEqual(
        said,
        [10, 10, 5].map((count) =>
          pendingEntry(taskStatement({ at: start, count, what: "lost in restore" }), {
            id: `task_${salt}`,
            receivedAt: start,
            salt,
          }),
        ),
      )
    }),
  )

  it.effect("takes over 4,096 leaves in a step by default", () =>
    Effect.gen(function* () {
      const { taken } = yield* recovered(grownLog([1]), grownLog([4_098]))
      assert.deepStrictEqual(
        taken.map(({ commitments }) => commitments.length),
        [4_096, 1],
      )
    }),
  )

  it.effect("keeps what waits with what opens it, and of the rest the leaf only", () =>
    Effect.gen(function* () {
      const published = grownLog([4])
      const waits = (at: number): QueuedEntry => {
        const { commitment, id, kind, opener } = entriesOf(published)[at] ?? assert.fail()
        return { commitment, id: id ?? "", kind, receivedAt: 7 + at, salt: opener ?? "" }
      }
      const some = yield* recovered(grownLog([1]), published, { queued: [waits(2)] })
      assert.deepStrictEqual(some.outcome, RecoverOutcome.Recovered({ size: 4, missing: 3, lost: 2 }))
      const [bundle] = some.grown[0]?.bundles ?? []
      const leaf = { id: null, opener: null }
      const [, second = assert.fail(), third = assert.fail(), fourth = assert.fail()] = entriesOf(published)
      assert.deepStrictEqual(bundle?.entries.slice(1), [{ ...second, ...leaf }, third, { ...fourth, ...leaf }])
      assert.strictEqual(bundle?.firstReceived, 9)
      assert.strictEqual(bundle?.lastReceived, fourth.time)
      const all = yield* recovered(grownLog([1]), published, { queued: [1, 2, 3].map(waits) })
      assert.deepStrictEqual(all.outcome, RecoverOutcome.Recovered({ size: 4, missing: 3, lost: 0 }))
      assert.deepStrictEqual(all.said, [])
    }),
  )

  it.effect("is whole already where the database has all that is published", () =>
    Effect.gen(function* () {
      for (const size of [4, 6]) {
        const { calls, outcome } = yield* recovered(grownLog([size]), grownLog([4]))
        assert.deepStrictEqual(outcome, RecoverOutcome.Whole({ size, published: 4 }))
        assert.deepStrictEqual(calls, [])
      }
    }),
  )
})

describe("a recovery", () => {
  it.effect("changes nothing where the database has another log or another tree", () =>
    Effect.gen(function* () {
      const published = grownLog([30])
      const another = { size: 30, root: new Uint8Array(32) }
      const wrongRoot = { ...published, checkpoints: [signed(another)] }
      const altered = grownLog([5])
      altered.bundles.clear()
      for (const [log, of, problem] of [
        [altered, published, "the stored tree is not the one that its head names"],
        [
          grownLog([5]),
          wrongRoot,
          "the 5 entries in the database are not the first of the 30 that are published, or the published files were altered",
        ],
        [grownLog([30]), wrongRoot, "the tree of 30 entries does not begin with the 30 that were signed"],
      ] as const) {
        const { calls, outcome } = yield* recovered(log, of)
        assert.deepStrictEqual([outcome, calls], [refused(problem), []])
      }
    }),
  )

  it.effect("changes nothing where the published log has another name, however long the stored one is", () =>
    Effect.gen(function* () {
      const { key, signs } = keyNamed("other.example/log")
      const text = writeCheckpoint({ origin: key.name, size: 4, root: grownLog([4]).head.root })
      const checkpoint = { size: 4, note: writeNote({ text, signatures: [signs(text)] }), signedAt: start }
      const published = { ...grownLog([4]), checkpoints: [checkpoint] }
      for (const size of [2, 4, 6]) {
        const { calls, outcome } = yield* recovered(grownLog([size]), published, { keys: [key] })
        assert.deepStrictEqual(
          outcome,
          refused("the log in the database is named evidence.example/shop, and the published one other.example/log"),
        )
        assert.deepStrictEqual(calls, [])
      }
    }),
  )

  it.effect("fails without another attempt when the store does", () =>
    Effect.gen(function* () {
      const failure = new StoreFailed({ operation: "lease", cause: "no connection" })
      const store = storeOf(grownLog([5]), { failure })
      const options = {
        mirror: mirrorOf(grownLog([30])),
        keys: [keyOf(keys.log)],
        verify: verifyEd25519,
        holder: "me",
        salts: () => salt,
      }
      const run = Effect.provide(recoverLog(options), Layer.merge(portsOf(grownLog([5])), store.layer))
      assert.strictEqual(yield* Effect.flip(run), failure)
      assert.lengthOf(store.calls, 1)
    }),
  )

  it.effect("ends with the lease given back when the log changes meanwhile", () =>
    Effect.gen(function* () {
      const changed = "the stored tree has changed meanwhile: try again"
      const head = grownLog([5]).head
      const sameSize = grownLog([5])
      const bundle = sameSize.bundles.get(0) ?? assert.fail("no bundle")
      sameSize.bundles.set(0, { ...bundle, entries: bundle.entries.toReversed() })
      for (const [change, problem] of [
        [{ grownBefore: grownLog([6]) }, changed],
        [{ grownBefore: sameSize }, changed],
        [{ outcome: TakeOverOutcome.Inconsistent({ head }) }, changed],
        [
          { outcome: TakeOverOutcome.Foreign({ origin: "other.example/log" }) },
          "the log in the database is named other.example/log, and the published one evidence.example/shop",
        ],
      ] as const) {
        const { calls, outcome } = yield* recovered(grownLog([5]), grownLog([30]), change)
        assert.deepStrictEqual(outcome, refused(problem))
        assert.strictEqual(calls.at(-1), "release me")
      }
    }),
  )

  it.effect("waits two seconds at a time for a lease that another process has, eight times", () =>
    Effect.gen(function* () {
      const held = LeaseOutcome.HeldByAnother()
      const free = [...Array.from({ length: 8 }, () => held), LeaseOutcome.Leased()]
      const late = yield* recovered(grownLog([5]), grownLog([30]), { leases: free })
      assert.strictEqual(late.outcome._tag, "Recovered")
      assert.deepStrictEqual(
        late.calls.slice(0, 9),
        Array.from({ length: 9 }, (_, at) => `lease me ${2_000 * at} 10000`),
      )
      const never = yield* recovered(grownLog([5]), grownLog([30]), { leases: [held] })
      assert.deepStrictEqual(never.outcome, refused("another process puts entries into the log: end it, and try again"))
      assert.deepStrictEqual([never.calls.length, never.taken], [9, []])
    }),
  )

  it.effect("ends when the clocks differ too much", () =>
    Effect.gen(function* () {
      const leases = [LeaseOutcome.ClockSuspicious({ offsetMs: 61_000 })]
      const { outcome, taken } = yield* recovered(grownLog([5]), grownLog([30]), { leases })
      assert.deepStrictEqual(
        outcome,
        refused("the clocks of this machine and the database differ by more than a minute"),
      )
      assert.deepStrictEqual(taken, [])
    }),
  )
})
