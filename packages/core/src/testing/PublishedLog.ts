/** A published log in memory, which begins with the eight entries of the vectors, and the files that it consists of. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readCheckpointNote } from "../evidence/Checkpoint.js"
import { type Leaf, leafData, leafHash } from "../evidence/Entry.js"
import { logPaths, namesBetween, tileNamePath } from "../evidence/LogFiles.js"
import { type Hash, rootOf } from "../evidence/MerkleTree.js"
import { bundleBytes, type TileName, tileBytes } from "../evidence/TileFiles.js"
import { tileWidth } from "../evidence/Tiles.js"
import type { KnownCheckpoint } from "../evidence-audit/Outside.js"
import type { ReadLogFile } from "../evidence-log/Mirror.js"
import { digestOf, entries, start } from "./EvidenceVectors.js"
import { signed } from "./GrownLog.js"

/** A second for each entry behind the eight. */
const leafAt = (at: number): Leaf => {
  const vector = entries[at]
  if (vector === undefined) return { kind: 1, time: start + at * 1_000, commitment: digestOf(`${at}`) }
  return { kind: vector.kind, time: vector.time, commitment: vector.commitment }
}

export const leavesOf = (size: number): ReadonlyArray<Leaf> => Array.from({ length: size }, (_, at) => leafAt(at))

/** The same leaves but for one. */
export const altered = (leaves: ReadonlyArray<Leaf>, at: number, change: Partial<Leaf> = {}): ReadonlyArray<Leaf> =>
  leaves.map((leaf, index) => (index === at ? { ...leaf, commitment: digestOf(`altered ${at}`), ...change } : leaf))

export const hashesOf = (leaves: ReadonlyArray<Leaf>): ReadonlyArray<Hash> =>
  leaves.map((leaf) => leafHash(leafData(leaf)))

/** A checkpoint of these leaves, as another holds it. */
export const knownOf = (note: string): KnownCheckpoint => {
  const body = readCheckpointNote(note)
  if (body === null) throw new Error("it is no checkpoint")
  return { ...body, note }
}

/** The checkpoint of these leaves, signed by the key of the vectors. */
export const checkpointOf = (leaves: ReadonlyArray<Leaf>): KnownCheckpoint =>
  knownOf(signed({ size: leaves.length, root: rootOf(hashesOf(leaves)) }).note)

export type LogFiles = ReadonlyMap<string, Uint8Array>

const utf8 = new TextEncoder()

export const bytesOf = (text: string): Uint8Array => utf8.encode(text)

const contentOf = (leaves: ReadonlyArray<Leaf>, { level, n, width }: TileName): Uint8Array => {
  const from = n * tileWidth
  if (level === "entries") return bundleBytes(leaves.slice(from, from + width))
  const each = tileWidth ** level
  const hashAt = (at: number): Hash => rootOf(hashesOf(leaves.slice(at * each, (at + 1) * each)))
  return tileBytes(Array.from({ length: width }, (_, at) => hashAt(from + at)))
}

/** The files of a log with these leaves, without the beginnings of tiles that have become full. */
export const filesOf = (leaves: ReadonlyArray<Leaf>, { note } = checkpointOf(leaves)): LogFiles =>
  new Map([
    [logPaths.checkpoint, bytesOf(note)],
    ...namesBetween(0, leaves.length).map((name) => [tileNamePath(name), contentOf(leaves, name)] as const),
  ])

/** The same files but for some; those that are null are missing. */
export const withFiles = (files: LogFiles, others: Readonly<Record<string, Uint8Array | null>>): LogFiles => {
  const changed = new Map(files)
  for (const [path, bytes] of Object.entries(others)) {
    if (bytes === null) changed.delete(path)
    else changed.set(path, bytes)
  }
  return changed
}

export const readFrom =
  (files: LogFiles): ReadLogFile =>
  (path) =>
    Effect.sync(() => Option.fromNullable(files.get(path)))
