import { readBound } from "@consent-service/core/consent"
import { describeEngines, type Engine } from "@consent-service/test-engines"
import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { type Intercept, intercepted } from "./testing/InterceptedClient.js"
import { migratedClient, on } from "./testing/TestDatabase.js"

const setUp = (engine: Engine) =>
  Effect.gen(function* () {
    const sql = yield* migratedClient(engine)
    const seen: Array<string> = []
    const watching: Intercept = (text, run) => Effect.suspend(() => (seen.push(text.toLowerCase()), run))
    const store = yield* on(yield* intercepted(engine, sql, watching))(
      SqlConsentStore.make({ tenant: "t", timeoutMs: 60_000 }),
    )
    yield* store.ping
    seen.length = 0
    return { sql, store, seen }
  })

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const allAtOnce = { concurrency: "unbounded" } as const

/** Columns that are in no response. */
const unread = /metadata|tc_string|ip_address|user_agent|\*/

/** A statement without its length expressions. */
const withoutLengths = (text: string): string => text.replace(/\w*length\([^()]*\)/g, "").replace(/count\(\*\)/g, "")

describeEngines("the queries of histories and saves", (engine) => {
  it.scopedLive("a history, short or long, selects no metadata, TC string, address or user agent", () =>
    Effect.gen(function* () {
      const { seen, store } = yield* setUp(engine)
      const link = { externalId: "account", identityProvider: "idp", verified: true }
      const [short, long] = [freshSubjectId(), freshSubjectId()]
      const drafts = [...times(2, () => short), ...times(140, () => long)].map((subjectId, givenAt) => ({
        ...makeDraft({ subjectId, givenAt }),
        link,
      }))
      yield* Effect.forEach(drafts, store.append, allAtOnce)
      seen.length = 0
      for (const subject of [short, long]) assert.isTrue(Option.isSome(yield* store.history(subject)))
      assert.lengthOf(yield* store.linkedHistories("account"), 2)
      assert.isAtLeast(seen.length, 6)
      for (const text of seen) assert.notMatch(withoutLengths(text), unread)
    }),
  )

  it.scopedLive("a new visitor's save reads nothing; a returning visitor's save counts their acts", () =>
    Effect.gen(function* () {
      const { seen, store } = yield* setUp(engine)
      const selects = () => seen.filter((text) => text.startsWith("select")).length
      const visitors = times(20, () => freshSubjectId())
      const saveAll = Effect.forEach(visitors, (subjectId) => store.append(makeDraft({ subjectId })), allAtOnce)
      yield* saveAll
      assert.strictEqual(selects(), 0)
      yield* saveAll
      // On servers the subjects are locked first: a statement that counts and locks would count before it waits.
      assert.strictEqual(selects(), engine === "sqlite" ? 1 : 2)
    }),
  )

  it.scopedLive(
    "a history of any length is in the order of its acts, and its newest are kept, in whatever order they are stored",
    () =>
      Effect.gen(function* () {
        const { store } = yield* setUp(engine)
        const subjectId = freshSubjectId()
        const count = 1_300
        const drafts = times(count, (index) => ({
          ...makeDraft({ subjectId, givenAt: (index * 7) % count, metadata: null }),
          bound: readBound(count),
        }))
        yield* Effect.forEach(drafts, store.append, allAtOnce)
        const givenAt = (acts: number) =>
          Effect.map(store.history(subjectId, { ...readBound(count), acts }), (history) => {
            const { records, truncated } = Option.getOrThrow(history)
            return { times: records.map((record) => record.givenAt), truncated }
          })
        const newest = times(count, (index) => count - 1 - index)
        assert.deepStrictEqual(yield* givenAt(count), { times: newest, truncated: false })
        assert.deepStrictEqual(yield* givenAt(200), { times: newest.slice(0, 200), truncated: true })
      }),
  )
})
