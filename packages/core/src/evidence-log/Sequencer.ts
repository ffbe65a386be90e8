/**
 * Moves what was queued into the tree, and signs it.
 *
 * Sequencing happens after the commits: saves never wait for it. Any number of processes may run it, as integrations
 * exclude each other in the database; the lease only spares the others looking at the queue.
 *
 * The order is: commit, sign, keep. A signature over a tree that was rolled back would be a fork for good.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { equalBytes } from "../digest/Hmac.js"
import { writeCheckpoint } from "../evidence/Checkpoint.js"
import type { TreeHead } from "../evidence/MerkleTree.js"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { logOpenedStatement } from "../evidence/Statement.js"
import { integrate, type LogHead } from "../evidence/Tiles.js"
import { CheckpointSigner } from "../ports/CheckpointSigner.js"
import { EvidenceLog, LeaseOutcome, OpenOutcome } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { PublishFailed } from "../ports/LogPublisher.js"
import type { StoreError } from "../ports/StoreError.js"
import { checkAnchor, checkHead } from "./CheckHead.js"
import { introduceKeys, introductionId } from "./IntroduceKeys.js"
import { checkpointsToForget } from "./ThinCheckpoints.js"

/** How a process sequences the log of its tenant. */
export interface SequencerOptions {
  /** The name of the log. */
  readonly origin: string
  /** Names the process, differently from every other. */
  readonly holder: string
  /** How many entries an integration moves at most. */
  readonly batch: number
  /** How far apart checkpoints are at least, in milliseconds. */
  readonly checkpointEveryMs: number
  /** Gives a new salt at each call. */
  readonly salts: () => string
  /**
   * The newest checkpoint that is kept outside the database: a restore does not take it back, and a tree that does not
   * continue it is neither grown nor signed. While it cannot be read, nothing waits for it.
   */
  readonly anchor?: Effect.Effect<Option.Option<string>, PublishFailed>
  /** Why nothing may be put in or signed, by what others have seen of the log; null while there is no reason. */
  readonly objection?: Effect.Effect<string | null>
  /** Runs between two integrations, so that requests get their turn; nothing by default. */
  readonly pause?: Effect.Effect<void>
}

/** What a run came to. */
export type SequencerRun = Data.TaggedEnum<{
  /** The process has the lease. */
  Sequenced: {
    /** How many entries went into the tree. */
    readonly integrated: number
    /** The size of the checkpoint that was signed; null when none was. */
    readonly signed: number | null
  }
  /** Another process has the lease. */
  Waiting: {}
  /** The tenant's log has another origin, and checkpoints of it: nothing is put in. */
  Foreign: { readonly origin: string }
  /** The stored tree contradicts itself or its newest checkpoint: nothing is put in or signed. */
  Forked: { readonly problem: string }
  /** The clocks of the process and the database differ too much: nothing is put in. */
  ClockSuspicious: { readonly offsetMs: number }
}>

export const SequencerRun = Data.taggedEnum<SequencerRun>()

/** The sequencing of a process. */
export interface Sequencer {
  /** Takes the lease if it can, integrates what is queued, and signs the tree when it is time. */
  readonly run: Effect.Effect<SequencerRun, StoreError>
  /** Integrates and signs what is left now, and gives the lease back. */
  readonly finish: Effect.Effect<void, StoreError>
}

/** How long the lease of a process that dies keeps others waiting. */
const leaseMs = 5_000

/** How far apart reads of an anchor are that cannot be read. */
const anchorEveryMs = 60_000

/** How far apart checkpoints are thinned. */
const thinEveryMs = 600_000

/** Checkpoints that are thinned together. */
const thinPage = 10_000

/** Whether something was done less than a time ago; not what was done while the clock was further ahead than now. */
const isWithin = (now: number, at: number, ms: number): boolean => now >= at && now - at < ms

/** What a run ends with that cannot go on. */
class Stopped extends Data.TaggedError("Stopped")<{ readonly outcome: SequencerRun }> {}

const stop = (outcome: SequencerRun) => Effect.fail(new Stopped({ outcome }))

/** What a process remembers between its runs. */
interface Memory {
  isOpen: boolean
  /** Until when the process has the lease, and the tree was checked; 0 without. */
  leasedUntil: number
  signedAt: number
  signedSize: number
  /** The tree that this process signed last; a restore of the database does not take it back. */
  signed: TreeHead | null
  /** The tree as the last run left it. */
  head: TreeHead | null
  thinnedAt: number
  /** Whether the tree was compared with the anchor since it was checked, and when that was tried. */
  isAnchored: boolean
  anchorTriedAt: number
}

const isSameTree = (one: TreeHead, other: TreeHead): boolean =>
  one.size === other.size && equalBytes(one.root, other.root)

const opening = ({ origin, salts }: SequencerOptions, mayRename: boolean, openedAt: number) => ({
  origin,
  openedAt,
  entry: pendingEntry(logOpenedStatement({ openedAt, origin }), {
    id: `log_${salts()}`,
    // In front of everything that was queued before.
    receivedAt: 0,
    salt: salts(),
  }),
  mayRename,
})

/**
 * Makes the sequencing of a process.
 *
 * @example
 * ```ts
 * import { makeSequencer } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const sequenced = Effect.flatMap(
 *   makeSequencer({
 *     origin: "consent.shop.example/evidence",
 *     holder: crypto.randomUUID(),
 *     batch: 1024,
 *     checkpointEveryMs: 1000,
 *     salts: () => "xh7DYDLe8SCGKnMPT9Tr8Q",
 *   }),
 *   ({ run }) => run,
 * )
 * ```
 */
export const makeSequencer = (
  options: SequencerOptions,
): Effect.Effect<Sequencer, never, EvidenceLog | EvidenceReader | CheckpointSigner> =>
  Effect.gen(function* () {
    const {
      anchor = Effect.succeedNone,
      batch,
      checkpointEveryMs,
      holder,
      objection = Effect.succeed(null),
      origin,
      pause = Effect.void,
      salts,
    } = options
    const log = yield* EvidenceLog
    const reader = yield* EvidenceReader
    const signer = yield* CheckpointSigner
    const ports = yield* Effect.context<EvidenceLog | EvidenceReader>()
    const memory: Memory = {
      isOpen: false,
      leasedUntil: 0,
      signedAt: 0,
      signedSize: 0,
      signed: null,
      head: null,
      thinnedAt: 0,
      isAnchored: false,
      anchorTriedAt: 0,
    }

    const open = Effect.gen(function* () {
      if (memory.isOpen) return
      // A key that was introduced may have signed: its log is not that of another name, such as one that follows it.
      const introduced = yield* reader.statements(signer.keys.map(introductionId))
      const mayRename = signer.keys.length > 0 && introduced.size === 0
      const outcome = yield* log.open(opening(options, mayRename, yield* Clock.currentTimeMillis))
      if (OpenOutcome.$is("Foreign")(outcome)) return yield* stop(SequencerRun.Foreign({ origin: outcome.origin }))
      memory.isOpen = true
    })

    /** What was signed before may have been signed by another process. */
    const look = Effect.gen(function* () {
      const problem = yield* Effect.provide(checkHead(memory.signed), ports)
      if (problem !== null) return yield* stop(SequencerRun.Forked({ problem }))
      const newest = yield* reader.checkpoint(0)
      memory.signedSize = Option.match(newest, { onNone: () => 0, onSome: ({ size }) => size })
    })

    const compareWithAnchor = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (memory.isAnchored || isWithin(now, memory.anchorTriedAt, anchorEveryMs)) return
      const read = yield* Effect.option(anchor)
      memory.anchorTriedAt = now
      if (Option.isNone(read)) return
      const note = Option.getOrNull(read.value)
      const problem = note === null ? null : yield* Effect.provide(checkAnchor(origin, note), ports)
      if (problem !== null) return yield* stop(SequencerRun.Forked({ problem }))
      memory.isAnchored = true
    })

    /** Whether the tree is the one that this process left; what it is now is what may be grown. */
    const isAsLeft = Effect.gen(function* () {
      const state = Option.getOrNull(yield* reader.state)
      if (state !== null && state.origin !== origin) {
        memory.isOpen = false
        return yield* stop(SequencerRun.Foreign({ origin: state.origin }))
      }
      const left = memory.head
      memory.head = state?.head ?? null
      return left !== null && memory.head !== null && isSameTree(left, memory.head)
    })

    const heed = Effect.gen(function* () {
      const objected = yield* objection
      if (objected !== null) return yield* stop(SequencerRun.Forked({ problem: objected }))
    })

    const lease = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const hadLease = memory.leasedUntil > now && memory.leasedUntil <= now + leaseMs
      memory.leasedUntil = 0
      const outcome = yield* log.lease(holder, now, leaseMs)
      if (LeaseOutcome.$is("ClockSuspicious")(outcome)) return yield* stop(SequencerRun.ClockSuspicious(outcome))
      if (LeaseOutcome.$is("NotOpened")(outcome)) memory.isOpen = false
      if (!LeaseOutcome.$is("Leased")(outcome)) return yield* stop(SequencerRun.Waiting())
      // A tree that is not as this process left it is checked again.
      const isKnown = yield* isAsLeft
      if (!hadLease || !isKnown) {
        yield* look
        memory.isAnchored = false
        memory.anchorTriedAt = 0
      }
      yield* compareWithAnchor
      yield* heed
      if (!hadLease) {
        yield* Effect.provide(introduceKeys(signer.keys, now, salts), ports)
      }
      memory.leasedUntil = now + leaseMs
    })

    const integrateOnce = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const { head: checked } = memory
      const isChecked = (head: LogHead) => checked !== null && isSameTree(head, checked)
      const outcome = yield* log.integrate(batch, (head, edge, queued) =>
        isChecked(head) ? integrate(head, edge, queued, now) : null,
      )
      if (outcome._tag === "Inconsistent") {
        memory.leasedUntil = 0
        // Another process has grown it since it was checked: a recovery, for example.
        if (!isChecked(outcome.head)) return yield* stop(SequencerRun.Waiting())
        const problem = `the stored tree is not the one of ${outcome.head.size} entries that its head names`
        return yield* stop(SequencerRun.Forked({ problem }))
      }
      if (outcome._tag === "NotOpened") memory.isOpen = false
      memory.head = outcome._tag === "NotOpened" ? null : outcome.head
      return outcome._tag === "Integrated" ? outcome : { count: 0, backlog: false }
    })

    /** A tree that another process has grown meanwhile is found out by the integration itself. */
    const renew = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const left = memory.leasedUntil - now
      // More than a whole lease is left where the clock was ahead when it began.
      yield* left < leaseMs / 2 || left > leaseMs ? lease : heed
    })

    const integrateAll: Effect.Effect<number, StoreError | Stopped> = Effect.gen(function* () {
      const { backlog, count } = yield* integrateOnce
      if (!backlog) return count
      yield* pause
      yield* renew
      return count + (yield* integrateAll)
    })

    /** Read back: only what is committed is signed. */
    const sign = ({ root, size }: LogHead, now: number) =>
      Effect.gen(function* () {
        const text = writeCheckpoint({ origin, size, root })
        const lines = yield* signer.sign(text)
        // Before it is kept: a signature counts from when it was made.
        memory.signed = { root, size }
        yield* log.keepCheckpoint({ size, note: `${text}\n${lines.join("\n")}\n`, signedAt: now })
        memory.signedAt = now
        memory.signedSize = size
        return size
      })

    const signWhenDue = (everyMs: number) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (signer.keys.length === 0 || isWithin(now, memory.signedAt, everyMs)) return null
        const state = yield* reader.state
        if (Option.isNone(state) || state.value.origin !== origin) return null
        if (state.value.head.size <= memory.signedSize) return null
        // Changed since it was checked: the next run checks it again.
        if (memory.head === null || !isSameTree(state.value.head, memory.head)) return null
        return yield* sign(state.value.head, now)
      })

    const thin = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (isWithin(now, memory.thinnedAt, thinEveryMs)) return
      memory.thinnedAt = now
      yield* log.forgetCheckpoints(checkpointsToForget(yield* reader.checkpoints(0, thinPage), now))
    })

    const attempt = (everyMs: number) =>
      Effect.gen(function* () {
        yield* open
        yield* lease
        const integrated = yield* integrateAll
        const signed = yield* signWhenDue(everyMs)
        yield* thin
        return SequencerRun.Sequenced({ integrated, signed })
      }).pipe(Effect.catchTag("Stopped", ({ outcome }) => Effect.succeed(outcome)))

    return {
      run: attempt(checkpointEveryMs),
      finish: Effect.zipRight(
        attempt(0),
        Effect.suspend(() => log.release(holder)),
      ),
    }
  })
