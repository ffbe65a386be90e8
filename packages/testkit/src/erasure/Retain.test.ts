import type { ConsentDraft, IdentityLink } from "@consent-service/core/consent"
import { applyRetention, type RetentionOptions, type RetentionRule } from "@consent-service/core/erasure"
import { Erasures, Records } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { freshSubjectId, makeDraft } from "../draft/Drafts.js"
import { freshSalt, type LoggedStores } from "../laws/LogUnderTest.js"
import { loggedStores } from "../MemoryStores.js"

const dayMs = 86_400_000

const now = Date.UTC(2035, 0, 1)

const withoutTrace = { ipAddress: null, userAgent: null, language: null, metadata: null }

/** A draft of some days ago without an end of its validity, and without a trace unless it is given one. */
const draftOf = (days: number, given: Parameters<typeof makeDraft>[0] = {}, link: IdentityLink | null = null) => {
  const time = now - days * dayMs
  return makeDraft({ ...withoutTrace, givenAt: time, createdAt: time, validUntil: null, ...given }, { link })
}

const year: RetentionRule = {
  types: null,
  jurisdictions: null,
  keepFor: { months: 12, days: 0 },
  from: "createdAt",
  dropTraceAfter: { months: 3, days: 0 },
}

/** Stores without a log that have these records. */
const storesWith = (drafts: ReadonlyArray<ConsentDraft>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    const stores = yield* loggedStores()("shop")
    yield* Effect.forEach(drafts, stores.consents.append)
    return stores
  })

const retaining = ({ erasures, records }: LoggedStores, changed: Partial<RetentionOptions> = {}) =>
  applyRetention({ schedule: [year], salts: freshSalt, dryRun: false, onPage: () => Effect.void, ...changed }).pipe(
    Effect.provideService(Erasures, erasures),
    Effect.provideService(Records, records),
  )

const idsOf = (drafts: ReadonlyArray<ConsentDraft>): ReadonlyArray<string> => drafts.map(({ record }) => record.id)

const areThere = ({ consents }: LoggedStores, drafts: ReadonlyArray<ConsentDraft>) =>
  Effect.forEach(idsOf(drafts), (id) => Effect.map(consents.evidence(id), Option.isSome))

/** Of so many subjects an act that goes and, newer, one that stays and loses its trace. */
const actsOf = (count: number) => {
  const subjects = Array.from({ length: count }, freshSubjectId)
  return {
    superseded: subjects.map((subjectId, at) => draftOf(900 + count - at, { subjectId })),
    current: subjects.map((subjectId, at) => draftOf(500 + count - at, { subjectId, ipAddress: "203.0.113.0" })),
  }
}

/** The stores, and what is asked of their erasures. */
const watched = (stores: LoggedStores) => {
  const asked: Array<readonly [what: "account" | "erase" | "footprint", of: string | ReadonlyArray<string>]> = []
  const { erasures } = stores
  const watching: LoggedStores = {
    ...stores,
    erasures: {
      ...erasures,
      subjectsOf: (externalId) => {
        asked.push(["account", externalId])
        return erasures.subjectsOf(externalId)
      },
      footprint: (subjects) => {
        asked.push(["footprint", subjects])
        return erasures.footprint(subjects)
      },
      erase: (subjects, decide) => {
        asked.push(["erase", subjects])
        return erasures.erase(subjects, decide)
      },
    },
  }
  return { asked, stores: watching }
}

describe("what applying a schedule came to", () => {
  it.scoped("is the same before it as after it, with the ids of what is erased first", () =>
    Effect.gen(function* () {
      const { current, superseded } = actsOf(3)
      const stores = yield* storesWith([...superseded, ...current])
      const expected = { records: 6, erased: 3, traces: 3, kept: 3, first: idsOf([...superseded, ...current]) }
      assert.deepStrictEqual(yield* retaining(stores, { dryRun: true }), expected)
      assert.deepStrictEqual(yield* areThere(stores, superseded), [true, true, true])
      assert.deepStrictEqual(yield* retaining(stores), expected)
      assert.deepStrictEqual(yield* areThere(stores, superseded), [false, false, false])
      assert.deepStrictEqual(yield* areThere(stores, current), [true, true, true])
      const again = { records: 3, erased: 0, traces: 0, kept: 3, first: [] }
      assert.deepStrictEqual(yield* retaining(stores), again)
    }),
  )

  it.scoped("is the sum over all steps, and names ten ids at most", () =>
    Effect.gen(function* () {
      const { current, superseded } = actsOf(60)
      const stores = yield* storesWith([...superseded, ...current])
      const first = idsOf(superseded.slice(0, 10))
      const expected = { records: 120, erased: 60, traces: 60, kept: 60, first }
      assert.deepStrictEqual(yield* retaining(stores, { dryRun: true }), expected)
      assert.deepStrictEqual(yield* retaining(stores), expected)
    }),
  )

  it.scoped("counts each record once, though its subject has others on another page", () =>
    Effect.gen(function* () {
      const subjectId = freshSubjectId()
      const type = "dpa"
      const superseded = draftOf(900, { subjectId, type })
      const others = Array.from({ length: 505 }, (_, at) => draftOf(800 - at / 100))
      const current = draftOf(600, { subjectId, type, ipAddress: "203.0.113.0" })
      const stores = yield* storesWith([superseded, ...others, current])
      const pages: Array<number> = []
      const options: Partial<RetentionOptions> = {
        schedule: [{ ...year, types: [type] }],
        onPage: ({ records }) => Effect.sync(() => pages.push(records)),
      }
      const expected = { records: 507, erased: 1, traces: 1, kept: 1, first: idsOf([superseded, current]) }
      assert.deepStrictEqual(yield* retaining(stores, { ...options, dryRun: true }), expected)
      assert.deepStrictEqual(pages, [500, 507])
      assert.deepStrictEqual(yield* retaining(stores, options), expected)
    }),
  )

  it.scoped("counts the records that it looked at, of pages where nothing is due, too", () =>
    Effect.gen(function* () {
      const stores = yield* storesWith([draftOf(360), draftOf(350)])
      const expected = { records: 2, erased: 0, traces: 0, kept: 0, first: [] }
      assert.deepStrictEqual(yield* retaining(stores), expected)
    }),
  )

  it.scoped("is nothing where a schedule keeps everything", () =>
    Effect.gen(function* () {
      const stores = yield* storesWith([draftOf(900)])
      const keepAll = { ...year, keepFor: null, dropTraceAfter: null }
      const nothing = { records: 0, erased: 0, traces: 0, kept: 0, first: [] }
      assert.deepStrictEqual(yield* retaining(stores, { schedule: [keepAll] }), nothing)
    }),
  )

  it.scoped("counts nothing that another run did meanwhile", () =>
    Effect.gen(function* () {
      const { current, superseded } = actsOf(2)
      const stores = yield* storesWith([...superseded, ...current])
      const { erasures } = stores
      const overtaken: LoggedStores = {
        ...stores,
        erasures: { ...erasures, erase: (...step) => Effect.zipRight(retaining(stores), erasures.erase(...step)) },
      }
      const result = yield* retaining(overtaken)
      assert.deepStrictEqual([result.erased, result.traces, result.first], [0, 0, []])
      assert.deepStrictEqual(yield* areThere(stores, [...superseded, ...current]), [false, false, true, true])
    }),
  )
})

describe("a schedule", () => {
  const ofUser: IdentityLink = { externalId: "user-1", identityProvider: "external", verified: true }

  it.scoped("keeps a withdrawal of one browser while an older consent of another of the same account stays", () =>
    Effect.gen(function* () {
      const [other, own] = [freshSubjectId(), freshSubjectId()]
      const expired = { validUntil: now - 400 * dayMs }
      const [consent, withdrawal] = [
        draftOf(600, { subjectId: other, jurisdiction: "CCPA" }, ofUser),
        draftOf(500, { subjectId: own, ...expired }, ofUser),
      ]
      const { asked, stores } = watched(yield* storesWith([consent, withdrawal]))
      const result = yield* retaining(stores, { schedule: [{ ...year, jurisdictions: ["GDPR"] }] })
      assert.deepStrictEqual([result.erased, result.kept], [0, 1])
      assert.deepStrictEqual(asked.slice(0, 2), [
        ["footprint", [own]],
        ["account", "user-1"],
      ])
      const alone = yield* storesWith([draftOf(500, { subjectId: own, ...expired }, ofUser)])
      assert.strictEqual((yield* retaining(alone)).erased, 1)
    }),
  )

  it.scoped("looks only at subjects of which something may be due, once without an account", () =>
    Effect.gen(function* () {
      const [due, recent] = [draftOf(500, { validUntil: now - 400 * dayMs }), draftOf(360)]
      const { asked, stores } = watched(yield* storesWith([due, recent]))
      const result = yield* retaining(stores)
      assert.deepStrictEqual([result.records, result.erased], [2, 1])
      assert.deepStrictEqual(asked, [
        ["footprint", [due.record.subjectId]],
        ["erase", [due.record.subjectId]],
      ])
    }),
  )

  it.scoped("asks for no erasure of records where only traces go", () =>
    Effect.gen(function* () {
      const traced = draftOf(200, { ipAddress: "203.0.113.0" })
      const { asked, stores } = watched(yield* storesWith([traced]))
      assert.strictEqual((yield* retaining(stores)).traces, 1)
      assert.deepStrictEqual(asked, [
        ["footprint", [traced.record.subjectId]],
        ["erase", [traced.record.subjectId]],
      ])
    }),
  )
})
