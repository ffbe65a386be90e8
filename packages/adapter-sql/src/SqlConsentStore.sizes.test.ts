/** Histories whose records are small, large, and both: large ones are read by other statements. */
import { type ConsentRecord, toHistoryRecord } from "@consent-service/core/consent"
import type { SubjectId } from "@consent-service/core/subject"
import { describeEngines } from "@consent-service/test-engines"
import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { migratedClient, on } from "./testing/TestDatabase.js"

const link = { externalId: "account", identityProvider: "idp", verified: true }

/** So many vendors take 20 bytes each. */
const choiceOf = (vendors: number): ConsentRecord["vendorChoice"] => ({
  version: 1,
  confirmedAt: 1_700_000_000_000,
  grants: Object.fromEntries(Array.from({ length: vendors }, (_, index) => [`vendor-${index}`, index % 2 === 0])),
})

const [small, large] = [choiceOf(1), choiceOf(500)]

/** An act with each of these choices, the oldest first. */
const draftsOf = (subjectId: SubjectId, choices: ReadonlyArray<ConsentRecord["vendorChoice"]>) =>
  choices.map((vendorChoice, at) => ({ ...makeDraft({ subjectId, givenAt: 1 + at, vendorChoice }), link }))

const mixes = [[small], [large], [small, large], [large, small], [small, small], [large, large, small]]

describeEngines("records of any size", (engine) => {
  const setUp = Effect.flatMap(migratedClient(engine), (sql) => on(sql)(SqlConsentStore.make({ tenant: "t" })))

  it.scopedLive("are whole in a history, whatever the size of the others", () =>
    Effect.gen(function* () {
      const store = yield* setUp
      for (const mix of mixes) {
        const subjectId = freshSubjectId()
        const drafts = draftsOf(subjectId, mix)
        yield* Effect.forEach(drafts, store.append)
        // Read as one that is not known, and then as one that may be remembered as long.
        for (const _ of [1, 2]) {
          const history = Option.getOrThrow(yield* store.history(subjectId))
          assert.deepStrictEqual(
            history.records.map(({ vendorChoice }) => vendorChoice),
            mix.toReversed(),
          )
          assert.deepStrictEqual(
            history.records.map(({ id }) => id),
            drafts.map(({ record }) => record.id).toReversed(),
          )
          assert.isFalse(history.truncated)
        }
      }
    }),
  )

  it.scopedLive("are whole in the histories of an account, in the order of the subjects' ids", () =>
    Effect.gen(function* () {
      const store = yield* setUp
      for (const [one, other] of mixes
        .flatMap((first) => mixes.map((second) => [first, second] as const))
        .slice(0, 12)) {
        const account = { ...link, externalId: `account ${one.length} ${freshSubjectId()}` }
        const subjects = [freshSubjectId(), freshSubjectId()]
        const all = [one, other].flatMap((mix, at) =>
          draftsOf(subjects[at] ?? freshSubjectId(), mix).map((draft) => ({ ...draft, link: account })),
        )
        yield* Effect.forEach(all, store.append)
        const histories = yield* store.linkedHistories(account.externalId)
        assert.deepStrictEqual(
          histories.map(({ id }) => id),
          subjects.toSorted(),
        )
        for (const { id, records } of histories) {
          const expected = all
            .filter(({ record }) => record.subjectId === id)
            .map(({ record }) => toHistoryRecord(record))
          assert.deepStrictEqual(
            records.map((record) => ({ ...record, vendorChoice: record.vendorChoice })),
            expected.toReversed().map((record) => ({ ...record, vendorChoice: record.vendorChoice })),
          )
        }
      }
    }),
  )
})
