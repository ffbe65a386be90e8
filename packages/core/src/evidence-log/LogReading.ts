/**
 * Reads what a log publishes: checkpoints, proofs of consistency, tiles and bundles.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { consistencyRanges, type Hash } from "../evidence/MerkleTree.js"
import { widthIn } from "../evidence/LogFiles.js"
import { bundleBytes, tileBytes, type TileName } from "../evidence/TileFiles.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import type { StoreError } from "../ports/StoreError.js"
import { leafHash, leafData } from "../evidence/Entry.js"
import type { LogInconsistent } from "./LogInconsistent.js"
import { readProof } from "./ReadHashes.js"

/**
 * Reads the newest checkpoint; none before the first one.
 *
 * @example
 * ```ts
 * import { newestCheckpoint } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * const note = Effect.map(newestCheckpoint, Option.map((checkpoint) => checkpoint.note))
 * ```
 */
export const newestCheckpoint: Effect.Effect<
  Option.Option<KeptCheckpoint>,
  StoreError,
  EvidenceReader
> = Effect.flatMap(EvidenceReader, (reader) => reader.checkpoint(0))

/**
 * Reads the proof that the tree of `from` entries is the beginning of that of `to` entries.
 *
 * @returns none unless `0 < from <= to`, and the newest checkpoint covers `to` entries
 * @example
 * ```ts
 * import { isConsistent, type TreeHead } from "@consent-service/core/evidence"
 * import { readConsistency } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * const continues = (older: TreeHead, newer: TreeHead) =>
 *   Effect.map(readConsistency(older.size, newer.size), Option.exists((proof) => isConsistent(older, newer, proof)))
 * ```
 */
export const readConsistency = (
  from: number,
  to: number,
): Effect.Effect<Option.Option<ReadonlyArray<Hash>>, StoreError | LogInconsistent, EvidenceReader> =>
  Effect.flatMap(newestCheckpoint, (newest) => {
    const isCovered = 0 < from && from <= to && Option.exists(newest, ({ size }) => to <= size)
    return isCovered ? Effect.asSome(readProof(consistencyRanges(from, to))) : Effect.succeedNone
  })

const readBytes = Effect.fnUntraced(function* ({ level, n, width }: TileName) {
  const reader = yield* EvidenceReader
  // Stryker disable next-line ConditionalExpression,StringLiteral: no text is more than 0, which TypeScript does not know
  if (level !== "entries" && level > 0) {
    const [tile] = yield* reader.tiles([{ level, n }])
    return Option.map(Option.fromNullable(tile), ({ hashes }) => tileBytes(hashes.slice(0, width)))
  }
  const [bundle] = yield* reader.bundles(n, 1)
  return Option.map(Option.fromNullable(bundle), ({ entries }) => {
    const first = entries.slice(0, width)
    return level === "entries" ? bundleBytes(first) : tileBytes(first.map((entry) => leafHash(leafData(entry))))
  })
})

/**
 * Reads a tile or a bundle as it is published: the same bytes at any time.
 *
 * @returns none unless the newest checkpoint covers all of it
 * @example
 * ```ts
 * import { readTilePath } from "@consent-service/core/evidence"
 * import { readTile } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const name = readTilePath("tile/entries/000.p/8")
 * const bytes = name === null ? Effect.succeedNone : readTile(name)
 * ```
 */
export const readTile = (
  name: TileName,
): Effect.Effect<Option.Option<Uint8Array<ArrayBuffer>>, StoreError, EvidenceReader> =>
  Effect.flatMap(newestCheckpoint, (newest) =>
    Option.exists(newest, ({ size }) => name.width <= widthIn(size, name)) ? readBytes(name) : Effect.succeedNone,
  )
