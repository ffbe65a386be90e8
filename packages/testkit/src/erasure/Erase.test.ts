import type { ConsentDraft } from "@consent-service/core/consent"
import { recordFacts } from "@consent-service/core/consent"
import {
  EraseOutcome,
  type ErasureRequest,
  erasePerson,
  placeHold,
  previewErasure,
  releaseHold,
} from "@consent-service/core/erasure"
import { consentStatement } from "@consent-service/core/evidence"
import { Erasures } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { makeDraft } from "../draft/Drafts.js"
import { drain, entriesOf, entryOf, freshSalt, opening } from "../laws/LogUnderTest.js"
import { loggedStores } from "../MemoryStores.js"

const now = 1_900_000_000_000

/** A draft with its entry. */
const draftOf = (given: Parameters<typeof makeDraft>[0] = {}): ConsentDraft => {
  const draft = makeDraft(given)
  const { createdAt, id } = draft.record
  const entry = entryOf(consentStatement(recordFacts(draft.record)), id, createdAt)
  return { ...draft, entries: { record: () => entry, link: null } }
}

const openedStores = Effect.gen(function* () {
  const stores = yield* loggedStores()("shop")
  yield* stores.log.open(opening())
  yield* TestClock.setTime(now)
  return stores
})

const requestOf = ({ record }: ConsentDraft): ErasureRequest => ({
  person: { subjectId: record.subjectId },
  reason: "art. 17",
  part: null,
  requestId: "ticket 17",
  salts: freshSalt,
})

const hold = { id: "case", scope: {}, reason: "claim" }

describe("a preview of an erasure", () => {
  it.scoped("says what would go, and changes nothing", () =>
    Effect.gen(function* () {
      const { consents, erasures, log } = yield* openedStores
      const preview = (draft: ConsentDraft) =>
        Effect.provideService(previewErasure(requestOf(draft)), Erasures, erasures)
      const draft = draftOf()
      assert.deepStrictEqual(yield* preview(draft), EraseOutcome.NothingThere())
      yield* consents.append(draft)
      assert.deepStrictEqual(yield* preview(draft), EraseOutcome.StillQueued())
      yield* drain(log)
      const outcome = yield* preview(draft)
      const { deleted, erasedAt, id, leaves, reason } = EraseOutcome.$is("Erased")(outcome)
        ? outcome.erasure
        : assert.fail(outcome._tag)
      assert.deepStrictEqual([id, reason, erasedAt, leaves], ["ticket 17", "art. 17", now, [1]])
      assert.deepStrictEqual(deleted, { consent: 1, subject: 1, log_statement: 0 })
      assert.isTrue(Option.isSome(yield* consents.evidence(draft.record.id)))
      assert.isTrue(Option.isNone(yield* erasures.erasure("ticket 17")))
      yield* Effect.provideService(placeHold(hold, freshSalt), Erasures, erasures)
      const placed = { ...hold, placedAt: now, releasedAt: null }
      assert.deepStrictEqual(yield* preview(draft), EraseOutcome.Held({ hold: placed }))
    }),
  )
})

describe("a request to erase", () => {
  it.scoped("has the same answer when it is sent again, though the person came again and is held", () =>
    Effect.gen(function* () {
      const { consents, erasures, log } = yield* openedStores
      const draft = draftOf()
      yield* consents.append(draft)
      yield* drain(log)
      const request = Effect.provideService(erasePerson(requestOf(draft)), Erasures, erasures)
      const first = yield* request
      const made = Option.getOrThrow(yield* erasures.erasure("ticket 17"))
      assert.deepStrictEqual(first, EraseOutcome.Erased({ erasure: made }))
      yield* consents.append(draftOf({ subjectId: draft.record.subjectId }))
      yield* Effect.provideService(placeHold(hold, freshSalt), Erasures, erasures)
      assert.deepStrictEqual(yield* request, first)
    }),
  )

  it.scoped("that another process carried out meanwhile is answered with that erasure", () =>
    Effect.gen(function* () {
      const { consents, erasures, log } = yield* openedStores
      const draft = draftOf()
      yield* consents.append(draft)
      yield* drain(log)
      const request = erasePerson(requestOf(draft))
      const outcome = yield* Effect.provideService(request, Erasures, {
        ...erasures,
        erase: (...step) =>
          Effect.zipRight(Effect.provideService(request, Erasures, erasures), erasures.erase(...step)),
      })
      const made = Option.getOrThrow(yield* erasures.erasure("ticket 17"))
      assert.deepStrictEqual(outcome, EraseOutcome.Erased({ erasure: made }))
    }),
  )

  it.scoped("changes nothing of what is held, and looks for no other answer then", () =>
    Effect.gen(function* () {
      const { consents, erasures, log } = yield* openedStores
      const draft = draftOf()
      yield* consents.append(draft)
      yield* drain(log)
      yield* Effect.provideService(placeHold(hold, freshSalt), Erasures, erasures)
      let looks = 0
      const outcome = yield* Effect.provideService(erasePerson(requestOf(draft)), Erasures, {
        ...erasures,
        erasure: (id) => {
          looks += 1
          return erasures.erasure(id)
        },
      })
      assert.deepStrictEqual(outcome, EraseOutcome.Held({ hold: { ...hold, placedAt: now, releasedAt: null } }))
      assert.strictEqual(looks, 1)
      assert.isTrue(Option.isSome(yield* consents.evidence(draft.record.id)))
    }),
  )
})

describe("a hold", () => {
  it.scoped("leaves an entry when it is placed and one when it is released, each with its id and time", () =>
    Effect.gen(function* () {
      const { erasures, log, reader } = yield* openedStores
      const placed = yield* Effect.provideService(placeHold(hold, freshSalt), Erasures, erasures)
      assert.deepStrictEqual(placed.hold, { ...hold, placedAt: now, releasedAt: null })
      yield* drain(log)
      yield* TestClock.setTime(now + 5)
      const released = yield* Effect.provideService(releaseHold("case", freshSalt), Erasures, erasures)
      assert.deepStrictEqual(Option.getOrThrow(released), { ...hold, placedAt: now, releasedAt: now + 5 })
      yield* drain(log)
      const entries = (yield* entriesOf(reader)).slice(1)
      assert.deepStrictEqual(
        entries.map(({ kind }) => kind),
        [6, 7],
      )
      const ids = entries.map(({ id }) => id ?? "")
      assert.isTrue(ids.every((id) => /^hld_.{22}$/.test(id)))
      const statements = yield* reader.statements(ids)
      assert.deepStrictEqual(
        ids.map((id) => JSON.parse(JSON.parse(statements.get(id) ?? "{}").hold)),
        [
          { at: now, id: "case" },
          { at: now + 5, id: "case" },
        ],
      )
      assert.strictEqual((yield* reader.locate(ids[0] ?? "", now))._tag, "At")
    }),
  )
})
