/** Laws of reading an evidence log. */
import { recordFacts } from "@consent-service/core/consent"
import { commitTo, consentStatement } from "@consent-service/core/evidence"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { draftArbitrary } from "../draft/DraftArbitrary.js"
import type { LogIt } from "./LogGrowthLaws.js"
import { archiveEntry, drain, openedStores, opening, stateOf, type TestedLog } from "./LogUnderTest.js"

const time = 1_790_000_003_456

export const logReadLaws = (it: LogIt, timeout: number): void => {
  const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedLog>) =>
    it.scoped(title, () => body, { timeout })

  law(
    "an entry is found while it waits and once it is in the tree, whatever its id",
    Effect.gen(function* () {
      const { log, reader } = yield* openedStores
      const ids = ["plain", "-", "with blanks\nand lines", "100%", "%2D", "É\u{1f600}", "act=1,subject=2"]
      yield* log.queue(ids.map((id, at) => archiveEntry(id, time + at)))
      for (const [at, id] of ids.entries()) assert.strictEqual((yield* reader.locate(id, time + at))._tag, "Queued")
      assert.strictEqual((yield* reader.locate("plain", time + 1))._tag, "Unknown")
      yield* drain(log)
      for (const [at, id] of ids.entries()) {
        const place = yield* reader.locate(id, time + at)
        assert.strictEqual(place._tag, "At")
        if (place._tag === "At") assert.deepStrictEqual([place.position, place.entry.id], [at + 1, id])
      }
      assert.strictEqual((yield* reader.locate("absent", time))._tag, "Unknown")
    }),
  )

  law(
    "of entries with one id the first one is found",
    Effect.gen(function* () {
      const { log, reader } = yield* openedStores
      for (const at of [0, 1]) {
        yield* log.queue([archiveEntry("again", time + at)])
        yield* drain(log)
      }
      const place = yield* reader.locate("again", time)
      assert.strictEqual(place._tag === "At" ? place.position : null, 1)
    }),
  )

  law(
    "the state counts what waits",
    Effect.gen(function* () {
      const { log, reader } = yield* openedStores
      yield* drain(log)
      yield* log.queue([archiveEntry("b", time + 5), archiveEntry("a", time + 4)])
      const { head, oldestQueued, openedAt, queued } = yield* stateOf(reader)
      assert.deepStrictEqual([head.size, openedAt, queued, oldestQueued], [1, opening().openedAt, 2, time + 4])
    }),
  )

  law(
    "of several checkpoints of a size the first is kept; the newest is found, and forgotten ones are not",
    Effect.gen(function* () {
      const { another, log, reader } = yield* openedStores
      assert.isTrue(Option.isNone(yield* reader.checkpoint(0)))
      const checkpoint = (size: number, note = `note ${size}\n\n— É`) => ({ size, note, signedAt: time + size })
      for (const size of [3, 1, 2]) yield* log.keepCheckpoint(checkpoint(size))
      yield* (yield* another).log.keepCheckpoint(checkpoint(3, "another"))
      assert.deepStrictEqual(Option.getOrNull(yield* reader.checkpoint(0)), checkpoint(3))
      assert.isTrue(Option.isNone(yield* reader.checkpoint(4)))
      assert.deepStrictEqual(yield* reader.checkpoints(2, 10), [checkpoint(2), checkpoint(3)])
      assert.deepStrictEqual(yield* reader.checkpoints(0, 2), [checkpoint(1), checkpoint(2)])
      assert.deepStrictEqual(yield* reader.newestCheckpoints(0, 2), [checkpoint(3), checkpoint(2)])
      assert.deepStrictEqual(yield* reader.newestCheckpoints(2, 10), [checkpoint(3), checkpoint(2)])
      yield* log.forgetCheckpoints([1, 3, 9])
      yield* log.forgetCheckpoints([])
      assert.deepStrictEqual(yield* reader.checkpoints(0, 10), [checkpoint(2)])
    }),
  )

  law(
    "of several time stamps of a size and an authority the first is kept, as it came",
    Effect.gen(function* () {
      const { another, log, reader } = yield* openedStores
      const timestamp = (size: number, authority: string, keptAt = time) => {
        return { size, authority, text: `text ${size}\n`, answer: Uint8Array.of(0, 255, size), keptAt }
      }
      const [one, other] = ["https://tsa.example/a", "https://tsa.example/\u00dc"]
      assert.isTrue(Option.isNone(yield* reader.newestTimestamp(one)))
      for (const size of [3, 1]) yield* log.keepTimestamp(timestamp(size, one))
      yield* log.keepTimestamp(timestamp(1, other))
      yield* (yield* another).log.keepTimestamp(timestamp(3, one, time + 5))
      const all = [timestamp(1, one), timestamp(1, other), timestamp(3, one)]
      assert.deepStrictEqual(yield* reader.timestamps(0, 10), all)
      assert.deepStrictEqual(yield* reader.timestamps(2, 10), [timestamp(3, one)])
      assert.deepStrictEqual(yield* reader.timestamps(0, 2), all.slice(0, 2))
      assert.deepStrictEqual(Option.getOrNull(yield* reader.newestTimestamp(one)), timestamp(3, one))
      assert.isTrue(Option.isNone(yield* reader.newestTimestamp(one.toUpperCase())))
    }),
  )

  law(
    "a note is replaced by one of those that have read it, and by no one else",
    Effect.gen(function* () {
      const { another, log, reader } = yield* openedStores
      const kept = { size: 1, note: "note\n\n\u2014 \u00c9\n", signedAt: time }
      yield* log.keepCheckpoint(kept)
      const other = (yield* another).log
      const replaced = yield* Effect.forEach(
        [log, other, log, other],
        (one, at) => one.replaceNote(1, kept.note, `${kept.note}${at}`),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(replaced.filter(Boolean).length, 1)
      const note = `${kept.note}${replaced.indexOf(true)}`
      assert.deepStrictEqual(yield* reader.checkpoints(0, 10), [{ ...kept, note }])
      assert.isFalse(yield* log.replaceNote(1, note.toUpperCase(), "another"))
      assert.isFalse(yield* log.replaceNote(2, note, "another"))
      assert.deepStrictEqual(yield* reader.checkpoints(0, 10), [{ ...kept, note }])
    }),
  )

  law(
    "what is not there is left out",
    Effect.gen(function* () {
      const { log, reader } = yield* openedStores
      assert.deepStrictEqual(yield* reader.bundles(0, 3), [])
      yield* drain(log)
      assert.strictEqual((yield* reader.bundles(0, 3)).length, 1)
      assert.deepStrictEqual(yield* reader.bundles(1, 3), [])
      assert.deepStrictEqual(yield* reader.tiles([{ level: 1, n: 0 }]), [])
      assert.deepStrictEqual(yield* reader.tiles([]), [])
      assert.strictEqual((yield* reader.consentFacts(["absent"])).size, 0)
      assert.strictEqual((yield* reader.statements([])).size, 0)
    }),
  )

  it.scoped.prop(
    "the statement of a record is the same before it is stored and when it is read back",
    [draftArbitrary],
    ([draft]) =>
      Effect.gen(function* () {
        const { consents, reader } = yield* openedStores
        yield* consents.append(draft)
        const facts = (yield* reader.consentFacts([draft.record.id])).get(draft.record.id)
        assert.isDefined(facts)
        if (facts === undefined) return
        const salt = "xh7DYDLe8SCGKnMPT9Tr8Q"
        const [before, after] = [recordFacts(draft.record), facts].map((each) => consentStatement(each))
        assert.deepStrictEqual(after, before)
        assert.deepStrictEqual(
          commitTo(consentStatement(facts), salt),
          commitTo(consentStatement(recordFacts(draft.record)), salt),
        )
      }),
    { timeout, fastCheck: { numRuns: 40 } },
  )
}
