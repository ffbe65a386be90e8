import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { tileWidth } from "../evidence/Tiles.js"
import { type LogFile, LogPublisher } from "../ports/LogPublisher.js"
import { checkpoints, entries as vectors, start } from "../testing/EvidenceVectors.js"
import { type GrownLog, grownLog, portsOf, signed } from "../testing/GrownLog.js"
import { makePublish, PublishRun } from "./Publish.js"

/** A place in memory where a checkpoint is published already, or none. */
const placeWith = (checkpoint: string | null) => {
  const put: Array<LogFile> = []
  const publisher: typeof LogPublisher.Service = {
    put: (file) => Effect.sync(() => void put.push(file)),
    latest: Effect.succeed(Option.fromNullable(checkpoint)),
  }
  return { put, publisher, paths: () => put.map(({ path }) => path) }
}

type Place = ReturnType<typeof placeWith>

const running = (log: GrownLog, { publisher }: Place, progress?: (done: number, all: number) => void) =>
  makePublish(progress).pipe(Effect.provideService(LogPublisher, publisher), Effect.provide(portsOf(log)))

const run = (log: GrownLog, place: Place): PublishRun => Effect.runSync(running(log, place))

const noteOf = (log: GrownLog): string => log.checkpoints.at(-1)?.note ?? assert.fail("no checkpoint")

/** A log with an erasure among the entries of each of the given bundles. */
const logWithErasures = (size: number, ...numbers: ReadonlyArray<number>): GrownLog => {
  const log = grownLog([size])
  const erasure = vectors.find(({ kind }) => kind === 5) ?? assert.fail("no erasure")
  for (const n of numbers) {
    const bundle = log.bundles.get(n) ?? assert.fail("no bundle")
    const said = {
      kind: erasure.kind,
      time: start,
      commitment: erasure.commitment,
      id: `ers_${n}`,
      opener: erasure.salt,
    }
    log.bundles.set(n, { ...bundle, entries: bundle.entries.with(0, said) })
  }
  const statements = new Map(numbers.map((n) => [`ers_${n}`, JSON.stringify(erasure.parts)]))
  return { ...log, statements }
}

describe("a run that publishes a log", () => {
  it("puts what the erasures of a bundle say behind it, once, and nothing for a bundle without erasures", () => {
    const place = placeWith(null)
    const files = run(logWithErasures(300, 1), place)
    assert.deepStrictEqual(place.paths(), [
      "tile/entries/000",
      "tile/entries/001.p/44",
      "erasures/001.p/44",
      "tile/0/000",
      "tile/0/001.p/44",
      "tile/1/000.p/1",
      "keys.json",
      "checkpoint",
    ])
    assert.deepStrictEqual(files, PublishRun.Published({ from: 0, size: 300, files: 8 }))
  })

  it("says after each bundle and tile how many are done", () => {
    const seen: Array<readonly [number, number]> = []
    Effect.runSync(running(grownLog([tileWidth]), placeWith(null), (done, all) => void seen.push([done, all])))
    assert.deepStrictEqual(seen, [
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })

  it("lets copies of tiles be used for a year, and those of the checkpoint and the keys for seconds", () => {
    const place = placeWith(null)
    run(grownLog([3]), place)
    assert.deepStrictEqual(
      place.put.map(({ cacheControl, path, type }) => [path, type, cacheControl]),
      [
        ["tile/entries/000.p/3", "application/octet-stream", "public, max-age=31536000, immutable"],
        ["tile/0/000.p/3", "application/octet-stream", "public, max-age=31536000, immutable"],
        ["keys.json", "application/json; charset=utf-8", "public, max-age=5"],
        ["checkpoint", "text/plain; charset=utf-8", "public, max-age=5"],
      ],
    )
  })

  it("puts the checkpoint again, and no tile, when only its signatures changed", () => {
    const log = grownLog([8])
    const note = `${noteOf(log)}${checkpoints.witnessed8.split("\n").at(-2)}\n`
    const place = placeWith(noteOf(log))
    const outcome = run({ ...log, checkpoints: [{ size: 8, note, signedAt: start }] }, place)
    assert.deepStrictEqual(outcome, PublishRun.Published({ from: 8, size: 8, files: 2 }))
    assert.deepStrictEqual(place.paths(), ["keys.json", "checkpoint"])
    assert.strictEqual(new TextDecoder().decode(place.put.at(-1)?.bytes), note)
  })

  it("puts nothing where another process has published a later checkpoint of the same tree", () => {
    const log = grownLog([30, 30], { checkpoints: 1 })
    const place = placeWith(signed(log.head).note)
    assert.deepStrictEqual(run(log, place), PublishRun.Published({ from: 60, size: 60, files: 0 }))
    assert.deepStrictEqual(place.put, [])
  })

  it("puts nothing before the first checkpoint", () => {
    const place = placeWith(null)
    assert.deepStrictEqual(run({ ...grownLog([3]), checkpoints: [] }, place), PublishRun.Unsigned())
    assert.deepStrictEqual(place.put, [])
  })

  it("fails, and puts nothing, under a checkpoint that cannot be read", () => {
    const place = placeWith(null)
    const damaged = { ...grownLog([3]), checkpoints: [{ size: 3, note: "?", signedAt: start }] }
    assert.deepInclude(Effect.runSync(Effect.flip(running(damaged, place))), {
      _tag: "PublishFailed",
      reason: "the newest checkpoint in the database, of 3 entries, cannot be read",
    })
    assert.deepStrictEqual(place.put, [])
  })

  it("fails before it puts a checkpoint that covers a tile which is not stored", () => {
    const log = grownLog([300])
    log.tiles.clear()
    const place = placeWith(null)
    const failure = Effect.runSync(Effect.flip(running(log, place)))
    assert.deepInclude(failure, {
      _tag: "PublishFailed",
      reason: "tile/1/000.p/1 is not in the database, although a checkpoint covers it",
    })
    assert.notInclude(place.paths(), "checkpoint")
  })
})
