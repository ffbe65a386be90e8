/**
 * Has the checkpoints of a log cosigned: a follower of its newest one. Saves and signatures never wait for it.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CheckpointBody, readCheckpoint, readCheckpointNote } from "../evidence/Checkpoint.js"
import { consistencyRanges, type Hash, isConsistent } from "../evidence/MerkleTree.js"
import { readNote, type SignatureLine, type SignedNote, writeNote, writeSignatureLine } from "../evidence/SignedNote.js"
import { findCosignature } from "../evidence/Witness.js"
import { writeWitnessRequest } from "../evidence/WitnessRequest.js"
import { EvidenceLog, type KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { type Witness, Witnesses } from "../ports/Witnesses.js"
import type { LogInconsistent } from "./LogInconsistent.js"
import { newestCheckpoint } from "./LogReading.js"
import { readProof } from "./ReadHashes.js"

/** What asking a witness came to. */
export type WitnessRun = Data.TaggedEnum<{
  /** Its cosignature is kept with the checkpoint. */
  Witnessed: { readonly witness: string; readonly size: number }
  /** It has not signed. */
  Unwitnessed: { readonly witness: string; readonly reason: string }
  /** It has cosigned a tree that the stored one does not continue: the log was set back, or rewritten. */
  Contradicted: { readonly witness: string; readonly problem: string }
}>

export const WitnessRun = Data.taggedEnum<WitnessRun>()

/** How often a cosignature is put to a checkpoint to which others are put meanwhile. */
const mostAttempts = 10

const hasLine = ({ signatures }: SignedNote, { keyId, name }: Pick<SignatureLine, "keyId" | "name">): boolean =>
  signatures.some((line) => line.name === name && line.keyId === keyId)

/** Other processes and witnesses may add lines meanwhile. */
const keepLine = (
  size: number,
  line: SignatureLine,
  attempts = mostAttempts,
): Effect.Effect<void, StoreError, EvidenceLog | EvidenceReader> =>
  Effect.gen(function* () {
    const [kept] = yield* (yield* EvidenceReader).checkpoints(size, 1)
    const note = kept?.size === size ? readNote(kept.note) : null
    if (kept === undefined || note === null || hasLine(note, line)) return
    const to = `${kept.note}${writeSignatureLine(line)}`
    const isReplaced = yield* (yield* EvidenceLog).replaceNote(size, kept.note, to)
    if (!isReplaced && attempts > 1) yield* keepLine(size, line, attempts - 1)
  })

const proofFrom = (
  old: number,
  size: number,
): Effect.Effect<ReadonlyArray<Hash>, StoreError | LogInconsistent, EvidenceReader> =>
  old === 0 || old === size ? Effect.succeed([]) : readProof(consistencyRanges(old, size))

/** A checkpoint as the log signed it: witnesses need no lines of each other. */
const ownNote = ({ signatures, text }: SignedNote): string => {
  const [origin] = text.split("\n")
  return writeNote({ text, signatures: signatures.filter(({ name }) => name === origin) })
}

/** Asks a witness from the size that it is believed to know, then once more from the one that it names. */
const askFrom = ({ ask }: Witness, note: SignedNote, size: number, believed: number) =>
  Effect.gen(function* () {
    const checkpoint = ownNote(note)
    const send = (old: number) =>
      Effect.flatMap(proofFrom(old, size), (proof) => ask(writeWitnessRequest({ old, proof, checkpoint }))).pipe(
        Effect.map((answer) => ({ answer, old })),
      )
    const sent = yield* send(believed)
    const named = sent.answer._tag === "Knows" ? sent.answer.size : believed
    return named === believed || named > size ? sent : yield* send(named)
  })

const contradiction = (kept: KeptCheckpoint, known: number) =>
  known === kept.size
    ? `it has cosigned another tree of ${known} entries`
    : `it has cosigned a tree of ${known} entries, but ${kept.size} are signed here`

/** What follows from a witness that knows another tree; a larger one may have been signed meanwhile. */
const judge = (name: string, asked: KeptCheckpoint, known: number) =>
  Effect.gen(function* () {
    const newest = Option.getOrElse(yield* newestCheckpoint, () => asked)
    if (known > newest.size || known === asked.size) {
      return WitnessRun.Contradicted({ witness: name, problem: contradiction(newest, known) })
    }
    return WitnessRun.Unwitnessed({ witness: name, reason: `it knows a tree of ${known} entries` })
  })

/** Whether the checkpoint of a size is here with the witness's own cosignature, and that of a larger size continues it. */
const hasCosigned = ({ key }: Witness, old: number, after: CheckpointBody) =>
  Effect.gen(function* () {
    const { verify } = yield* Witnesses
    const [kept] = yield* (yield* EvidenceReader).checkpoints(old, 1)
    const before = readCheckpointNote(kept?.note ?? "")
    if (kept?.size !== old || before === null) return false
    const text = readNote(kept.note)?.text ?? ""
    const line = yield* Effect.promise(() => findCosignature(kept.note.slice(text.length + 1), text, key, verify))
    return line !== null && isConsistent(before, after, yield* proofFrom(old, after.size))
  })

/**
 * What follows from a witness that finds the proof wrong: it knows another tree, unless what it has cosigned itself is
 * here and continued.
 */
const judgeRefusal = (one: Witness, body: CheckpointBody, old: number) =>
  Effect.gen(function* () {
    const { name } = one.key
    if (old === 0) return WitnessRun.Unwitnessed({ witness: name, reason: "it refuses a proof where none is needed" })
    if (yield* hasCosigned(one, old, body)) {
      const reason = `it refuses what continues the tree of ${old} entries that it has cosigned itself`
      return WitnessRun.Unwitnessed({ witness: name, reason })
    }
    const problem = `the tree of ${body.size} entries does not continue that of ${old} entries which it has cosigned`
    return WitnessRun.Contradicted({ witness: name, problem })
  })

const witness = (one: Witness, kept: KeptCheckpoint, sizes: Map<Witness, number>) =>
  Effect.gen(function* () {
    const { id: keyId, name } = one.key
    const note = readNote(kept.note)
    const body = note === null ? null : readCheckpoint(note.text)
    if (note === null || body === null) {
      const reason = `the newest checkpoint in the database, of ${kept.size} entries, cannot be read`
      return WitnessRun.Unwitnessed({ witness: name, reason })
    }
    const witnessed = WitnessRun.Witnessed({ witness: name, size: kept.size })
    if (hasLine(note, { keyId, name })) return witnessed
    const { answer, old } = yield* askFrom(one, note, kept.size, Math.min(sizes.get(one) ?? 0, kept.size))
    if (answer._tag === "Knows") return yield* judge(name, kept, answer.size)
    if (answer._tag === "Inconsistent") return yield* judgeRefusal(one, body, old)
    if (answer._tag === "Unsigned") return WitnessRun.Unwitnessed({ witness: name, reason: answer.reason })
    const { verify } = yield* Witnesses
    const line = yield* Effect.promise(() => findCosignature(answer.lines, note.text, one.key, verify))
    if (line === null) return WitnessRun.Unwitnessed({ witness: name, reason: "its answer has no right signature" })
    sizes.set(one, kept.size)
    yield* keepLine(kept.size, line)
    return witnessed
  })

/**
 * Makes the witnessing of a process. Each run has the newest checkpoint cosigned by every witness, all asked together.
 *
 * @example
 * ```ts
 * import { makeWitnessing } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const cosigned = Effect.map(makeWitnessing(), (runs) => runs.filter(({ _tag }) => _tag === "Witnessed").length)
 * ```
 */
export const makeWitnessing = (): Effect.Effect<
  ReadonlyArray<WitnessRun>,
  StoreError,
  EvidenceLog | EvidenceReader | Witnesses
> => {
  const sizes = new Map<Witness, number>()
  return Effect.gen(function* () {
    const kept = Option.getOrNull(yield* newestCheckpoint)
    if (kept === null) return []
    const { all } = yield* Witnesses
    return yield* Effect.forEach(
      all,
      (one) =>
        Effect.catchTag(witness(one, kept, sizes), "LogInconsistent", ({ message }) =>
          Effect.succeed(WitnessRun.Unwitnessed({ witness: one.key.name, reason: message })),
        ),
      { concurrency: "unbounded" },
    )
  })
}
