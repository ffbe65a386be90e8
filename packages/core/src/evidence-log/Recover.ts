/**
 * Recovers a log whose database was set back, from its published files: entries that the database lacks are taken over
 * as leaves. Those that still wait in the queue keep their record; of the others only the leaf is left.
 *
 * It may be killed at any time and run again. The first step keeps the published checkpoint together with its leaves:
 * from then on no sequencer grows the tree before it is whole.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { equalBytes } from "../digest/Hmac.js"
import type { Leaf } from "../evidence/Entry.js"
import { emptyRoot } from "../evidence/MerkleTree.js"
import { pendingEntry } from "../evidence/PendingEntry.js"
import type { VerifierKey } from "../evidence/SignedNote.js"
import { taskStatement } from "../evidence/Statement.js"
import {
  edgeTiles,
  grow,
  type LogHead,
  type QueuedEntry,
  type ReceivedEntry,
  type TreeEdge,
  tileWidth,
} from "../evidence/Tiles.js"
import type { VerifyEd25519 } from "../evidence/VerifyReceipt.js"
import { type DecideTakeOver, EvidenceLog, LeaseOutcome } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { checkAnchor } from "./CheckHead.js"
import {
  type MirrorCheckpoint,
  type MirrorUnusable,
  readMirrorCheckpoint,
  readMirrorLeaves,
  type ReadLogFile,
} from "./Mirror.js"

/** How a log is recovered. */
export interface RecoverOptions {
  /** Reads the published files. */
  readonly mirror: ReadLogFile
  /** Verifier keys of the log, from elsewhere than the published files. */
  readonly keys: ReadonlyArray<VerifierKey>
  readonly verify: VerifyEd25519
  /** Names the process, differently from every other. */
  readonly holder: string
  /** Gives a new salt at each call. */
  readonly salts: () => string
  /** How many leaves are taken over in one transaction, and read together; 4,096 by default. */
  readonly step?: number
  /** Called after each step. */
  readonly progress?: (done: number, missing: number) => void
}

/** The outcome of recovering. */
export type RecoverOutcome = Data.TaggedEnum<{
  /** The tree is that of the published checkpoint. */
  Recovered: {
    readonly size: number
    /** How many entries the database lacked. */
    readonly missing: number
    /** How many of them are leaves only now. */
    readonly lost: number
  }
  /** The stored tree has all that is published. */
  Whole: { readonly size: number; readonly published: number }
  /** Nothing was changed, or no more. */
  Refused: { readonly problem: string }
}>

export const RecoverOutcome = Data.taggedEnum<RecoverOutcome>()

class Refusal extends Data.TaggedError("Refusal")<{ readonly problem: string }> {}

const refuse = (problem: string) => Effect.fail(new Refusal({ problem }))

/** How long the lease is asked for: sequencers that find the log forked look at it twice a minute. */
const leaseMs = 10_000

const defaultStep = 4_096

/** What an entry says that names what a restore lost. */
export const lostInRestore = "lost in restore"

/** A root is of one size only. */
const isSame = (one: LogHead, other: LogHead): boolean => equalBytes(one.root, other.root)

/** What of the stored tree grows. */
const readEdge = ({ size }: LogHead) =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const wanted = edgeTiles(size)
    const bundle = size % tileWidth === 0 ? null : (yield* reader.bundles(Math.floor(size / tileWidth), 1))[0]
    const tiles = yield* reader.tiles(wanted.filter(({ width }) => width > 0))
    const hashesOf = (level: number) => tiles.find((tile) => tile.level === level)?.hashes ?? []
    return { bundle: bundle ?? null, tiles: wanted.map(({ level }) => hashesOf(level)) } satisfies TreeEdge
  })

/** Leaves as entries: with what opens them where they were found in the queue. A commitment is of one kind only. */
const entriesOf = (leaves: ReadonlyArray<Leaf>, queued: ReadonlyArray<QueuedEntry>): ReadonlyArray<ReceivedEntry> => {
  const found = new Map(queued.map((entry) => [entry.commitment, entry]))
  return leaves.map((leaf) => {
    const own = found.get(leaf.commitment)
    return {
      entry: { ...leaf, id: own?.id ?? null, opener: own?.salt ?? null },
      receivedAt: own?.receivedAt ?? leaf.time,
    }
  })
}

/** The parts of what is missing, and the tree after each. */
interface Plan {
  readonly checkpoint: MirrorCheckpoint
  readonly from: LogHead
  readonly heads: ReadonlyArray<LogHead>
}

const emptyHead: LogHead = { size: 0, root: emptyRoot, lastTime: 0 }

/** Computes the tree of the published leaves behind the stored one. Nothing is written before it is the signed one. */
const planTo = ({ mirror, step = defaultStep }: RecoverOptions, checkpoint: MirrorCheckpoint, from: LogHead) =>
  Effect.gen(function* () {
    const heads: Array<LogHead> = []
    let head = from
    let edge: TreeEdge = yield* readEdge(from)
    while (head.size < checkpoint.size) {
      const to = Math.min(head.size + step, checkpoint.size)
      const leaves = yield* readMirrorLeaves(mirror, head.size, to, checkpoint.size)
      // Stryker disable next-line ArrayDeclaration: what has no commitment opens no leaf
      const growth = grow(head, edge, entriesOf(leaves, []))
      if (growth === null) return yield* refuse("the stored tree is not the one that its head names")
      head = growth.head
      edge = growth.edge
      heads.push(head)
    }
    if (!equalBytes(head.root, checkpoint.root)) {
      return yield* refuse(
        `the ${from.size} entries in the database are not the first of the ${checkpoint.size} that are published, or the published files were altered`,
      )
    }
    return { checkpoint, from, heads } satisfies Plan
  })

const heldByAnother = "another process puts entries into the log: end it, and try again"

const takeLease = ({ holder }: RecoverOptions) =>
  Effect.gen(function* () {
    const log = yield* EvidenceLog
    const outcome = yield* log.lease(holder, yield* Clock.currentTimeMillis, leaseMs)
    if (LeaseOutcome.$is("HeldByAnother")(outcome)) return yield* refuse(heldByAnother)
    if (LeaseOutcome.$is("ClockSuspicious")(outcome)) {
      return yield* refuse("the clocks of this machine and the database differ by more than a minute")
    }
  })

/** One step: leaves up to a tree that was planned. Returns how many are leaves only. */
const takeStep = (options: RecoverOptions, { checkpoint }: Plan, before: LogHead, after: LogHead) =>
  Effect.gen(function* () {
    const log = yield* EvidenceLog
    yield* takeLease(options)
    const now = yield* Clock.currentTimeMillis
    const leaves = yield* readMirrorLeaves(options.mirror, before.size, after.size, checkpoint.size)
    let lost = 0
    const growthBy: DecideTakeOver = (head, edge, queued) => {
      const growth = isSame(head, before) ? grow(head, edge, entriesOf(leaves, queued)) : null
      if (growth === null || !isSame(growth.head, after)) return null
      lost = leaves.length - queued.length
      const statement = taskStatement({ at: now, count: lost, what: lostInRestore })
      const said = pendingEntry(statement, { id: `task_${options.salts()}`, receivedAt: now, salt: options.salts() })
      return { growth, queue: lost === 0 ? [] : [said] }
    }
    const outcome = yield* log.takeOver({
      origin: checkpoint.origin,
      openedAt: now,
      commitments: leaves.map(({ commitment }) => commitment),
      checkpoint: { size: checkpoint.size, note: checkpoint.note, signedAt: now },
      growthBy,
    })
    if (outcome._tag === "Foreign") return yield* refuse(foreign(outcome.origin, checkpoint))
    if (outcome._tag === "Inconsistent") return yield* refuse("the stored tree has changed meanwhile: try again")
    return lost
  })

const takeSteps = (options: RecoverOptions, planned: Plan) =>
  Effect.gen(function* () {
    const missing = planned.checkpoint.size - planned.from.size
    let [lost, before] = [0, planned.from]
    for (const after of planned.heads) {
      lost += yield* takeStep(options, planned, before, after)
      before = after
      options.progress?.(after.size - planned.from.size, missing)
    }
    return RecoverOutcome.Recovered({ size: planned.checkpoint.size, missing, lost })
  })

const foreign = (stored: string, { origin }: MirrorCheckpoint): string =>
  `the log in the database is named ${stored}, and the published one ${origin}`

/** What has to be done; an outcome when nothing has to be. */
const plan = (options: RecoverOptions) =>
  Effect.gen(function* () {
    const checkpoint = yield* readMirrorCheckpoint(options.mirror, options.keys, options.verify)
    const state = Option.getOrNull(yield* (yield* EvidenceReader).state)
    if (state !== null && state.origin !== checkpoint.origin) return yield* refuse(foreign(state.origin, checkpoint))
    const head = state?.head ?? emptyHead
    if (checkpoint.size > head.size) return yield* planTo(options, checkpoint, head)
    const problem = yield* checkAnchor(checkpoint.origin, checkpoint.note)
    if (problem !== null) return yield* refuse(problem)
    return RecoverOutcome.Whole({ size: head.size, published: checkpoint.size })
  })

const waiting = Schedule.intersect(Schedule.spaced("2 seconds"), Schedule.recurs(8))

/** Processes that found the log forked still have the lease for some seconds. */
const takeLeaseInTime = (options: RecoverOptions) =>
  Effect.retry(takeLease(options), { schedule: waiting, while: (error) => error._tag === "Refusal" })

/**
 * Recovers a log from its published files.
 *
 * @example
 * ```ts
 * import { recoverLog, type RecoverOptions } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const isWhole = (options: RecoverOptions) => Effect.map(recoverLog(options), ({ _tag }) => _tag !== "Refused")
 * ```
 */
export const recoverLog = (
  options: RecoverOptions,
): Effect.Effect<RecoverOutcome, StoreError | MirrorUnusable, EvidenceLog | EvidenceReader> =>
  Effect.gen(function* () {
    const planned = yield* plan(options)
    if ("_tag" in planned) return planned
    const { release } = yield* EvidenceLog
    yield* takeLeaseInTime(options)
    return yield* Effect.ensuring(takeSteps(options, planned), Effect.ignore(release(options.holder)))
  }).pipe(Effect.catchTag("Refusal", ({ problem }) => Effect.succeed(RecoverOutcome.Refused({ problem }))))
