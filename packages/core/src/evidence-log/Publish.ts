/**
 * Publishes a log: a follower of its checkpoints, whose cursor is the newest published one. It may lag and die at any
 * time; the next run goes on where the last checkpoint was published.
 *
 * The order is: bundles with what the erasures in them say, tiles, keys, and the checkpoint last, so that all that a
 * published checkpoint covers is there.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readCheckpointNote } from "../evidence/Checkpoint.js"
import { logCaching, logPaths, logTypes, namesBetween, tileNamePath } from "../evidence/LogFiles.js"
import type { TileName } from "../evidence/TileFiles.js"
import type { CheckpointSigner } from "../ports/CheckpointSigner.js"
import type { EvidenceReader } from "../ports/EvidenceReader.js"
import { type LogFile, LogPublisher, PublishFailed } from "../ports/LogPublisher.js"
import type { StoreError } from "../ports/StoreError.js"
import { checkAnchor } from "./CheckHead.js"
import { makeReadKeys } from "./LogKeys.js"
import { newestCheckpoint, readTile } from "./LogReading.js"
import { erasuresFile } from "./PublishedErasures.js"

/** What a run came to. */
export type PublishRun = Data.TaggedEnum<{
  /** The newest checkpoint is published. */
  Published: {
    /** Up to which size it was published before; 0 where nothing was. */
    readonly from: number
    readonly size: number
    /** How many files were put. */
    readonly files: number
  }
  /** Nothing was signed yet. */
  Unsigned: {}
  /** What is published contradicts what is stored: nothing was put. */
  Contradicted: { readonly problem: string }
}>

export const PublishRun = Data.taggedEnum<PublishRun>()

const utf8 = new TextEncoder()

const tileFile = (name: TileName): Effect.Effect<LogFile, StoreError | PublishFailed, EvidenceReader> =>
  Effect.flatMap(
    readTile(name),
    Option.match({
      onNone: () =>
        new PublishFailed({
          reason: `${tileNamePath(name)} is not in the database, although a checkpoint covers it`,
        }),
      onSome: (bytes) =>
        Effect.succeed({ path: tileNamePath(name), bytes, type: logTypes.tile, cacheControl: logCaching.fixed }),
    }),
  )

const changing = (kind: "checkpoint" | "keys", text: string): LogFile => ({
  path: logPaths[kind],
  bytes: utf8.encode(text),
  type: logTypes[kind],
  cacheControl: logCaching.changing,
})

/** Which published checkpoint a run goes on from; a text that says why it cannot. */
const cursorIn = (origin: string, published: Option.Option<string>) =>
  Effect.gen(function* () {
    if (Option.isNone(published)) return 0
    const cursor = readCheckpointNote(published.value)
    if (cursor === null) return "what is published as the checkpoint is none"
    if (cursor.origin !== origin) return `another log is published there: ${cursor.origin}, not ${origin}`
    return (yield* checkAnchor(origin, published.value)) ?? cursor.size
  })

/** Called after each so many files, with how many there are. */
type Progress = (done: number, all: number) => void

/** Returns how many files were put. */
const putTiles = (names: ReadonlyArray<TileName>, progress: Progress) =>
  Effect.gen(function* () {
    const { put } = yield* LogPublisher
    let files = names.length
    for (const [at, name] of names.entries()) {
      yield* put(yield* tileFile(name))
      const erasures = name.level === "entries" ? yield* erasuresFile(name) : Option.none()
      if (Option.isSome(erasures)) {
        yield* put(erasures.value)
        files += 1
      }
      progress(at + 1, names.length)
    }
    return files
  })

/**
 * Makes the publishing of a process. Each run publishes up to the newest checkpoint; of runs in several processes each
 * puts the same bytes.
 *
 * @param progress - called after each bundle and tile
 * @example
 * ```ts
 * import { makePublish } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const published = Effect.map(makePublish(), (run) => run._tag === "Published" && run.size)
 * ```
 */
export const makePublish = (
  progress: Progress = () => {},
): Effect.Effect<PublishRun, StoreError | PublishFailed, EvidenceReader | CheckpointSigner | LogPublisher> => {
  const readKeys = makeReadKeys()
  let keysPut: string | null = null
  const putKeys = Effect.gen(function* () {
    const text = `${JSON.stringify(Option.getOrNull(yield* readKeys))}\n`
    if (text === keysPut) return 0
    yield* (yield* LogPublisher).put(changing("keys", text))
    keysPut = text
    return 1
  })
  return Effect.gen(function* () {
    const { latest, put } = yield* LogPublisher
    const newest = yield* newestCheckpoint
    if (Option.isNone(newest)) return PublishRun.Unsigned()
    const { note, size } = newest.value
    const body = readCheckpointNote(note)
    if (body === null) {
      const reason = `the newest checkpoint in the database, of ${size} entries, cannot be read`
      return yield* new PublishFailed({ reason })
    }
    const published = yield* latest
    if (Option.contains(published, note)) return PublishRun.Published({ from: body.size, size: body.size, files: 0 })
    const cursor = yield* cursorIn(body.origin, published)
    if (typeof cursor === "string") return PublishRun.Contradicted({ problem: cursor })
    // Another process may have published a later one meanwhile.
    if (cursor > body.size) return PublishRun.Published({ from: cursor, size: cursor, files: 0 })
    const names = namesBetween(cursor, body.size)
    const tiles = yield* putTiles(names, progress)
    const keys = yield* putKeys
    yield* put(changing("checkpoint", note))
    return PublishRun.Published({ from: cursor, size: body.size, files: tiles + keys + 1 })
  })
}
