/**
 * Time stamps as files: of each the answer of the authority, what was stamped, and a list of all.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { sha256Hex } from "../digest/Sha256.js"
import { logCaching, logPaths, logTypes } from "../evidence/LogFiles.js"
import { readTimestamp } from "../evidence/Timestamp.js"
import type { KeptTimestamp } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { type LogFile, LogPublisher, type PublishFailed } from "../ports/LogPublisher.js"
import type { StoreError } from "../ports/StoreError.js"

/** Stamps that are read together. */
const page = 500

/** An authority as part of a file's name. */
const labelOf = (authority: string): string => {
  const host = /^https?:\/\/([\w.-]+)/.exec(authority)?.[1] ?? "authority"
  return `${host}-${sha256Hex(authority).slice(0, 8)}`
}

/**
 * Where the two files of a stamp are: the answer, and what was stamped, as `openssl ts -verify` takes them.
 *
 * @example
 * ```ts
 * import { timestampPaths } from "@consent-service/core/evidence-log"
 *
 * timestampPaths({ size: 8, authority: "https://tsa.example" }).text // "timestamps/8/checkpoint.txt"
 * ```
 */
export const timestampPaths = ({ authority, size }: Pick<KeptTimestamp, "authority" | "size">) => ({
  answer: `timestamps/${size}/${labelOf(authority)}.tsr`,
  text: `timestamps/${size}/checkpoint.txt`,
})

/**
 * Reads all time stamps of trees of at least this size, the smallest first.
 *
 * @example
 * ```ts
 * import { readTimestamps } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const sizes = Effect.map(readTimestamps(0), (all) => all.map(({ size }) => size))
 * ```
 */
export const readTimestamps = (
  fromSize: number,
): Effect.Effect<ReadonlyArray<KeptTimestamp>, StoreError, EvidenceReader> =>
  Effect.gen(function* () {
    const { timestamps } = yield* EvidenceReader
    const all = new Map<string, KeptTimestamp>()
    for (let from = fromSize; ; ) {
      const read = yield* timestamps(from, page)
      for (const stamp of read) all.set(timestampPaths(stamp).answer, stamp)
      const last = read.at(-1)
      if (last === undefined || read.length < page) return Array.from(all.values())
      // Others of the same size may follow.
      from = last.size
    }
  })

const utf8 = new TextEncoder()

/**
 * The two files of a stamp: what was stamped, and what the authority answered.
 *
 * @example
 * ```ts
 * import { timestampFiles } from "@consent-service/core/evidence-log"
 * import type { KeptTimestamp } from "@consent-service/core/ports"
 *
 * const pathsOf = (stamp: KeptTimestamp) => timestampFiles(stamp).map(({ path }) => path)
 * ```
 */
export const timestampFiles = (stamp: KeptTimestamp): ReadonlyArray<LogFile> => {
  const paths = timestampPaths(stamp)
  return [
    { path: paths.text, bytes: utf8.encode(stamp.text), type: logTypes.checkpoint, cacheControl: logCaching.fixed },
    {
      path: paths.answer,
      bytes: new Uint8Array(stamp.answer),
      type: logTypes.stamp,
      cacheControl: logCaching.fixed,
    },
  ]
}

const listed = (stamp: KeptTimestamp) => {
  const reading = readTimestamp(stamp.answer, stamp.text, null)
  const time = reading._tag === "Stamped" ? new Date(reading.time).toISOString() : null
  return { size: stamp.size, authority: stamp.authority, time, ...timestampPaths(stamp) }
}

/**
 * The file that lists all stamps, with the time in each; null where an answer has none.
 *
 * @example
 * ```ts
 * import { timestampList } from "@consent-service/core/evidence-log"
 *
 * const { path } = timestampList("consent.shop.example/log", [])
 * ```
 */
export const timestampList = (origin: string, stamps: ReadonlyArray<KeptTimestamp>): LogFile => ({
  path: logPaths.timestamps,
  bytes: utf8.encode(`${JSON.stringify({ origin, timestamps: stamps.map(listed) }, null, 1)}\n`),
  type: logTypes.timestamps,
  cacheControl: logCaching.changing,
})

/** After a restart, what was stored within this time is put again: it may have been stored and not put. */
const putAgainMs = 30 * 86_400_000

/**
 * Makes the publishing of time stamps of a process: each run puts what is new, and the list of all.
 *
 * @returns how many files were put
 * @example
 * ```ts
 * import { makePublishTimestamps } from "@consent-service/core/evidence-log"
 *
 * const published = makePublishTimestamps()(true)
 * ```
 */
export const makePublishTimestamps = (): ((
  isNew: boolean,
) => Effect.Effect<number, StoreError | PublishFailed, EvidenceReader | LogPublisher>) => {
  const isPut = new Set<string>()
  let putList = ""
  return (isNew) =>
    Effect.gen(function* () {
      const state = Option.getOrNull(yield* (yield* EvidenceReader).state)
      const stamps = state === null ? [] : yield* readTimestamps(0)
      if (state === null || stamps.length === 0) return 0
      const { put } = yield* LogPublisher
      const since = isNew ? 0 : (yield* Clock.currentTimeMillis) - putAgainMs
      const missing = stamps.filter((stamp) => stamp.keptAt >= since && !isPut.has(timestampPaths(stamp).answer))
      for (const stamp of missing) {
        for (const file of timestampFiles(stamp)) yield* put(file)
        isPut.add(timestampPaths(stamp).answer)
      }
      const list = timestampList(state.origin, stamps)
      const newest = stamps.map((stamp) => timestampPaths(stamp).answer).join()
      if (newest === putList) return missing.length * 2
      yield* put(list)
      putList = newest
      return missing.length * 2 + 1
    })
}
