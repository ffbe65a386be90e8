/**
 * Reads the files of a published log (C2SP tlog-tiles), wherever they are.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CheckpointBody } from "../evidence/Checkpoint.js"
import { readCheckpointNote } from "../evidence/Checkpoint.js"
import type { Leaf } from "../evidence/Entry.js"
import { logPaths, tileNamePath, widthIn } from "../evidence/LogFiles.js"
import type { VerifierKey } from "../evidence/SignedNote.js"
import { readBundleBytes } from "../evidence/TileFiles.js"
import { tileWidth } from "../evidence/Tiles.js"
import { verifyCheckpoint, type VerifyEd25519 } from "../evidence/VerifyReceipt.js"

/**
 * A published log cannot be read, or is not what it should be.
 *
 * @example
 * ```ts
 * import { MirrorUnusable } from "@consent-service/core/evidence-log"
 *
 * new MirrorUnusable({ reason: "there is no file checkpoint" }).reason // "there is no file checkpoint"
 * ```
 */
export class MirrorUnusable extends Data.TaggedError("MirrorUnusable")<{ readonly reason: string }> {}

/** Reads a file of a published log by its path; none where there is none. */
export type ReadLogFile = (path: string) => Effect.Effect<Option.Option<Uint8Array>, MirrorUnusable>

/** A published checkpoint whose signature was verified. */
export interface MirrorCheckpoint extends CheckpointBody {
  /** As published. */
  readonly note: string
}

const unusable = (reason: string) => new MirrorUnusable({ reason })

/**
 * Reads the checkpoint of a published log, and verifies that one of the keys has signed it.
 *
 * @param keys - verifier keys from elsewhere than the published log
 * @example
 * ```ts
 * import type { VerifierKey, VerifyEd25519 } from "@consent-service/core/evidence"
 * import { readMirrorCheckpoint, type ReadLogFile } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const sizeOf = (read: ReadLogFile, keys: ReadonlyArray<VerifierKey>, verify: VerifyEd25519) =>
 *   Effect.map(readMirrorCheckpoint(read, keys, verify), ({ size }) => size)
 * ```
 */
export const readMirrorCheckpoint = (
  read: ReadLogFile,
  keys: ReadonlyArray<VerifierKey>,
  verify: VerifyEd25519,
): Effect.Effect<MirrorCheckpoint, MirrorUnusable> =>
  Effect.gen(function* () {
    const bytes = Option.getOrNull(yield* read(logPaths.checkpoint))
    if (bytes === null) return yield* unusable("there is no file checkpoint")
    const note = new TextDecoder().decode(bytes)
    const body = readCheckpointNote(note)
    if (body === null) return yield* unusable("its file checkpoint is none")
    const verdict = yield* Effect.promise(() => verifyCheckpoint(note, body.origin, { keys }, verify))
    if (verdict._tag === "Refused") return yield* unusable(`its checkpoint is not to be trusted: ${verdict.message}`)
    return { ...body, note }
  })

/** The leaves of a bundle in the tree of a size. Its beginning may be there as the full bundle only. */
const readBundle = (read: ReadLogFile, n: number, size: number) =>
  Effect.gen(function* () {
    const width = widthIn(size, { level: "entries", n })
    const [own, full] = [width, tileWidth].map((each) => tileNamePath({ level: "entries", n, width: each }))
    const found = yield* read(own ?? "")
    const bytes = Option.getOrNull(Option.isSome(found) ? found : yield* read(full ?? ""))
    if (bytes === null) return yield* unusable(`there is no file ${own}`)
    const leaves = readBundleBytes(bytes)
    if (leaves === null || leaves.length < width) return yield* unusable(`its file ${own} is not what it should be`)
    return leaves.slice(0, width)
  })

/**
 * Reads leaves of a published log.
 *
 * @param from - the position of the first
 * @param to - the position after the last; at most `size`
 * @param size - of the published checkpoint
 * @example
 * ```ts
 * import { readMirrorLeaves, type ReadLogFile } from "@consent-service/core/evidence-log"
 *
 * const first = (read: ReadLogFile) => readMirrorLeaves(read, 0, 1, 1)
 * ```
 */
export const readMirrorLeaves = (
  read: ReadLogFile,
  from: number,
  to: number,
  size: number,
): Effect.Effect<ReadonlyArray<Leaf>, MirrorUnusable> => {
  const first = Math.floor(from / tileWidth)
  const numbers = Array.from({ length: Math.ceil(to / tileWidth) - first }, (_, at) => first + at)
  return Effect.map(
    Effect.forEach(numbers, (n) => readBundle(read, n, size), { concurrency: 8 }),
    (bundles) => bundles.flat().slice(from - first * tileWidth, to - first * tileWidth),
  )
}
