import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import type { KeptTimestamp } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { type LogFile, LogPublisher } from "../ports/LogPublisher.js"
import { checkpoints, digestOf } from "../testing/EvidenceVectors.js"
import { grownLog, portsOf } from "../testing/GrownLog.js"
import { timestampVector } from "../testing/TimestampVector.js"
import {
  makePublishTimestamps,
  readTimestamps,
  timestampFiles,
  timestampList,
  timestampPaths,
} from "./PublishedTimestamps.js"

const authority = "https://tsa.example:8443/sign?x=1"
const label = `tsa.example-${digestOf(authority).slice(0, 8)}`
const day = 86_400_000
const now = 1_796_083_200_000

const stampOf = (size: number, by = authority, keptAt = now): KeptTimestamp => ({
  size,
  authority: by,
  text: checkpoints.text8,
  answer: timestampVector.answer,
  keptAt,
})

/** A reader of these stamps, and the places from which it was read. */
const readerOf = (stamps: ReadonlyArray<KeptTimestamp>, isOpen = true) => {
  const asked: Array<readonly [number, number]> = []
  const opened = portsOf({ ...grownLog([1]), isOpen })
  const layer = Layer.effect(
    EvidenceReader,
    Effect.map(EvidenceReader, (reader) => ({
      ...reader,
      timestamps: (from: number, limit: number) =>
        Effect.sync(() => {
          asked.push([from, limit])
          return stamps.filter(({ size }) => size >= from).slice(0, limit)
        }),
    })),
  ).pipe(Layer.provide(opened))
  return { asked, layer }
}

const textIn = ({ bytes }: LogFile): string => new TextDecoder().decode(bytes)

describe("the files of a time stamp", () => {
  it("are named by its size and its authority", () => {
    assert.deepStrictEqual(timestampPaths({ size: 8, authority }), {
      answer: `timestamps/8/${label}.tsr`,
      text: "timestamps/8/checkpoint.txt",
    })
    for (const [named, host] of [
      ["http://tsa-1.example", "tsa-1.example"],
      ["x https://tsa.example", "authority"],
      ["https://?", "authority"],
    ] as const) {
      const { answer } = timestampPaths({ size: 1, authority: named })
      assert.strictEqual(answer, `timestamps/1/${host}-${digestOf(named).slice(0, 8)}.tsr`)
    }
  })

  it("are what was stamped, and what was answered, and never change", () => {
    const cacheControl = "public, max-age=31536000, immutable"
    const text = new TextEncoder().encode(checkpoints.text8)
    assert.deepStrictEqual(timestampFiles(stampOf(8)), [
      { path: "timestamps/8/checkpoint.txt", bytes: text, type: "text/plain; charset=utf-8", cacheControl },
      {
        path: `timestamps/8/${label}.tsr`,
        bytes: new Uint8Array(timestampVector.answer),
        type: "application/timestamp-reply",
        cacheControl,
      },
    ])
  })

  it("are listed with the time in each, where it has one", () => {
    const list = timestampList("log.example", [stampOf(8), { ...stampOf(9), text: "something else" }])
    assert.deepStrictEqual(
      [list.path, list.type, list.cacheControl],
      ["timestamps.json", "application/json; charset=utf-8", "public, max-age=5"],
    )
    const listed = (size: number, time: string | null) => ({ size, authority, time, ...timestampPaths(stampOf(size)) })
    const value = { origin: "log.example", timestamps: [listed(8, "2026-11-25T11:15:01.000Z"), listed(9, null)] }
    assert.strictEqual(textIn(list), `${JSON.stringify(value, null, 1)}\n`)
  })
})

describe("reading all time stamps", () => {
  const read = (stamps: ReadonlyArray<KeptTimestamp>, from: number) => {
    const { asked, layer } = readerOf(stamps)
    const found = Effect.runSync(Effect.provide(readTimestamps(from), layer))
    return { asked, found }
  }

  it("gives those of a size and larger ones, each once, over any number of pages", () => {
    // Two authorities, so that pages end within a size.
    const stamps = Array.from({ length: 1_201 }, (_, at) =>
      stampOf(1 + Math.floor(at / 2), `https://${at % 2}.example`),
    )
    const { asked, found } = read(stamps, 2)
    assert.deepStrictEqual(found, stamps.slice(2))
    assert.deepStrictEqual(asked[0], [2, 500])
    assert.lengthOf(asked, 3)
    assert.deepStrictEqual(read([], 0).found, [])
  })

  it("asks once more after a full page, and not after one that is not", () => {
    const stamps = Array.from({ length: 500 }, (_, at) => stampOf(at + 1))
    assert.deepStrictEqual(read(stamps, 0).asked, [
      [0, 500],
      [500, 500],
    ])
    assert.deepStrictEqual(read(stamps.slice(1), 0).asked, [[0, 500]])
  })
})

describe("publishing time stamps", () => {
  const published = (stamps: Array<KeptTimestamp>, isOpen = true) => {
    const publish = makePublishTimestamps()
    return (isNew: boolean) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(now)
        const paths: Array<string> = []
        const put = ({ path }: LogFile) => Effect.sync(() => void paths.push(path))
        const count = yield* publish(isNew).pipe(
          Effect.provideService(LogPublisher, { put, latest: Effect.succeedNone }),
          Effect.provide(readerOf(stamps, isOpen).layer),
        )
        assert.strictEqual(count, paths.length)
        return paths
      })
  }
  const filesOf = (size: number) => timestampFiles(stampOf(size)).map(({ path }) => path)

  it.effect("puts the files of each once, and the list when it has changed", () =>
    Effect.gen(function* () {
      const stamps = [stampOf(8)]
      const publish = published(stamps)
      assert.deepStrictEqual(yield* publish(true), [...filesOf(8), "timestamps.json"])
      assert.deepStrictEqual(yield* publish(true), [])
      stamps.push(stampOf(9))
      assert.deepStrictEqual(yield* publish(false), [...filesOf(9), "timestamps.json"])
      stamps.shift()
      assert.deepStrictEqual(yield* publish(false), ["timestamps.json"])
    }),
  )

  it.effect("puts what is older than 30 days again only to a new place", () =>
    Effect.gen(function* () {
      const stamps = [stampOf(7, authority, now - 30 * day - 1), stampOf(8, authority, now - 30 * day)]
      assert.deepStrictEqual(yield* published(stamps)(false), [...filesOf(8), "timestamps.json"])
      assert.deepStrictEqual(yield* published(stamps)(true), [...filesOf(7), ...filesOf(8), "timestamps.json"])
    }),
  )

  it.effect("puts what a place lacks without the list, where that has not changed", () =>
    Effect.gen(function* () {
      const publish = published([stampOf(7, authority, now - 31 * day)])
      assert.deepStrictEqual(yield* publish(false), ["timestamps.json"])
      assert.deepStrictEqual(yield* publish(true), filesOf(7))
    }),
  )

  it.effect("puts nothing before the first stamp, or of a log that is not open", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* published([])(true), [])
      assert.deepStrictEqual(yield* published([stampOf(8)], false)(true), [])
    }),
  )

  it.effect("names the log in the list", () =>
    Effect.gen(function* () {
      const lists: Array<string> = []
      const put = (file: LogFile) => Effect.sync(() => void lists.push(textIn(file)))
      yield* makePublishTimestamps()(true).pipe(
        Effect.provideService(LogPublisher, { put, latest: Effect.succeedNone }),
        Effect.provide(readerOf([stampOf(8)]).layer),
      )
      assert.strictEqual(lists.at(-1), textIn(timestampList("evidence.example/shop", [stampOf(8)])))
    }),
  )
})
