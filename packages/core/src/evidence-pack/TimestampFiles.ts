/**
 * The time stamps of an evidence pack: for each record, the first stamp of each authority over a tree that has it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { readTimestamps, timestampFiles } from "../evidence-log/PublishedTimestamps.js"
import type { KeptTimestamp } from "../ports/EvidenceLog.js"
import type { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import type { PackFile } from "./PackFile.js"

/** The first stamp of each authority over each of these positions. */
const firstStamps = (stamps: ReadonlyArray<KeptTimestamp>, positions: ReadonlyArray<number>) => {
  const chosen = new Set<KeptTimestamp>()
  for (const position of positions) {
    const authorities = new Set<string>()
    for (const stamp of stamps) {
      if (stamp.size <= position || authorities.has(stamp.authority)) continue
      authorities.add(stamp.authority)
      chosen.add(stamp)
    }
  }
  return Array.from(chosen)
}

/**
 * Reads the stamps for a pack.
 *
 * @param positions - of the records' entries
 */
export const readPackTimestamps = (
  positions: ReadonlyArray<number>,
): Effect.Effect<ReadonlyArray<KeptTimestamp>, StoreError, EvidenceReader> =>
  positions.length === 0
    ? Effect.succeed([])
    : Effect.map(readTimestamps(Math.min(...positions) + 1), (stamps) => firstStamps(stamps, positions))

/** The files of stamps: what an authority answered, and what it stamped. */
export const packTimestampFiles = (stamps: ReadonlyArray<KeptTimestamp>): ReadonlyArray<PackFile> => {
  const files = stamps.flatMap(timestampFiles).map(({ bytes, path }) => ({ path: `log/${path}`, bytes }))
  // Authorities may have stamped the same tree.
  return Array.from(new Map(files.map((file) => [file.path, file])).values())
}
