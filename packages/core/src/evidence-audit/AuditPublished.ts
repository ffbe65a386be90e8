/**
 * Audits a published log from outside: with its files, the keys that are trusted, and what was seen of it before. No
 * database is needed, and nothing of the operator is trusted but a signature.
 *
 * The tree is computed from the published entries. It must have the root that is signed now, the one that was signed when
 * it was audited last, and that of each checkpoint which others hold: otherwise the log has shown two histories.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { equalBytes } from "../digest/Hmac.js"
import { readCheckpointNote } from "../evidence/Checkpoint.js"
import { type Leaf, leafData, leafHash } from "../evidence/Entry.js"
import { type Hash, rootOf } from "../evidence/MerkleTree.js"
import type { VerifierKey } from "../evidence/SignedNote.js"
import { tileWidth } from "../evidence/Tiles.js"
import { type Cosignature, verifyCheckpoint, type VerifyEd25519 } from "../evidence/VerifyReceipt.js"
import {
  type MirrorCheckpoint,
  MirrorUnusable,
  readMirrorCheckpoint,
  readMirrorLeaves,
  type ReadLogFile,
} from "../evidence-log/Mirror.js"
import { type AuditMemory, inFullBundles } from "./AuditMemory.js"
import { CompactRange } from "./CompactRange.js"
import { type Finding, findingOf } from "./Finding.js"
import type { KnownCheckpoint } from "./Outside.js"
import { stampTargets, type Target } from "./PublishedStamps.js"
import { checkFullTile, checkLastTiles } from "./PublishedTiles.js"

/** How a published log is audited. */
export interface PublishedAudit {
  readonly read: ReadLogFile
  /** Verifier keys of the log, from elsewhere than the published files. */
  readonly keys: ReadonlyArray<VerifierKey>
  /** Verifier keys of its witnesses. */
  readonly witnesses: ReadonlyArray<VerifierKey>
  /** How many of them must have cosigned the newest checkpoint. */
  readonly quorum: number
  readonly verify: VerifyEd25519
  /** What the last audit returned; null for the first one, and to read all entries again. */
  readonly memory: AuditMemory | null
  /** Checkpoints that others hold of the log, whose signatures were verified. */
  readonly known: ReadonlyArray<KnownCheckpoint>
  /** Called with each finding. */
  readonly onFinding: (finding: Finding) => Effect.Effect<void>
  /** Called now and then with how many entries were read, and how many there are. */
  readonly onProgress?: (read: number, size: number) => Effect.Effect<void>
}

/** What an audit came to. */
export interface AuditVerdict {
  readonly origin: string
  readonly size: number
  /** The first entry that was read: those before were audited earlier. */
  readonly from: number
  readonly witnesses: ReadonlyArray<Cosignature>
  /** How many time stamps were compared with the tree. */
  readonly timestamps: number
  /** What to remember for the next audit; null when something was found: then the former memory stays what is known. */
  readonly memory: AuditMemory | null
}

/** How many bundles are read together. */
const bundlesAPage = 16

/** The witnesses that have cosigned, and what is found where they are too few. */
const witnessesOf = (checkpoint: MirrorCheckpoint, { keys, quorum, verify, witnesses }: PublishedAudit) =>
  Effect.promise(async () => {
    const required = await verifyCheckpoint(checkpoint.note, checkpoint.origin, { keys, witnesses, quorum }, verify)
    return required._tag === "Refused"
      ? { cosigned: [], findings: [findingOf("NotWitnessed", { to: checkpoint.size }, required.message)] }
      : { cosigned: required.witnesses, findings: [] }
  })

/** The log has signed two trees of which one does not continue the other. */
export const findForked = (
  { note, size }: Pick<KnownCheckpoint, "note" | "size">,
  newest: MirrorCheckpoint,
): Finding => ({
  ...findingOf(
    "Forked",
    { to: size },
    `the log that is published does not begin with the tree of ${size} entries that it has signed`,
  ),
  notes: [note, newest.note],
})

const knownTargets = (known: ReadonlyArray<KnownCheckpoint>, newest: MirrorCheckpoint): ReadonlyArray<Target> =>
  known.map((one) => ({ size: one.size, root: one.root, finding: findForked(one, newest) }))

/** What is found of checkpoints that are larger than what is published. */
const findSetBackOf = (known: ReadonlyArray<KnownCheckpoint>, { size }: MirrorCheckpoint): ReadonlyArray<Finding> =>
  known
    .filter((one) => one.size > size)
    .map((one) =>
      findingOf(
        "SetBack",
        { from: size, to: one.size },
        `${one.size} entries are signed, and ${size} are published here: this copy lags, or the log was set back`,
      ),
    )

/** What a walk has of the tree so far. */
interface Walk {
  /** The full bundles. */
  readonly bundles: CompactRange
  /** Of the entry that was walked last. */
  lastTime: number
  /** Of the last entry in a full bundle. */
  fullTime: number
}

const findTimes = (walk: Walk, first: number, leaves: ReadonlyArray<Leaf>): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  leaves.forEach(({ kind, time }, at) => {
    const position = first + at
    if (time < walk.lastTime)
      findings.push(findingOf("BundleBroken", { position }, "its time is before that of the entry in front of it"))
    if (position === 0 && kind !== 0)
      findings.push(findingOf("BundleBroken", { position }, "the first entry does not open the log"))
    walk.lastTime = Math.max(walk.lastTime, time)
  })
  return findings
}

/** Compares the targets within a bundle with the tree. */
const findOtherTrees = (
  targets: ReadonlyArray<Target>,
  { bundles }: Walk,
  first: number,
  hashes: ReadonlyArray<Hash>,
): ReadonlyArray<Target> => {
  // Stryker disable next-line ConditionalExpression,EqualityOperator,LogicalOperator,MethodExpression: others are not found below
  const due = targets.filter(({ size }) => size > first && size <= first + hashes.length)
  // Stryker disable next-line ConditionalExpression: it saves the time to compute the roots
  if (due.length === 0) return []
  const range = bundles.copy()
  return hashes.flatMap((hash, at) => {
    range.push(0, hash)
    const here = due.filter(({ size }) => size === first + at + 1)
    return here.filter(({ root }) => !equalBytes(root, range.root()))
  })
}

/** Walks one bundle; returns what was found, and which targets are other trees. */
const walkBundle = (
  { read }: PublishedAudit,
  walk: Walk,
  targets: ReadonlyArray<Target>,
  first: number,
  leaves: ReadonlyArray<Leaf>,
) =>
  Effect.gen(function* () {
    const hashes = leaves.map((leaf) => leafHash(leafData(leaf)))
    const findings = [...findTimes(walk, first, leaves)]
    const others = findOtherTrees(targets, walk, first, hashes)
    if (leaves.length < tileWidth) {
      const range = walk.bundles.copy()
      for (const hash of hashes) range.push(0, hash)
      findings.push(...(yield* checkLastTiles(read, range, first + leaves.length)))
      return { findings, others }
    }
    const n = first / tileWidth
    const root = rootOf(hashes)
    const full = [{ level: 8, hash: root }]
    walk.bundles.push(8, root, (subtree) => void full.push(subtree))
    walk.fullTime = walk.lastTime
    for (const { hash, level } of full) {
      if (level % 8 !== 0) continue
      const tile = level / 8 - 1
      findings.push(...(yield* checkFullTile(read, tile, Math.floor(n / tileWidth ** tile), hash)))
    }
    return { findings, others }
  })

const walkAll = (audit: PublishedAudit, walk: Walk, targets: ReadonlyArray<Target>, from: number, size: number) =>
  Effect.gen(function* () {
    const others: Array<Target> = []
    for (let first = from; first < size; ) {
      const to = Math.min(size, first + bundlesAPage * tileWidth)
      const leaves = yield* readMirrorLeaves(audit.read, first, to, size)
      for (let at = 0; at < leaves.length; at += tileWidth) {
        const walked = yield* walkBundle(audit, walk, targets, first + at, leaves.slice(at, at + tileWidth))
        others.push(...walked.others)
        yield* Effect.forEach(walked.findings, audit.onFinding, { discard: true })
      }
      first = to
      yield* audit.onProgress?.(first, size) ?? Effect.void
    }
    if (size % tileWidth === 0) {
      yield* Effect.forEach(yield* checkLastTiles(audit.read, walk.bundles, size), audit.onFinding, { discard: true })
    }
    return others
  })

/**
 * What follows from trees that this one does not begin with. While it is not the tree that is signed now, its files are
 * altered, and say nothing about earlier ones.
 */
const judge = (others: ReadonlyArray<Target>, newest: Target): ReadonlyArray<Finding> =>
  others.includes(newest) ? [newest.finding] : others.map(({ finding }) => finding)

const beginning = () => ({ bundles: new CompactRange(), lastTime: 0 })

/**
 * Compares the published entries with all trees that they must have. Where those since the last audit are not what is
 * signed now, all are read again: either the files are altered, or the log has another history than it had.
 */
const compareAll = (
  audit: PublishedAudit,
  { bundles, lastTime }: Pick<Walk, "bundles" | "lastTime">,
  targets: ReadonlyArray<Target>,
  from: number,
  newest: MirrorCheckpoint,
): Effect.Effect<Walk & { readonly from: number }, MirrorUnusable> =>
  Effect.gen(function* () {
    const walk: Walk = { bundles, lastTime, fullTime: lastTime }
    const message = "the published entries are not those that were signed"
    const range = { from, to: newest.size }
    const own: Target = { size: newest.size, root: newest.root, finding: findingOf("TreeAltered", range, message) }
    const found: Array<Finding> = []
    const onFinding = (finding: Finding) => Effect.sync(() => void found.push(finding))
    // What is found behind another history than the one that was audited says nothing yet.
    const walked = from === 0 ? audit : { ...audit, onFinding }
    const others = yield* walkAll(walked, walk, [...targets, own], from, newest.size)
    if (others.includes(own) && from > 0) return yield* compareAll(audit, beginning(), targets, 0, newest)
    yield* Effect.forEach(found, audit.onFinding, { discard: true })
    yield* Effect.forEach(judge(others, own), audit.onFinding, { discard: true })
    return { ...walk, from }
  })

/**
 * Reads the newest checkpoint, and compares it with its witnesses and with the sizes of what is held of the log: what
 * others hold, and what the last audit remembers.
 */
export const beginAudit = (audit: PublishedAudit) =>
  Effect.gen(function* () {
    const { keys, known, memory, read, verify } = audit
    const newest = yield* readMirrorCheckpoint(read, keys, verify)
    const remembered = memory === null ? null : readCheckpointNote(memory.checkpoint)
    if (remembered !== null && remembered.origin !== newest.origin) {
      return yield* new MirrorUnusable({ reason: `it is the log ${newest.origin}, not ${remembered.origin}` })
    }
    // Stryker disable next-line ConditionalExpression,LogicalOperator: a checkpoint without a size is compared with nothing
    const held = remembered === null || memory === null ? known : [...known, { ...remembered, note: memory.checkpoint }]
    const { cosigned, findings: unwitnessed } = yield* witnessesOf(newest, audit)
    return { newest, remembered, held, cosigned, findings: [...unwitnessed, ...findSetBackOf(held, newest)] }
  })

/**
 * Audits a published log.
 *
 * @returns fails with `MirrorUnusable` when it cannot be read, or its checkpoint is not signed by a trusted key
 * @example
 * ```ts
 * import { auditPublished, type PublishedAudit } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const sizeOf = (audit: PublishedAudit) => Effect.map(auditPublished(audit), ({ size }) => size)
 * ```
 */
export const auditPublished = (audit: PublishedAudit): Effect.Effect<AuditVerdict, MirrorUnusable> =>
  Effect.gen(function* () {
    const { memory, read } = audit
    let isIntact = true
    const onFinding: PublishedAudit["onFinding"] = (finding) =>
      Effect.suspend(() => {
        isIntact = false
        return audit.onFinding(finding)
      })
    const report = (findings: ReadonlyArray<Finding>) => Effect.forEach(findings, onFinding, { discard: true })
    const { cosigned, findings, held, newest, remembered } = yield* beginAudit(audit)
    yield* report(findings)
    const isBehind = held.some(({ size }) => remembered !== null && size < inFullBundles(remembered.size))
    const canGoOn = memory?.bundles != null && remembered !== null && remembered.size <= newest.size && !isBehind
    const from = canGoOn ? inFullBundles(remembered.size) : 0
    const stamps = yield* stampTargets(read, newest, from)
    yield* report(stamps.findings)
    const targets = [...knownTargets(held, newest), ...stamps.targets]
    const begun = canGoOn ? { bundles: memory.bundles.copy(), lastTime: memory.lastTime } : beginning()
    const walked = yield* compareAll({ ...audit, onFinding }, begun, targets, from, newest)
    return {
      origin: newest.origin,
      size: newest.size,
      from: walked.from,
      witnesses: cosigned,
      timestamps: stamps.targets.length,
      memory: isIntact ? { checkpoint: newest.note, bundles: walked.bundles, lastTime: walked.fullTime } : null,
    }
  })
