/** Laws of the counts that the evidence log keeps. */
import { type ConsentDraft, recordFacts } from "@consent-service/core/consent"
import { planErasure } from "@consent-service/core/erasure"
import { consentStatement } from "@consent-service/core/evidence"
import type { PromptList } from "@consent-service/core/ports"
import {
  type Contribution,
  contributionOf,
  contributionOfPrompt,
  type Dimension,
  dimensions,
  mostGroups,
  noCounts,
  restPart,
  type StatisticsQuery,
} from "@consent-service/core/statistics"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import type * as Scope from "effect/Scope"
import { draftArbitrary } from "../draft/DraftArbitrary.js"
import { freshDecision, freshSubjectId, makeDraft } from "../draft/Drafts.js"
import type { LogIt } from "./LogGrowthLaws.js"
import {
  drain,
  entryOf,
  freshSalt,
  freshTenant,
  type LoggedStores,
  openedStores,
  opening,
  storesOf,
  type TestedLog,
} from "./LogUnderTest.js"

const dayMs = 86_400_000

const start = Date.UTC(2026, 0, 20)

/** A draft with its entry, as saves bring it. */
const logged = (draft: ConsentDraft): ConsentDraft => {
  const { record } = draft
  const entry = entryOf(consentStatement(recordFacts(record)), record.id, record.createdAt)
  return { ...draft, entries: { record: () => entry, link: null } }
}

/** An act of a day, with or without a policy. */
const draftOf = (day: number): ConsentDraft => {
  const decision = day % 3 === 0 ? null : { ...freshDecision(), country: day % 2 === 0 ? "DE" : "FR" }
  const given = { givenAt: start + day * dayMs, consentAction: day % 5 === 0 ? "reject_all" : "accept_all" }
  return makeDraft(given, { decision })
}

const everything: Omit<StatisticsQuery, "groupBy"> = { from: -99_000_000, to: 99_000_000 }

/** What was counted, as text: the groups in any order, without those of no count. */
const shape = (groups: ReadonlyMap<string, Contribution["counts"]>): ReadonlyArray<string> =>
  Array.from(groups, ([key, counts]) => `${key} ${JSON.stringify({ ...noCounts, ...counts })}`)
    .filter((line) => !line.endsWith(JSON.stringify(noCounts)))
    .sort()

const stored = ({ statistics }: Pick<LoggedStores, "statistics">, query: StatisticsQuery) =>
  Effect.map(statistics.read(query), ({ groups }) =>
    shape(new Map(groups.map(({ counts, day, part, value }) => [JSON.stringify([day, value, part]), counts]))),
  )

/** Counts one after another: slow, and plainly right. */
const recounted = (
  contributions: ReadonlyArray<Contribution>,
  { from, groupBy, to }: StatisticsQuery,
): ReadonlyArray<string> => {
  const groups = new Map<string, Contribution["counts"]>()
  for (const { counts, day, groups: all } of contributions) {
    if (day < from || day > to) continue
    for (const { dimension, part, value } of all) {
      if (dimension !== groupBy) continue
      const key = JSON.stringify([groupBy === "day" ? day : 0, value, part])
      const before: Readonly<Record<string, number>> = groups.get(key) ?? noCounts
      const sums = Object.entries(counts).map(([name, count]) => [name, (before[name] ?? 0) + count])
      groups.set(key, Object.fromEntries(sums))
    }
  }
  return shape(groups)
}

const contributionsOf = (drafts: ReadonlyArray<ConsentDraft>): ReadonlyArray<Contribution> =>
  drafts.map(({ decision, record }) => contributionOf({ ...record, policy: decision }))

const agree = (
  stores: Pick<LoggedStores, "statistics">,
  contributions: ReadonlyArray<Contribution>,
  { from, to } = everything,
) =>
  Effect.forEach(
    dimensions,
    (groupBy: Dimension) =>
      Effect.map(stored(stores, { from, to, groupBy }), (found) =>
        assert.deepStrictEqual(found, recounted(contributions, { from, to, groupBy })),
      ),
    { discard: true },
  )

const promptsOf = (id: string, rules: ReadonlyArray<string>): PromptList => ({
  id,
  queuedAt: start,
  contributions: rules.map((policyId) =>
    contributionOfPrompt({ at: start, policyId, country: "DE", language: "de", experiment: null }),
  ),
})

export const statisticsLaws = (it: LogIt, timeout: number): void => {
  const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedLog>) =>
    it.scoped(title, () => body, { timeout })

  it.scoped.prop(
    "counts equal a recount of the records, whatever they are, in any batches, over any days",
    [
      FastCheck.array(draftArbitrary, { minLength: 1, maxLength: 8 }),
      FastCheck.integer({ min: 1, max: 9 }),
      FastCheck.tuple(FastCheck.integer({ min: 0, max: 30_000 }), FastCheck.integer({ min: 0, max: 30_000 })),
    ],
    ([drafts, limit, days]) =>
      Effect.gen(function* () {
        const stores = yield* openedStores
        yield* Effect.forEach(drafts.map(logged), stores.consents.append, { concurrency: 8 })
        yield* drain(stores.log, limit)
        const contributions = contributionsOf(drafts)
        yield* agree(stores, contributions)
        yield* agree(stores, contributions, { from: Math.min(...days), to: Math.max(...days) })
        const { state } = yield* stores.statistics.read({ ...everything, groupBy: "day" })
        assert.strictEqual(state.pending, 0)
      }),
    { timeout, fastCheck: { numRuns: 6 } },
  )

  law(
    "a span of any length is answered from its months and the days around them",
    Effect.gen(function* () {
      const stores = yield* openedStores
      const drafts = Array.from({ length: 90 }, (_, day) => draftOf(day))
      yield* Effect.forEach(drafts.map(logged), stores.consents.append, { concurrency: 8 })
      yield* drain(stores.log)
      const first = start / dayMs
      const spans = [
        [3, 30],
        [12, 39],
        [11, 71],
        [0, 89],
      ] as const
      yield* Effect.forEach(spans, ([from, to]) =>
        agree(stores, contributionsOf(drafts), { from: first + from, to: first + to }),
      )
    }),
  )

  law(
    "several processes that integrate while others save count each record once",
    Effect.gen(function* () {
      const { another, consents, statistics, log } = yield* openedStores
      const drafts = Array.from({ length: 60 }, (_, day) => draftOf(day % 7))
      const saving = Effect.forEach(drafts.map(logged), consents.append, { concurrency: 6 })
      const integrating = Effect.forEach(
        [2, 3, 5],
        (limit) => Effect.flatMap(another, (process) => Effect.repeatN(drain(process.log, limit), 4)),
        { concurrency: "unbounded" },
      )
      yield* Effect.all([saving, integrating], { concurrency: "unbounded" })
      yield* drain(log)
      yield* agree({ statistics }, contributionsOf(drafts))
    }),
  )

  law(
    "an integration that is refused or fails counts nothing",
    Effect.gen(function* () {
      const { consents, log, statistics } = yield* openedStores
      const drafts = [draftOf(0), draftOf(1)]
      yield* Effect.forEach(drafts.map(logged), consents.append)
      yield* log.integrate(8, () => null)
      yield* Effect.exit(
        log.integrate(8, () => {
          throw new Error("a decision that fails")
        }),
      )
      yield* agree({ statistics }, [])
      const { state } = yield* statistics.read({ ...everything, groupBy: "day" })
      assert.strictEqual(state.pending, 3)
      yield* drain(log)
      yield* agree({ statistics }, contributionsOf(drafts))
    }),
  )

  law(
    "records from before the log are counted as they are backfilled, each once",
    Effect.gen(function* () {
      const { consents, log, statistics } = yield* openedStores
      const [before, after] = [[draftOf(0), draftOf(1), draftOf(2)], [draftOf(3)]]
      yield* Effect.forEach([...before, ...after.map(logged)], consents.append)
      yield* drain(log)
      yield* agree({ statistics }, contributionsOf(after))
      const look = log.queueUnlogged("kept", 2, (record) =>
        entryOf(consentStatement(record, true), record.id, record.createdAt),
      )
      yield* Effect.repeatN(Effect.zipRight(look, drain(log)), 3)
      yield* agree({ statistics }, contributionsOf([...before, ...after]))
      const { state } = yield* statistics.read({ ...everything, groupBy: "day" })
      assert.deepStrictEqual(state, { pending: 0, backfilled: true })
    }),
  )

  law(
    "what was counted stays when its records are erased",
    Effect.gen(function* () {
      const { consents, erasures, log, statistics } = yield* openedStores
      const subjectId = freshSubjectId()
      const erased = makeDraft({ givenAt: start, subjectId })
      const drafts = [erased, draftOf(1)]
      yield* Effect.forEach(drafts.map(logged), consents.append)
      yield* drain(log)
      yield* erasures.erase([subjectId], (found) =>
        planErasure({ id: "request", at: start, reason: "art. 17", salts: freshSalt }, null, found),
      )
      yield* drain(log)
      yield* agree({ statistics }, contributionsOf(drafts))
    }),
  )

  law(
    "a log that begins anew counts again: the records that are there, each once, and prompts as before",
    Effect.gen(function* () {
      const { consents, log, statistics } = yield* openedStores
      const drafts = [draftOf(0), draftOf(1)]
      yield* Effect.forEach(drafts.map(logged), consents.append)
      const list = promptsOf("first", ["europe"])
      yield* statistics.queue(list)
      yield* drain(log)
      const reopened = { origin: "new.example/log", openedAt: start, entries: [opening("new.example/log").entry] }
      assert.strictEqual((yield* log.reopen(reopened))._tag, "Reopened")
      yield* agree({ statistics }, list.contributions)
      yield* drain(log)
      yield* log.queueUnlogged("kept", 9, (record) =>
        entryOf(consentStatement(record, true), record.id, record.createdAt),
      )
      yield* drain(log)
      yield* agree({ statistics }, [...contributionsOf(drafts), ...list.contributions])
    }),
  )

  law(
    "prompts are added once, also when nothing else waits, and their list again changes nothing",
    Effect.gen(function* () {
      const { log, statistics } = yield* openedStores
      yield* drain(log)
      const lists = [promptsOf("first", ["europe", "europe"]), promptsOf("second", ["world"])]
      yield* Effect.forEach(lists, statistics.queue)
      yield* Effect.forEach(lists, statistics.queue)
      yield* agree({ statistics }, [])
      yield* drain(log)
      yield* Effect.forEach(lists, statistics.queue)
      yield* drain(log)
      yield* agree(
        { statistics },
        lists.flatMap(({ contributions }) => contributions),
      )
    }),
  )

  law(
    "a dimension has so many groups at most; what comes later is put together",
    Effect.gen(function* () {
      const { log, statistics } = yield* openedStores
      const rules = Array.from({ length: mostGroups + 100 }, (_, at) => `rule ${at}`)
      yield* statistics.queue(promptsOf("first", rules.slice(0, 600)))
      yield* drain(log)
      yield* statistics.queue(promptsOf("second", rules.slice(500)))
      yield* drain(log)
      const { groups } = yield* statistics.read({ ...everything, groupBy: "rule" })
      assert.lengthOf(groups, mostGroups + 1)
      const shownOf = (isMeant: (value: string, part: string) => boolean) =>
        groups.flatMap(({ counts, part, value }) => (isMeant(value, part) ? [counts.shown] : []))
      assert.deepStrictEqual(
        shownOf((value, part) => value === "" && part === restPart),
        [100],
      )
      assert.deepStrictEqual(
        shownOf((value) => value === "rule 550"),
        [2],
      )
      const days = yield* statistics.read({ ...everything, groupBy: "day" })
      assert.deepStrictEqual(
        days.groups.map(({ counts }) => counts.shown),
        [1_200],
      )
    }),
  )

  law(
    "no tenant counts another's records or prompts",
    Effect.gen(function* () {
      const [mine, theirs] = [yield* openedStores, yield* openedStores]
      yield* mine.consents.append(logged(draftOf(0)))
      yield* mine.statistics.queue(promptsOf("first", ["europe"]))
      yield* drain(theirs.log)
      yield* drain(mine.log)
      yield* agree(theirs, [])
      const { groups } = yield* mine.statistics.read({ ...everything, groupBy: "day" })
      assert.deepStrictEqual(
        groups.map(({ counts: { records, shown } }) => [records, shown]),
        [[1, 1]],
      )
    }),
  )

  law(
    "nothing is counted before the log is open, and nothing is left to catch up with behind an integration",
    Effect.gen(function* () {
      const unopened = yield* storesOf(freshTenant())
      assert.strictEqual((yield* unopened.statistics.countLogged)._tag, "NotOpened")
      const { groups, state } = yield* unopened.statistics.read({ ...everything, groupBy: "country" })
      assert.deepStrictEqual([groups, state], [[], { pending: 0, backfilled: false }])
      const { log, statistics } = yield* openedStores
      yield* drain(log)
      assert.deepInclude(yield* statistics.countLogged, { _tag: "Counted", entries: 0, left: 0 })
    }),
  )
}
