/** Laws of how records without an entry get one. */
import { type ConsentDraft, recordFacts } from "@consent-service/core/consent"
import { type ConsentFacts, consentStatement } from "@consent-service/core/evidence"
import type { UnloggedPlace } from "@consent-service/core/ports"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { makeDraft } from "../draft/Drafts.js"
import type { LogIt } from "./LogGrowthLaws.js"
import {
  drain,
  entriesOf,
  entryOf,
  freshTenant,
  type LoggedStores,
  openedStores,
  storesOf,
  type TestedLog,
} from "./LogUnderTest.js"

const dayMs = 86_400_000

const now = Date.UTC(2030, 0, 1)

/** A draft of a record that was created so many days ago. */
const draftOf = (daysAgo: number): ConsentDraft => makeDraft({ createdAt: now - daysAgo * dayMs })

/** The draft with its entry, as saves bring it. */
const logged = (draft: ConsentDraft): ConsentDraft => {
  const { record } = draft
  const entry = entryOf(consentStatement(recordFacts(record)), record.id, record.createdAt)
  return { ...draft, entries: { record: () => entry, link: null } }
}

const late = (record: ConsentFacts) => entryOf(consentStatement(record, true), record.id, record.createdAt)

/** Looks until there are no more; returns how many entries were queued. */
const lookThrough = (log: LoggedStores["log"], place: UnloggedPlace, limit = 4): Effect.Effect<number, unknown> =>
  Effect.flatMap(log.queueUnlogged(place, limit, late), (outcome) => {
    if (outcome._tag !== "Looked") return Effect.succeed(0)
    if (outcome.records < limit) return Effect.succeed(outcome.queued)
    const next = place === "kept" ? place : { after: outcome.last }
    return Effect.map(lookThrough(log, next, limit), (count) => count + outcome.queued)
  })

const idsOf = (reader: LoggedStores["reader"], wanted: number) =>
  Effect.map(entriesOf(reader), (entries) =>
    entries.flatMap(({ id, kind }) => (kind === wanted && id !== null ? [id] : [])).sort(),
  )

const idsIn = (drafts: ReadonlyArray<ConsentDraft>) => drafts.map(({ record }) => record.id).sort()

export const logBackfillLaws = (it: LogIt, timeout: number): void => {
  const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedLog>) =>
    it.scoped(title, () => body, { timeout })

  law(
    "each record without an entry gets one, once, whether others wait or are in the tree",
    Effect.gen(function* () {
      const { consents, log, reader } = yield* openedStores
      const before = Array.from({ length: 9 }, (_, at) => draftOf(at + 2))
      const [inTree, waiting] = [Array.from({ length: 3 }, () => logged(draftOf(0))), [logged(draftOf(0))]]
      const outside = [draftOf(0), draftOf(0)]
      yield* Effect.forEach([...before, ...inTree], consents.append)
      yield* drain(log)
      yield* Effect.forEach([...waiting, ...outside], consents.append)
      assert.strictEqual(yield* lookThrough(log, "kept"), 11)
      assert.strictEqual(yield* lookThrough(log, { after: null }), 0)
      yield* drain(log)
      assert.strictEqual(yield* lookThrough(log, { after: null }), 0)
      assert.deepStrictEqual(yield* idsOf(reader, 8), idsIn([...before, ...outside]))
      assert.deepStrictEqual(yield* idsOf(reader, 1), idsIn([...inTree, ...waiting]))
    }),
  )

  law(
    "of several processes that look concurrently, and integrate, each record gets one entry",
    Effect.gen(function* () {
      const { another, consents, log, reader } = yield* openedStores
      const drafts = Array.from({ length: 23 }, (_, at) => draftOf(at))
      yield* Effect.forEach(drafts, consents.append)
      const processes = yield* Effect.all([another, another, another])
      yield* Effect.forEach(
        processes,
        (process, at) =>
          at === 2
            ? drain(process.log, 2)
            : Effect.zipRight(lookThrough(process.log, "kept", 3), drain(process.log, 5)),
        { concurrency: "unbounded" },
      )
      yield* drain(log)
      assert.deepStrictEqual(yield* idsOf(reader, 8), idsIn(drafts))
    }),
  )

  law(
    "the kept place moves on with each look, and stays at the end; another place does not move it",
    Effect.gen(function* () {
      const { another, consents, log } = yield* openedStores
      const drafts = Array.from({ length: 5 }, (_, at) => draftOf(at))
      yield* Effect.forEach(drafts, consents.append)
      const [first = "", , third = ""] = idsIn(drafts)
      assert.strictEqual((yield* log.queueUnlogged({ after: first }, 2, late))._tag, "Unfinished")
      const next = yield* another
      assert.deepInclude(yield* next.log.queueUnlogged("kept", 3, late), { records: 3, queued: 3, last: third })
      assert.deepInclude(yield* log.queueUnlogged("kept", 3, late), { records: 2, queued: 2 })
      yield* consents.append(draftOf(0))
      assert.deepInclude(yield* next.log.queueUnlogged("kept", 9, late), { records: 0, queued: 0, last: null })
      assert.strictEqual(yield* lookThrough(log, { after: null }), 1)
    }),
  )

  law(
    "nothing is looked at before the log is opened, and no other tenant's records are",
    Effect.gen(function* () {
      const unopened = yield* storesOf(freshTenant())
      yield* unopened.consents.append(draftOf(1))
      assert.strictEqual((yield* unopened.log.queueUnlogged("kept", 9, late))._tag, "NotOpened")
      const { log } = yield* openedStores
      assert.strictEqual(yield* lookThrough(log, "kept"), 0)
      assert.strictEqual(yield* lookThrough(log, { after: null }), 0)
    }),
  )
}
