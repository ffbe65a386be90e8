/** When an evidence pack is issued, over stores in memory. */
import { integrate } from "@consent-service/core/evidence"
import { PackOutcome } from "@consent-service/core/evidence-pack"
import { ConsentStore, EvidenceLog, EvidenceReader } from "@consent-service/core/ports"
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { freshSubjectId } from "./draft/Drafts.js"
import {
  account,
  issued,
  itPacks,
  linked,
  now,
  pathsOf,
  requested,
  saved,
  sequenced,
  textIn,
  verified,
} from "./testing/PackedLog.js"

const unfinished = PackOutcome.Unfinished()

describe("requesting an evidence pack", () => {
  itPacks(
    "waits until the log has everything, as long as it is patient",
    Effect.gen(function* () {
      const { subjectId } = yield* saved({}, { link: account("user-42") })
      const requestedWith = (most: number) =>
        Effect.gen(function* () {
          const pack = yield* Effect.fork(
            requested({ selection: { subjectId }, patience: { every: "1 second", most } }),
          )
          // The first lets the log have the record, the second the pack's own entry.
          for (const _ of [1, 2]) {
            yield* TestClock.adjust("2500 millis")
            yield* sequenced
          }
          yield* TestClock.adjust("1 minute")
          return yield* Fiber.join(pack)
        })
      assert.deepStrictEqual(yield* requestedWith(2), unfinished)
      const outcome = yield* requestedWith(3)
      assert.isTrue(PackOutcome.$is("Issued")(outcome) && (yield* verified(outcome.files)).isVerified)
    }),
  )

  itPacks(
    "waits for a record and a link that came after the last checkpoint",
    Effect.gen(function* () {
      yield* sequenced
      const { subjectId } = yield* saved({}, { link: account("user-42") })
      const pack = yield* Effect.fork(issued({ selection: { subjectId }, patience: { every: "1 second", most: 3 } }))
      yield* TestClock.adjust("2500 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(pack)))
      yield* sequenced
      yield* TestClock.adjust("1 minute")
      const { files, manifest } = yield* Fiber.join(pack)
      assert.deepStrictEqual(manifest.unproven, [])
      assert.isTrue((yield* verified(files)).isVerified)
      assert.isTrue(pathsOf(files).some((path) => path.startsWith("links/")))
    }),
  )

  itPacks(
    "waits for nothing that is there already",
    Effect.gen(function* () {
      const { subjectId } = yield* saved({}, { link: account("user-42") })
      yield* sequenced
      const pack = yield* Effect.fork(
        issued({ selection: { subjectId }, patience: { every: "1 second", most: 1_000 } }),
      )
      yield* TestClock.adjust("1 millis")
      assert.isTrue(Option.isSome(yield* Fiber.poll(pack)))
    }),
  )

  itPacks(
    "fails where the log has lost the entry of the pack",
    Effect.gen(function* () {
      const { subjectId } = yield* saved({})
      yield* sequenced
      const attempt = Effect.updateService(requested({ selection: { subjectId } }), EvidenceLog, (log) => ({
        ...log,
        queue: () => Effect.void,
      }))
      const { message } = yield* Effect.flip(attempt)
      assert.strictEqual(message, "the entry of an evidence pack is not in the log")
    }),
  )

  itPacks(
    "packs a record whose notice cannot be found without it",
    Effect.gen(function* () {
      const { id } = yield* saved({})
      yield* sequenced
      const pack = Effect.updateService(issued({ selection: { consentIds: [id] } }), ConsentStore, (store) => ({
        ...store,
        evidence: () => Effect.succeedNone,
      }))
      const { files } = yield* pack
      assert.isTrue((yield* verified(files)).isVerified)
      assert.isNull(JSON.parse(textIn(files, `records/${id}.json`)).rule)
    }),
  )

  itPacks(
    "ends without a pack while no log is open",
    Effect.gen(function* () {
      const { subjectId } = yield* saved({})
      assert.deepStrictEqual(yield* requested({ selection: { subjectId } }), unfinished)
    }),
  )

  itPacks(
    "ends without a pack while a record waits for the tree, or the tree for its checkpoint",
    Effect.gen(function* () {
      yield* sequenced
      const { subjectId } = yield* saved({})
      assert.deepStrictEqual(yield* requested({ selection: { subjectId } }), unfinished)
      yield* (yield* EvidenceLog).integrate(64, (head, edge, queued) => integrate(head, edge, queued, now))
      assert.deepStrictEqual(yield* requested({ selection: { subjectId } }), unfinished)
      const { queued } = Option.getOrThrow(yield* (yield* EvidenceReader).state)
      assert.strictEqual(queued, 0, "nothing is logged of a pack that cannot be made yet")
    }),
  )

  itPacks(
    "ends without a pack while a link of the person waits, unless the pack would not have it",
    Effect.gen(function* () {
      const record = yield* saved({ subjectId: freshSubjectId() })
      yield* sequenced
      const { subjectId } = record
      const link = account("user-42")
      yield* (yield* ConsentStore).link(subjectId, link, linked(subjectId, link))
      const queued = Effect.map((yield* EvidenceReader).state, (state) => Option.getOrThrow(state).queued)
      assert.strictEqual(yield* queued, 1)
      assert.deepStrictEqual(yield* requested({ selection: { subjectId } }), unfinished)
      assert.strictEqual(yield* queued, 1)
      // Then all that is missing is the pack's own entry.
      yield* requested({ selection: { subjectId }, withhold: ["subject"] })
      assert.strictEqual(yield* queued, 2)
      yield* requested({ selection: { consentIds: [record.id] } })
      assert.strictEqual(yield* queued, 3)
    }),
  )

  itPacks(
    "ends without a pack while the pack's own entry waits",
    Effect.gen(function* () {
      const { subjectId } = yield* saved({})
      yield* sequenced
      assert.deepStrictEqual(yield* requested({ selection: { subjectId } }), unfinished)
    }),
  )

  itPacks(
    "says whom and what nothing is on record about",
    Effect.gen(function* () {
      const { id } = yield* saved({})
      yield* sequenced
      assert.deepStrictEqual(yield* requested({ selection: { externalId: "user-42" } }), PackOutcome.PersonUnknown())
      assert.deepStrictEqual(
        yield* requested({ selection: { consentIds: [id, "cns_1"] } }),
        PackOutcome.RecordsUnknown({ ids: ["cns_1"] }),
      )
    }),
  )
})
