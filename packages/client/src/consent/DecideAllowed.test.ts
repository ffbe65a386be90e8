import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import type { ConsentItem, SubjectList } from "../answer/Answers.js"
import { err, ok } from "../answer/Result.js"
import { allowsBy } from "../CreateConsentClient.js"
import { type AllowDecision, decideAllowed } from "./DecideAllowed.js"

/** For preferences that no service sends. */
const untyped: { decide(list: unknown, type: string, category: string): AllowDecision } = { decide: decideAllowed }

const item = (change: Partial<ConsentItem> = {}): ConsentItem => ({
  id: "cns_1",
  type: "cookie_banner",
  domain: "shop.example",
  givenAt: new Date(1000),
  createdAt: new Date(1000),
  isLatestPolicy: true,
  ...change,
})

const said = (at: number, marketing: boolean, change: Partial<ConsentItem> = {}) =>
  item({ givenAt: new Date(at), preferences: { marketing }, ...change })

const lost = (at: number) => item({ givenAt: new Date(at), preferences: null })

const listOf = (...subjects: ReadonlyArray<ReadonlyArray<ConsentItem>>): SubjectList => ({
  subjects: subjects.map((consents, index) => ({
    id: `sub_${index}`,
    externalId: "user-1",
    identityProvider: "external",
    createdAt: new Date(0),
    consents,
  })),
})

const decided = (...subjects: ReadonlyArray<ReadonlyArray<ConsentItem>>): string => {
  const decision = decideAllowed(listOf(...subjects), "cookie_banner", "marketing")
  return decision.allowed ? "allowed" : decision.reason
}

describe("what an account allows", () => {
  it.each<[string, string, ReadonlyArray<ReadonlyArray<ConsentItem>>]>([
    ["never-asked", "no subject", []],
    ["never-asked", "a subject without records", [[]]],
    ["never-asked", "a record without preferences", [[item()]]],
    ["never-asked", "a record of other categories", [[item({ preferences: { measurement: true } })]]],
    ["never-asked", "a record of another type", [[said(1, true, { type: "marketing_communications" })]]],
    ["allowed", "a yes", [[said(1, true)]]],
    ["refused", "a no", [[said(1, false)]]],
    ["refused", "a yes, then a no", [[said(1, true), said(2, false)]]],
    ["allowed", "a no, then a yes, listed the other way", [[said(2, true), said(1, false)]]],
    ["refused", "a yes on one device, then a no on another", [[said(1, true)], [said(2, false)]]],
    ["allowed", "a no, then a yes on another device", [[said(2, true)], [said(1, false)]]],
    ["refused", "a yes and a no of the same instant", [[said(1, true), said(1, false)]]],
    ["unreadable", "a record that cannot be read", [[lost(1)]]],
    ["unreadable", "a yes, then a record that cannot be read", [[said(1, true), lost(2)]]],
    ["unreadable", "a no and an unreadable record of the same instant", [[lost(1), said(1, false)]]],
    ["allowed", "a record that cannot be read, then a yes", [[lost(1), said(2, true)]]],
    ["allowed", "a yes, then a word on other things", [[said(1, true), item({ givenAt: new Date(2) })]]],
    ["allowed", "a yes to a text that is not the latest", [[said(1, true, { isLatestPolicy: false })]]],
  ])("is %s after %s", (expected, _, subjects) => {
    assert.strictEqual(decided(...subjects), expected)
  })

  it("has the record that decided and its subject", () => {
    const no = said(2, false, { id: "cns_no", policyVersion: "7" })
    const list = listOf([said(1, true)], [no])
    const decision = decideAllowed(list, "cookie_banner", "marketing")
    assert.deepStrictEqual(decision, { allowed: false, reason: "refused", record: { ...no, subjectId: "sub_1" } })
  })

  it("ignores inherited members of objects", () => {
    for (const category of ["toString", "__proto__", "constructor"])
      assert.deepStrictEqual(decideAllowed(listOf([said(1, true)]), "cookie_banner", category), {
        allowed: false,
        reason: "never-asked",
      })
  })
})

const categories = ["marketing", "measurement", "toString", "__proto__"]
const types = ["cookie_banner", "marketing_communications", ""]

/** Few times, so that some are equal. */
const anyTime = FastCheck.oneof(
  FastCheck.integer({ min: 0, max: 4 }),
  FastCheck.constantFrom(-8.64e15, -1, 1_760_000_000_000, 8.64e15),
)

const anyWord = FastCheck.constantFrom(true, true, true, false, false, null, undefined, 1, "true", {})

const anyPreferences = FastCheck.oneof(
  { weight: 8, arbitrary: FastCheck.array(FastCheck.tuple(FastCheck.constantFrom(...categories), anyWord)) },
  { weight: 1, arbitrary: FastCheck.constantFrom(null, undefined) },
).map((entries) => (entries ? Object.fromEntries<unknown>(entries) : entries))

const anyRecord = FastCheck.record({
  givenAt: anyTime.map((at) => new Date(at)),
  createdAt: anyTime.map((at) => new Date(at)),
  type: FastCheck.constantFrom("cookie_banner", ...types),
  preferences: anyPreferences,
  isLatestPolicy: FastCheck.boolean(),
})

const anyList = FastCheck.array(
  FastCheck.record({ id: FastCheck.uuid(), consents: FastCheck.array(anyRecord, { maxLength: 6 }) }),
  { maxLength: 4 },
).map((subjects) => ({ subjects }))

type AnyList = typeof anyList extends FastCheck.Arbitrary<infer List> ? List : never

const question = [FastCheck.constantFrom(...types), FastCheck.constantFrom(...categories)] as const

type Word = "granted" | "refused" | "unreadable"

/** The least permissive decision about a category at a time. */
const worst = (words: ReadonlyArray<Word>): Word =>
  words.includes("unreadable") ? "unreadable" : words.includes("refused") ? "refused" : "granted"

/** The decision of a record, if any. */
const wordsOf = (preferences: unknown, category: string): ReadonlyArray<Word> => {
  if (preferences === null) return ["unreadable"]
  const entries = Object.entries(preferences ?? {}).filter(([name]) => name === category)
  return entries.map(([, value]) => (value === true ? "granted" : "refused"))
}

/** All decisions, ordered by time. */
const history = ({ subjects }: AnyList, type: string, category: string): ReadonlyMap<number, ReadonlyArray<Word>> => {
  const times = new Map<number, ReadonlyArray<Word>>()
  const records = subjects.flatMap(({ consents }) => consents).filter((one) => one.type === type)
  for (const { givenAt, preferences } of records) {
    const words = [...(times.get(givenAt.getTime()) ?? []), ...wordsOf(preferences, category)]
    if (words.length > 0) times.set(givenAt.getTime(), words)
  }
  return times
}

/** The last decision of a history, in chronological order. */
const lastWord = (times: ReadonlyMap<number, ReadonlyArray<Word>>): Word | "never-asked" =>
  [...times]
    .sort(([one], [other]) => one - other)
    .reduce<Word | "never-asked">((_, [, words]) => worst(words), "never-asked")

const summaryOf = (decision: AllowDecision): string => (decision.allowed ? "granted" : decision.reason)

describe("whatever is on record", () => {
  it("the latest decision counts, and the least permissive of equal times", () => {
    FastCheck.assert(
      FastCheck.property(anyList, ...question, (list, type, category) => {
        assert.strictEqual(summaryOf(untyped.decide(list, type, category)), lastWord(history(list, type, category)))
      }),
      { numRuns: 300 },
    )
  })

  it("a yes needs a record of this type with a yes to this category, and no later contradiction", () => {
    FastCheck.assert(
      FastCheck.property(anyList, ...question, (list, type, category) => {
        const decision = untyped.decide(list, type, category)
        if (!decision.allowed) return
        const { givenAt, preferences, subjectId, type: own } = decision.record
        assert.strictEqual(own, type)
        assert.deepInclude(Object.entries(preferences ?? {}), [category, true])
        const owner = list.subjects.filter(({ id }) => id === subjectId)
        assert.isTrue(owner.some(({ consents }) => consents.some((one) => one.preferences === preferences)))
        for (const [time, words] of history(list, type, category))
          if (time >= givenAt.getTime()) assert.deepStrictEqual([...new Set(words)], ["granted"])
      }),
      { numRuns: 300 },
    )
  })

  it("does not depend on the order of records and subjects, and does not modify them", () => {
    FastCheck.assert(
      FastCheck.property(anyList, ...question, (list, type, category) => {
        const before = list.subjects.map(({ consents }) => [...consents])
        const turned = {
          subjects: list.subjects.map((one) => ({ ...one, consents: one.consents.toReversed() })).reverse(),
        }
        const decisions = [list, turned].map((one) => summaryOf(untyped.decide(one, type, category)))
        assert.strictEqual(decisions[0], decisions[1])
        assert.deepStrictEqual(
          list.subjects.map(({ consents }) => consents),
          before,
        )
      }),
    )
  })

  it("a later no refuses, and a later yes of another type allows nothing", () => {
    FastCheck.assert(
      FastCheck.property(anyList, ...question, (list, type, category) => {
        const later = (own: string, yes: boolean) => ({
          subjects: [
            ...list.subjects,
            { id: "sub_x", consents: [said(8.64e15, yes, { type: own, preferences: { [category]: yes } })] },
          ],
        })
        const refused = untyped.decide(later(type, false), type, category)
        assert.isFalse(refused.allowed)
        const before = summaryOf(untyped.decide(list, type, category))
        assert.strictEqual(summaryOf(untyped.decide(later(`${type}_x`, true), type, category)), before)
      }),
    )
  })
})

describe("consents.allows", () => {
  const list = listOf([said(1, true), said(2, true, { type: "marketing_communications" })])

  it("passes the call's options, and uses the banner's records by default", async () => {
    const asked: Array<unknown> = []
    const allows = allowsBy(async (...args) => {
      asked.push(args)
      return ok(list)
    })
    const banner = await allows("user-1", "marketing")
    const mail = await allows("user-1", "marketing", { type: "marketing_communications", timeoutMs: 5 })
    assert.deepStrictEqual(
      [banner, mail].map((one) => one.allowed && one.record.type),
      ["cookie_banner", "marketing_communications"],
    )
    assert.deepStrictEqual(asked, [
      [{ externalId: "user-1" }, {}],
      [{ externalId: "user-1" }, { timeoutMs: 5 }],
    ])
  })

  it("is no, with the error, where the service is unavailable", async () => {
    const failure = err({ code: "TIMEOUT" })
    const decision = await allowsBy(async () => failure)("user-1", "marketing")
    assert.deepStrictEqual(decision, { allowed: false, reason: "unavailable", error: failure.error })
  })

  it.each([
    ["", {}, ["category"]],
    [undefined, {}, ["category"]],
    ["marketing", { type: "" }, ["type"]],
    ["", { type: 1 }, ["category", "type"]],
    ["marketing", null, ["input"]],
  ])("is no, and asks nothing, for the category %j with the options %j", async (category, options, paths) => {
    const caller: { allows(...args: ReadonlyArray<unknown>): Promise<AllowDecision> } = {
      allows: allowsBy(() => Promise.reject(new Error("was asked"))),
    }
    const decision = await caller.allows("user-1", category, options)
    const error = !decision.allowed && decision.reason === "unavailable" ? decision.error : null
    assert.strictEqual(error?.code, "INVALID_INPUT")
    assert.deepStrictEqual(
      error?.issues?.map(({ path }) => path),
      paths,
    )
  })
})
