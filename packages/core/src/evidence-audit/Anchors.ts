/**
 * The tree heads that a stored tree must have: those of its kept checkpoints, of its own head, and of what others hold.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { CheckpointBody } from "../evidence/Checkpoint.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EvidenceReader, type LogState } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import type { SignatureCheck } from "./CheckSignatures.js"
import type { Anchor } from "./CheckTree.js"
import type { Finding } from "./Finding.js"

/** Checkpoints that are read together. */
const page = 500

/** Anchors up to a size, and what was found when they were read. */
export interface DueAnchors {
  /** The smallest first. */
  readonly anchors: ReadonlyArray<Anchor>
  readonly findings: ReadonlyArray<Finding>
}

/** Gives anchors in the order of their sizes. */
export interface Anchors {
  /** Those up to this size that were not given before. */
  readonly upTo: (size: number) => Effect.Effect<DueAnchors, StoreError, EvidenceReader>
  /** How many kept checkpoints were read. */
  readonly count: () => number
}

/** @param from - anchors of this size or less are left out */
export const makeAnchors = (
  signatures: SignatureCheck,
  { head }: LogState,
  from: number,
  known: ReadonlyArray<CheckpointBody>,
): Anchors => {
  let waiting: ReadonlyArray<Anchor> = [
    ...known.map(({ root, size }): Anchor => ({ size, root, source: "known" })),
    { size: head.size, root: head.root, source: "head" },
  ]
  let next: number | null = from + 1
  let count = 0

  const read = (checkpoint: KeptCheckpoint): Effect.Effect<ReadonlyArray<Finding>> =>
    Effect.map(
      Effect.promise(() => signatures.read(checkpoint)),
      ({ body, finding }) => {
        count += 1
        if (body !== null) waiting = [...waiting, { size: body.size, root: body.root, source: "kept" }]
        return finding === null ? [] : [finding]
      },
    )

  const readUntil = (size: number): Effect.Effect<ReadonlyArray<Finding>, StoreError, EvidenceReader> =>
    Effect.gen(function* () {
      if (next === null || next > size) return []
      const reader = yield* EvidenceReader
      const checkpoints = yield* reader.checkpoints(next, page)
      // Those above were signed since the head was read.
      const findings = yield* Effect.forEach(
        checkpoints.filter((one) => one.size <= head.size),
        read,
      )
      next = checkpoints.length < page ? null : (checkpoints.at(-1)?.size ?? 0) + 1
      return [...findings.flat(), ...(yield* readUntil(size))]
    })

  return {
    upTo: (size) =>
      Effect.map(readUntil(size), (findings) => {
        const due = waiting.filter((anchor) => anchor.size <= size && anchor.size > from)
        waiting = waiting.filter((anchor) => anchor.size > size)
        return { anchors: due.sort((one, other) => one.size - other.size), findings }
      }),
    count: () => count,
  }
}
