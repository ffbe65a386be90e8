/**
 * Verifies an evidence log, and the records that it is of: in one pass over its entries, in constant memory. It only
 * reads, and the service may go on meanwhile.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { TreeHead } from "../evidence/MerkleTree.js"
import type { VerifierKey } from "../evidence/SignedNote.js"
import { tileWidth } from "../evidence/Tiles.js"
import type { VerifyEd25519 } from "../evidence/VerifyReceipt.js"
import { EvidenceReader, type LogState } from "../ports/EvidenceReader.js"
import { StoredEvidence } from "../ports/StoredEvidence.js"
import type { StoreError } from "../ports/StoreError.js"
import { makeAnchors } from "./Anchors.js"
import { addQueued, checkMembership, type MembershipScope } from "./CheckMembership.js"
import { newWalk, type WalkMemory } from "./CheckPage.js"
import { SignatureCheck } from "./CheckSignatures.js"
import { checkTiles } from "./CheckTiles.js"
import { findUnnamed } from "./FindUnnamed.js"
import { type Finding, findingOf, type FindingName } from "./Finding.js"
import { Membership } from "./Membership.js"
import { findSetBack, nothingOutside, type Outside, withProof } from "./Outside.js"
import { walkLog } from "./WalkLog.js"

/** What is trusted, and what is compared. */
export interface LogVerification {
  /** The log's keys, from elsewhere than its database; without any, signatures are not checked. */
  readonly keys: ReadonlyArray<VerifierKey>
  readonly verify: VerifyEd25519
  /** Entries before this one were verified earlier: the walk begins at most 255 entries before it. Default: 0. */
  readonly verifiedSize?: number
  /** What others hold of the log; nothing by default. */
  readonly outside?: Outside
  /** Called with each finding, in the order of the walk. */
  readonly onFinding: (finding: Finding) => Effect.Effect<void>
  /** Called now and then with how many entries were walked, and how many there are. */
  readonly onProgress?: (walked: number, size: number) => Effect.Effect<void>
}

/** What a verification came to. */
export type LogVerdict = Data.TaggedEnum<{
  /** The tenant has no log yet. */
  NotOpened: {}
  Verified: {
    readonly origin: string
    /** How many entries the tree has. */
    readonly entries: number
    /** How many records are stored. */
    readonly records: number
    /** How many checkpoints were compared with the tree. */
    readonly checkpoints: number
    /** How many findings there are of each name; none for an intact log. */
    readonly findings: ReadonlyMap<FindingName, number>
  }
}>

export const LogVerdict = Data.taggedEnum<LogVerdict>()

/** An entry may wait for so long, and a tree for its checkpoint. */
const waitMs = 60_000

/** Entries have the second they were put into the tree at: those in front of a walk were received before its end. */
const secondMs = 1_000

const iso = (epochMs: number): string => new Date(epochMs).toISOString()

type Report = (findings: ReadonlyArray<Finding>) => Effect.Effect<void>

/** Counts findings, and passes them on. */
const reporting = (onFinding: LogVerification["onFinding"]) => {
  const counts = new Map<FindingName, number>()
  const report: Report = (findings) =>
    Effect.forEach(
      findings,
      (one) => {
        counts.set(one.finding, (counts.get(one.finding) ?? 0) + 1)
        return onFinding(one)
      },
      { discard: true },
    )
  return { counts, report }
}

/** A tree whose beginning no key signed for a minute, although the log has a key, or has lost what was signed. */
const findUnsigned = (
  newest: number,
  head: TreeHead,
  uncoveredAt: number | null,
  now: number,
): ReadonlyArray<Finding> =>
  uncoveredAt === null || now - uncoveredAt < waitMs
    ? []
    : [
        findingOf(
          "CheckpointMissing",
          { from: newest, to: head.size },
          newest === 0
            ? "the log has named a key that signs it, and no checkpoint is kept"
            : `entries were logged from ${iso(uncoveredAt)} on, and the newest checkpoint that is kept is of ${newest}: it was deleted, or signing ended`,
        ),
      ]

const findBehind = ({ oldestQueued }: LogState, now: number): ReadonlyArray<Finding> =>
  // The first entry of a log is queued in front of all others.
  oldestQueued === null || oldestQueued === 0 || now - oldestQueued < waitMs
    ? []
    : [findingOf("SequencerBehind", {}, `an entry has been waiting to be logged since ${iso(oldestQueued)}`)]

const findRenamed = ({ origin: opened }: WalkMemory, origin: string): ReadonlyArray<Finding> =>
  opened === null || opened === origin
    ? []
    : [findingOf("StatementAltered", {}, `the log is named ${origin}, and its entries say ${opened}`)]

/** Which records a walk can have seen the entries of. */
const readScope = (
  firstBundle: number,
  startedAt: number,
): Effect.Effect<MembershipScope, StoreError, StoredEvidence> =>
  Effect.gen(function* () {
    const stored = yield* StoredEvidence
    const [row] = yield* stored.bundles(firstBundle, 1)
    const beginsAt = firstBundle === 0 ? Number.NEGATIVE_INFINITY : (row?.bundle?.entries[0]?.time ?? 0) + secondMs
    return {
      isWithin: (createdAt) => beginsAt <= createdAt && createdAt <= startedAt,
      isAfter: (createdAt) => createdAt > startedAt,
    }
  })

/**
 * Verifies the log of the tenant, and what it is of.
 *
 * @returns fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { readVerifierKey, type VerifyEd25519 } from "@consent-service/core/evidence"
 * import { verifyLog } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const verified = (trusted: string, verify: VerifyEd25519) => {
 *   const key = readVerifierKey(trusted)
 *   return verifyLog({
 *     keys: key === null ? [] : [key],
 *     verify,
 *     onFinding: ({ message }) => Effect.logWarning(message),
 *   })
 * }
 * ```
 */
export const verifyLog = (
  verification: LogVerification,
): Effect.Effect<LogVerdict, StoreError, EvidenceReader | StoredEvidence> =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const startedAt = yield* Clock.currentTimeMillis
    const state = Option.getOrNull(yield* reader.state)
    if (state === null) return LogVerdict.NotOpened()
    const { keys, outside = nothingOutside, verifiedSize = 0, verify } = verification
    const { head, origin } = state
    const newestKept = Option.getOrNull(yield* reader.checkpoint(0))
    const { counts, report } = reporting((finding) => verification.onFinding(withProof(finding, outside, newestKept)))
    yield* report([...findSetBack(outside, head.size), ...findBehind(state, startedAt)])

    const firstBundle = Math.floor(Math.min(verifiedSize, head.size) / tileWidth)
    const scope = yield* readScope(firstBundle, startedAt)
    const membership = new Membership()
    yield* addQueued(membership, scope.isWithin)
    const signatures = new SignatureCheck(origin, keys, verify)
    const anchors = makeAnchors(signatures, state, firstBundle * tileWidth, outside.checkpoints)
    const newest = newestKept?.size ?? 0
    const memory = newWalk(firstBundle * tileWidth)
    let uncoveredAt: number | null = null
    const tree = yield* walkLog({
      state,
      firstBundle,
      anchors,
      knownLeaves: outside.leaves,
      memory,
      report,
      onPage: (entries, records) => {
        for (const { createdAt, id } of records) if (scope.isWithin(createdAt)) membership.addLogged(id)
        uncoveredAt ??= entries.find(({ position }) => position >= newest)?.entry.time ?? null
        return verification.onProgress?.((entries.at(-1)?.position ?? 0) + 1, head.size) ?? Effect.void
      },
    })
    yield* report([...tree.end(), ...memory.late.end(), ...(yield* checkTiles(head.size))])
    yield* report(yield* findUnnamed(memory, head.size))
    yield* report(yield* Effect.promise(() => signatures.end(memory.keys, (size) => tree.isRight(size))))
    const isSigned = memory.keys.length > 0 || newest > 0
    yield* report([
      ...(isSigned ? findUnsigned(newest, head, uncoveredAt, startedAt) : []),
      ...findRenamed(memory, origin),
    ])
    const records = yield* checkMembership(membership, scope, report)
    return LogVerdict.Verified({
      origin,
      entries: head.size,
      records,
      checkpoints: anchors.count(),
      findings: counts,
    })
  })
