/**
 * One round of a sequencer: what is queued goes into the tree, and the tree is signed.
 *
 * The order makes a round safe to repeat after a crash at any step: an integration is one transaction, a checkpoint is
 * signed after the commit of what it covers, and nothing is signed that was not compared with what was signed before.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { equalBytes } from "../digest/Hmac.js"
import { writeCheckpoint } from "../evidence/Checkpoint.js"
import type { TreeHead } from "../evidence/MerkleTree.js"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { logOpenedStatement } from "../evidence/Statement.js"
import { integrate } from "../evidence/Tiles.js"
import type { Observation } from "../observation/Observation.js"
import type { CheckpointSigner } from "../ports/CheckpointSigner.js"
import { type EvidenceLog, IntegrationOutcome } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { compareHead } from "./CompareHead.js"
import { newKeyEntries } from "./KeyEntries.js"
import type { DrawSalt } from "./QueuedEntries.js"
import { checkpointsToForget } from "./ThinCheckpoints.js"

/** What a sequencer works with. */
export interface RoundPorts {
  readonly log: Context.Tag.Service<EvidenceLog>
  readonly reader: Context.Tag.Service<EvidenceReader>
  readonly signer: Context.Tag.Service<CheckpointSigner>
  readonly draw: DrawSalt
}

/** How a sequencer works. */
export interface SequencerSettings {
  /** The name of the log. */
  readonly origin: string
  /** The least time between two checkpoints, in milliseconds. */
  readonly checkpointEveryMs: number
  /** How many entries are put in together. */
  readonly batch: number
  /** Names the process. */
  readonly holder: string
}

/** What a sequencer remembers between rounds. */
export interface SequencerMemory {
  opened: boolean
  keysEntered: boolean
  /** The last tree that this process signed. */
  signed: TreeHead | null
  /** When checkpoints were thinned; epoch milliseconds. */
  thinnedAt: number
}

/** What a round comes to. */
export type RoundOutcome =
  /** All is in the tree, and signed where keys are configured. */
  | { readonly _tag: "Idle" }
  /** There is more to do. */
  | { readonly _tag: "Busy" }
  /** Something is wrong that another round does not put right. */
  | { readonly _tag: "Stopped"; readonly observation: Observation }

const idle: RoundOutcome = { _tag: "Idle" }
const busy: RoundOutcome = { _tag: "Busy" }
const stopped = (observation: Observation): RoundOutcome => ({ _tag: "Stopped", observation })
const forked = (finding: string): RoundOutcome => stopped({ _tag: "LogForked", finding })

/** How long a process keeps others from looking at the queue, in milliseconds. */
const leaseMs = 5_000

/** How often checkpoints are thinned, in milliseconds. */
const thinEveryMs = 3_600_000

/** Checkpoints that are read together. */
const page = 1_000

const isSameTree = (one: TreeHead, other: TreeHead): boolean =>
  one.size === other.size && equalBytes(one.root, other.root)

/** What is integrated before the tree is signed. */
type Integrated =
  | { readonly _tag: "Grown"; readonly head: TreeHead; readonly backlog: boolean }
  | { readonly _tag: "Altered" }
  | { readonly _tag: "Lost" }

/** Makes the rounds of a sequencer. */
export const makeRound = (
  { draw, log, reader, signer }: RoundPorts,
  settings: SequencerSettings,
  memory: SequencerMemory,
): Effect.Effect<RoundOutcome, StoreError> => {
  const { batch, checkpointEveryMs, holder, origin } = settings
  const isSigned = signer.keys.length > 0

  /** Null when the log is open under its configured name. */
  const open = Effect.fnUntraced(function* (now: number) {
    if (memory.opened) return null
    const statement = logOpenedStatement({ openedAt: now, origin })
    const entry = pendingEntry(statement, { id: "log_opened", receivedAt: now, salt: draw() })
    const outcome = yield* log.open({ origin, openedAt: now, entry })
    if (outcome._tag === "Foreign") {
      return stopped({ _tag: "LogForeign", origin: outcome.origin, configured: origin })
    }
    memory.opened = true
    return null
  })

  const enterKeys = Effect.fnUntraced(function* (now: number) {
    if (memory.keysEntered) return
    yield* log.queue(yield* newKeyEntries(reader, { keys: signer.keys, origin }, now, draw))
    memory.keysEntered = true
  })

  /** Puts in what waits, for as long as no checkpoint is due. */
  const grow = Effect.fnUntraced(function* (startedAt: number): Effect.fn.Return<Integrated, StoreError> {
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      const outcome = yield* log.integrate(batch, (head, edge, queued) => integrate(head, edge, queued, now))
      if (IntegrationOutcome.$is("Inconsistent")(outcome)) return { _tag: "Altered" }
      if (IntegrationOutcome.$is("NotOpened")(outcome)) return { _tag: "Lost" }
      const backlog = outcome._tag === "Integrated" && outcome.backlog
      if (!backlog || now - startedAt >= checkpointEveryMs) return { _tag: "Grown", head: outcome.head, backlog }
      const lease = yield* log.lease(holder, now, leaseMs)
      if (lease._tag !== "Leased") return { _tag: "Lost" }
      // Saves on the same thread go first.
      yield* Effect.yieldNow()
    }
  })

  const thin = Effect.fnUntraced(function* (now: number) {
    if (now - memory.thinnedAt < thinEveryMs) return
    memory.thinnedAt = now
    for (let from = 0; ; ) {
      const checkpoints = yield* reader.checkpoints(from, page)
      const forgotten = checkpointsToForget(checkpoints, now)
      if (forgotten.length > 0) yield* log.forgetCheckpoints(forgotten)
      const last = checkpoints.at(-1)
      if (last === undefined || checkpoints.length < page) return
      from = last.size + 1
    }
  })

  /** Signs the tree as it is read back; whether nothing is left to be signed. */
  const sign = Effect.fnUntraced(function* (grown: TreeHead) {
    if (!isSigned) return true
    const now = yield* Clock.currentTimeMillis
    const newest = Option.getOrNull(yield* reader.checkpoint(0))
    if (newest?.size === grown.size) return true
    const isDue = newest === null || now < newest.signedAt || now - newest.signedAt >= checkpointEveryMs
    const state = Option.getOrNull(yield* reader.state)
    // Another process has gone on: the next round compares the tree again.
    if (!isDue || state === null || !isSameTree(state.head, grown)) return false
    const text = writeCheckpoint({ origin, size: grown.size, root: grown.root })
    const lines = yield* signer.sign(text)
    const note = `${text}\n${lines.map((line) => `${line}\n`).join("")}`
    // Remembered before it is kept: a signature that was made counts, wherever it went.
    memory.signed = grown
    yield* log.keepCheckpoint({ size: grown.size, note, signedAt: now })
    yield* thin(now)
    return true
  })

  /** What a process does that may not integrate: another one does it. */
  const watch = Effect.gen(function* () {
    const state = Option.getOrNull(yield* reader.state)
    if (state === null || state.queued > 0) return busy
    return !isSigned || Option.isSome(yield* reader.checkpoint(state.head.size)) ? idle : busy
  })

  const leased = Effect.fnUntraced(function* (now: number) {
    const state = Option.getOrNull(yield* reader.state)
    if (state === null) return busy
    const finding = yield* Effect.provideService(compareHead(origin, state.head, memory.signed), EvidenceReader, reader)
    if (finding !== null) return forked(finding)
    yield* Effect.provideService(enterKeys(now), EvidenceReader, reader)
    const grown = yield* grow(now)
    if (grown._tag === "Altered") return forked("the edge of the stored tree does not have the root of its head")
    if (grown._tag === "Lost") return busy
    const isDone = yield* sign(grown.head)
    return isDone && !grown.backlog ? idle : busy
  })

  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const foreign = yield* open(now)
    if (foreign !== null) return foreign
    const lease = yield* log.lease(holder, now, leaseMs)
    switch (lease._tag) {
      case "HeldByAnother":
        return yield* watch
      case "ClockSuspicious":
        return stopped({ _tag: "ClockSuspicious", offsetMs: lease.offsetMs })
      case "NotOpened":
        memory.opened = false
        return busy
      case "Leased": {
        const outcome = yield* leased(now)
        if (outcome._tag !== "Busy") yield* log.release(holder)
        return outcome
      }
    }
  })
}
