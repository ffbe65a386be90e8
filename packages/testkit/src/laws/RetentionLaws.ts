/** Laws of retention, which uses the port of erasures. */
import { type ConsentDraft, recordFacts } from "@consent-service/core/consent"
import { applyRetention, type RetentionOptions, type RetentionRule } from "@consent-service/core/erasure"
import { consentStatement, emptyTrace } from "@consent-service/core/evidence"
import { Erasures, type LegalHold, Records } from "@consent-service/core/ports"
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { freshSubjectId, makeDraft } from "../draft/Drafts.js"
import type { LogIt } from "./LogGrowthLaws.js"
import {
  archiveEntry,
  drain,
  entriesOf,
  entryOf,
  freshSalt,
  type LoggedStores,
  openedStores,
  type TestedLog,
} from "./LogUnderTest.js"

const dayMs = 86_400_000

const logged = (draft: ConsentDraft): ConsentDraft => {
  const { record } = draft
  const entry = entryOf(consentStatement(recordFacts(record)), record.id, record.createdAt)
  return { ...draft, entries: { record: () => entry, link: null } }
}

const withoutTrace = { ipAddress: null, userAgent: null, language: null, metadata: null }

/** A draft of some days ago. */
const makeOld = (now: number, days: number, changed: Parameters<typeof makeDraft>[0] = {}): ConsentDraft =>
  logged(makeDraft({ ...withoutTrace, givenAt: now - days * dayMs, createdAt: now - days * dayMs, ...changed }))

const yearAndTrace: RetentionRule = {
  types: null,
  jurisdictions: null,
  keepFor: { months: 12, days: 0 },
  from: "superseded",
  dropTraceAfter: { months: 0, days: 90 },
}

const optionsOf = (changed: Partial<RetentionOptions> = {}): RetentionOptions => ({
  schedule: [yearAndTrace],
  salts: freshSalt,
  dryRun: false,
  onPage: () => Effect.void,
  ...changed,
})

const retaining = ({ erasures, records }: Pick<LoggedStores, "erasures" | "records">, options: RetentionOptions) =>
  applyRetention(options).pipe(Effect.provideService(Erasures, erasures), Effect.provideService(Records, records))

/** Records of each kind, all on record and in the tree. */
const recorded = (stores: LoggedStores, now: number) =>
  Effect.gen(function* () {
    const { consents, erasures, log } = stores
    const [first, second] = [freshSubjectId(), freshSubjectId()]
    const trace = { ipAddress: "203.0.113.0", userAgent: "Browser/1.0" }
    const superseded = makeOld(now, 900, { subjectId: first, ...trace })
    const current = makeOld(now, 800, { subjectId: first, ...trace })
    const expired = makeOld(now, 900, { subjectId: second, validUntil: now - 500 * dayMs })
    const held = makeOld(now, 900, { validUntil: now - 500 * dayMs, ...trace })
    const recent = makeOld(now, 30, trace)
    // More than a page, so that subjects are on several of them.
    const others = Array.from({ length: 520 }, (_, at) => makeOld(now, 850 - at, { validUntil: null }))
    yield* Effect.forEach([superseded, current, expired, held, recent, ...others], consents.append, { concurrency: 16 })
    yield* drain(log)
    const scope = { subjectId: held.record.subjectId }
    const hold: LegalHold = { id: "case", scope, reason: "claim", placedAt: now, releasedAt: null }
    yield* erasures.place(hold, archiveEntry("hld_case", now))
    yield* drain(log)
    return { superseded, current, expired, held, recent, others }
  })

export const retentionLaws = (it: LogIt, timeout: number): void => {
  const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedLog>) =>
    it.scoped(title, () => body, { timeout })

  law(
    "a schedule erases what it no longer keeps, once and with entries in the log, and touches nothing else",
    Effect.gen(function* () {
      const stores = yield* openedStores
      const now = yield* Clock.currentTimeMillis
      const { current, expired, held, others, recent, superseded } = yield* recorded(stores, now)
      const before = yield* entriesOf(stores.reader)
      const dry = yield* retaining(stores, optionsOf({ dryRun: true }))
      assert.deepStrictEqual([dry.erased, dry.traces, dry.kept], [2, 1, 0])
      assert.deepStrictEqual(yield* entriesOf(stores.reader), before)

      const done = yield* retaining(stores, optionsOf())
      assert.deepStrictEqual(done, dry)
      yield* drain(stores.log)
      const [kept, gone] = [
        [current, held, recent, ...others.slice(0, 5)],
        [superseded, expired],
      ]
      for (const { record } of gone) assert.isTrue(Option.isNone(yield* stores.consents.evidence(record.id)))
      for (const draft of kept) {
        const facts = recordFacts(Option.getOrThrow(yield* stores.consents.evidence(draft.record.id)).record)
        const expected = recordFacts(draft.record)
        assert.deepStrictEqual(facts, draft === current ? { ...expected, ...emptyTrace } : expected)
      }
      assert.isTrue(Option.isNone(yield* stores.consents.history(expired.record.subjectId)))
      const after = yield* entriesOf(stores.reader)
      assert.deepStrictEqual(
        after.slice(0, before.length).map(({ commitment }) => commitment),
        before.map(({ commitment }) => commitment),
      )
      const erasedEntries = after.flatMap(({ id }, at) => (id === null ? [before[at]?.id] : []))
      assert.deepStrictEqual(erasedEntries.sort(), gone.map(({ record }) => record.id).sort())
      assert.isTrue(after.slice(before.length).every(({ kind }) => kind === 5))
      const again = yield* retaining(stores, optionsOf())
      assert.deepStrictEqual([again.erased, again.traces], [0, 0])
    }),
  )

  law(
    "several runs concurrently erase everything once",
    Effect.gen(function* () {
      const stores = yield* openedStores
      const { another, consents, log, reader } = stores
      const now = yield* Clock.currentTimeMillis
      const drafts = Array.from({ length: 40 }, () => makeOld(now, 900, { validUntil: now - 500 * dayMs }))
      yield* Effect.forEach(drafts, consents.append, { concurrency: 16 })
      yield* drain(log)
      const runs = yield* Effect.all([another, another])
      const results = yield* Effect.all(
        runs.map((one) => retaining(one, optionsOf())),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(
        results.reduce((sum, { erased }) => sum + erased, 0),
        drafts.length,
      )
      yield* drain(log)
      const entries = yield* entriesOf(reader)
      assert.strictEqual(entries.filter(({ id, kind }) => kind === 1 && id === null).length, drafts.length)
    }),
  )
}
