import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { type CountedRecord, contributionOf, contributionOfPrompt } from "./Contribution.js"
import { noCounts } from "./Counts.js"
import { dayOf, dayText, monthOf, nextMonthOf, partsOf } from "./Day.js"
import { mostGroups, restPart } from "./Dimension.js"
import { areKnown, knownGroups, rollUp } from "./RollUp.js"
import { statisticsCsv } from "./StatisticsCsv.js"
import { decodeStatisticsQuery, mostDays } from "./StatisticsQuery.js"
import { type GroupCounts, statisticsReport } from "./StatisticsReport.js"

const days = FastCheck.integer({ min: -40_000, max: 60_000 })

describe("days", () => {
  it("a range's months and days are all of its days, each once, and at most 61 of them are single", () => {
    FastCheck.assert(
      FastCheck.property(days, FastCheck.nat(2_000), (from, length) => {
        const to = from + length
        const parts = partsOf({ from, to })
        const months: Array<number> = []
        if (parts.months !== null) {
          for (let month = parts.months.from; month <= parts.months.to; month = nextMonthOf(month)) {
            assert.strictEqual(month, monthOf(month))
            for (let day = month; day < nextMonthOf(month); day += 1) months.push(day)
          }
        }
        const single = parts.days.flatMap((range) =>
          Array.from({ length: range.to - range.from + 1 }, (_, at) => range.from + at),
        )
        assert.isAtMost(single.length, 61)
        const all = [...single, ...months].sort((one, other) => one - other)
        assert.deepStrictEqual(
          all,
          Array.from({ length: length + 1 }, (_, at) => from + at),
        )
      }),
      { numRuns: 200 },
    )
  })

  it("any instant has a day and a month that are dates", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.double({ noNaN: true }), (time) => {
        const day = dayOf(time)
        assert.isTrue(Number.isSafeInteger(day) && Number.isSafeInteger(monthOf(day)))
        assert.isAtMost(monthOf(day), day)
        assert.strictEqual(dayText(day).at(-3), "-")
      }),
    )
  })
})

const record: CountedRecord = {
  givenAt: Date.UTC(2026, 10, 25, 23, 59, 59, 999),
  consentAction: "custom",
  preferences: { necessary: true, marketing: true, measurement: false, others: true },
  experiment: { id: "hero", arm: "a" },
  policy: { policyId: "europe", country: "DE", language: "de-AT,en;q=0.5" },
}

const groupOf = (given: Partial<CountedRecord>, dimension: string) =>
  contributionOf({ ...record, ...given }).groups.find((group) => group.dimension === dimension)

describe("what a record adds", () => {
  it("is one record, its answer, and its categories", () => {
    const { counts, day } = contributionOf(record)
    assert.strictEqual(dayText(day), "2026-11-25")
    assert.deepStrictEqual(counts, {
      ...noCounts,
      records: 1,
      customized: 1,
      marketingGranted: 1,
      measurementRefused: 1,
    })
  })

  it.each([
    ["accept_all", "accepted"],
    ["reject_all", "refused"],
    ["opt_out", "refused"],
    ["custom", "customized"],
  ] as const)("the action %s is %s", (consentAction, name) => {
    const { accepted, customized, refused } = contributionOf({ ...record, consentAction }).counts
    assert.deepStrictEqual({ accepted, customized, refused }, { accepted: 0, customized: 0, refused: 0, [name]: 1 })
  })

  it.each([null, "unreadable", [true], { marketing: "yes" }, { __proto__: { marketing: true } }])(
    "preferences that are none (%j) count as none",
    (preferences) => {
      assert.strictEqual(contributionOf({ ...record, preferences }).counts.marketingGranted, 0)
    },
  )

  it("keeps the language that is wanted most, without its region, and no list of languages", () => {
    const language = (text: string) =>
      groupOf({ policy: { policyId: "europe", country: null, language: text } }, "language")?.value
    assert.strictEqual(language("en;q=0.2, gsw-CH"), "gsw")
    assert.strictEqual(language("*"), "")
    assert.strictEqual(language("i-klingon"), "")
    assert.strictEqual(language("not a language"), "")
  })

  it("is in one group of each dimension, and a prompt in one of each but the action", () => {
    const prompt = { at: 0, policyId: null, country: null, language: "", experiment: null }
    assert.sameMembers(
      contributionOf(record).groups.map(({ dimension }) => dimension),
      ["day", "country", "rule", "action", "language", "experiment"],
    )
    assert.notInclude(
      contributionOfPrompt(prompt).groups.map(({ dimension }) => dimension),
      "action",
    )
  })
})

describe("the roll-up", () => {
  it("puts groups together that there is no room for, and keeps those that are known", () => {
    const rules = Array.from({ length: mostGroups }, (_, at) => ({
      dimension: "rule" as const,
      value: `${at}`,
      part: "",
    }))
    const known = knownGroups(rules)
    const of = (policyId: string) => contributionOf({ ...record, policy: { policyId, country: "DE", language: "de" } })
    const rows = rollUp([of("0"), of("new"), of("newer")], known).filter(({ dimension }) => dimension === "rule")
    assert.sameDeepMembers(
      rows.flatMap(({ counts, part, unit, value }) => (unit === "ever" ? [[value, part, counts.records]] : [])),
      [
        ["0", "", 1],
        ["", restPart, 2],
      ],
    )
    assert.isFalse(areKnown([of("new")], known))
    assert.isTrue(areKnown([{ ...of("0"), groups: rules.slice(0, 1) }], known))
  })
})

const decode = (raw: Partial<Parameters<typeof decodeStatisticsQuery>[0]>) =>
  decodeStatisticsQuery({ from: null, to: null, groupBy: null, ...raw }, dayOf(Date.UTC(2026, 10, 25)))

const texts = (raw: Parameters<typeof decode>[0]) =>
  Either.map(decode(raw), ({ from, groupBy, to }) => [dayText(from), dayText(to), groupBy])

describe("the query", () => {
  it("is about the last 30 days, by day, where nothing is said", () => {
    assert.deepStrictEqual(texts({}), Either.right(["2026-10-27", "2026-11-25", "day"]))
    assert.deepStrictEqual(texts({ to: "2026-03-01" }), Either.right(["2026-01-31", "2026-03-01", "day"]))
    assert.deepStrictEqual(texts({ from: "2027-01-01" }), Either.right(["2027-01-01", "2027-01-01", "day"]))
  })

  it.each([
    [{ from: "2026-11-25T00:00:00Z" }, ["from"]],
    [{ from: "2026-02-02", to: "2026-02-01" }, ["from"]],
    [{ from: "2016-01-01", to: "2026-02-01" }, ["from"]],
    [{ from: "", to: "2026-02-30", groupBy: "subject" }, ["from", "to", "groupBy"]],
  ])("%j is refused", (raw, paths) => {
    const issues = Either.match(decode(raw), { onLeft: (left) => left, onRight: () => [] })
    assert.deepStrictEqual(
      issues.map(({ path }) => path),
      paths,
    )
  })

  it("has at most ten years", () => {
    assert.isTrue(Either.isRight(decode({ from: "2016-12-01", to: "2026-11-25" })))
    assert.isAtLeast(mostDays, 3_653)
  })
})

const groups: ReadonlyArray<GroupCounts> = [
  { day: 0, value: "", part: restPart, counts: { ...noCounts, records: 90 } },
  { day: 0, value: "", part: "", counts: { ...noCounts, records: 3, refused: 1, shown: 1 } },
  {
    day: 0,
    value: "=x",
    part: "a b",
    counts: { ...noCounts, records: 7, accepted: 2, shown: 9, marketingGranted: 1, marketingRefused: 2 },
  },
  { day: 0, value: "none", part: "a", counts: noCounts },
]

const query = { from: 0, to: 1, groupBy: "experiment" } as const

const state = { pending: 0, backfilled: true }

describe("the report", () => {
  it("has groups by their records, the rest last, and none without a count", () => {
    const report = statisticsReport(query, groups, state)
    assert.deepStrictEqual(
      report.groups.map(({ group, ignored, rest }) => [group, rest, ignored]),
      [
        ["%3Dx=a%20b", false, 7],
        [null, false, 0],
        [null, true, 0],
      ],
    )
    assert.deepStrictEqual(report.groups[0]?.categories.marketing, { granted: 1, refused: 2, rate: 0.3333 })
    assert.deepInclude(report.total, { records: 100, shown: 10, ignored: 7 })
    assert.isNull(report.total.categories.experience.rate)
  })

  it("says null where no prompts are counted, and days in their order", () => {
    const quiet = [5, 3].map((day) => ({ day, value: "", part: "", counts: { ...noCounts, records: day } }))
    const report = statisticsReport({ from: 0, to: 9, groupBy: "day" }, quiet, state)
    assert.deepStrictEqual(
      report.groups.map(({ group, ignored, shown }) => [group, shown, ignored]),
      [
        ["1970-01-04", null, null],
        ["1970-01-06", null, null],
      ],
    )
  })

  it("as CSV has a line for each group, as many cells as columns, and no formula", () => {
    const lines = statisticsCsv(statisticsReport({ ...query, groupBy: "rule" }, groups, state)).split("\r\n")
    assert.strictEqual(lines.pop(), "")
    assert.lengthOf(lines, 4)
    assert.match(lines[1] ?? "", /^'=x,false,7,2,0,0,9,7,/)
    assert.deepStrictEqual(new Set(lines.map((line) => line.split(",").length)), new Set([20]))
  })
})
