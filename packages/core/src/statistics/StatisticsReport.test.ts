import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import { readStatistics } from "../counting/ReadStatistics.js"
import { Statistics } from "../ports/Statistics.js"
import { type Counts, noCounts } from "./Counts.js"
import { restPart } from "./Dimension.js"
import { statisticsCsv } from "./StatisticsCsv.js"
import { decodeStatisticsQuery, mostDays } from "./StatisticsQuery.js"
import { type GroupCounts, statisticsReport } from "./StatisticsReport.js"

const group = (value: string, counts: Partial<Counts>, part = "", day = 0): GroupCounts => ({
  day,
  value,
  part,
  counts: { ...noCounts, ...counts },
})

const query = { from: 0, to: 30, groupBy: "country" } as const

const state = { pending: 3, backfilled: false }

const labels = (groups: ReadonlyArray<GroupCounts>, groupBy: "country" | "experiment" = "country") =>
  statisticsReport({ ...query, groupBy }, groups, state).groups.map((one) => one.group)

describe("a report of statistics", () => {
  it("says its days, what is not counted yet, and each category of each group and of all", () => {
    const counts: Partial<Counts> = {
      records: 10,
      accepted: 4,
      refused: 3,
      customized: 2,
      shown: 12,
      experienceGranted: 1,
      functionalityRefused: 2,
      marketingGranted: 2,
      marketingRefused: 1,
      measurementGranted: 1,
      measurementRefused: 1,
    }
    const numbers = {
      records: 10,
      accepted: 4,
      refused: 3,
      customized: 2,
      shown: 12,
      ignored: 3,
      categories: {
        experience: { granted: 1, refused: 0, rate: 1 },
        functionality: { granted: 0, refused: 2, rate: 0 },
        marketing: { granted: 2, refused: 1, rate: 0.6667 },
        measurement: { granted: 1, refused: 1, rate: 0.5 },
      },
    }
    assert.deepStrictEqual(statisticsReport(query, [group("DE", counts)], state), {
      ...state,
      from: "1970-01-01",
      to: "1970-01-31",
      groupBy: "country",
      groups: [{ group: "DE", rest: false, ...numbers }],
      total: numbers,
    })
  })

  it("adds up all groups, and no more answers than prompts are ignored", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(
          FastCheck.record({ accepted: FastCheck.nat(9), shown: FastCheck.nat(9), records: FastCheck.nat(9) }),
        ),
        (all) => {
          const groups = all.map((counts, at) => group(`${at}`, counts))
          const { groups: reported, total } = statisticsReport(query, groups, state)
          const sum = (name: "accepted" | "records" | "shown") => all.reduce((before, one) => before + one[name], 0)
          assert.deepInclude(total, { records: sum("records"), accepted: sum("accepted") })
          assert.strictEqual(total.shown, sum("shown") === 0 ? null : sum("shown"))
          for (const one of [...reported, total]) {
            assert.strictEqual(one.ignored, one.shown === null ? null : Math.max(0, one.shown - one.accepted))
          }
        },
      ),
    )
  })

  it("has the groups with the most records first, then with the most prompts, then by name and arm", () => {
    const few = { records: 1, shown: 5 }
    const many = { records: 2, shown: 1 }
    assert.deepStrictEqual(
      labels([group("c", { shown: 2 }), group("b", few), group("d", { records: 1, shown: 9 }), group("a", few)]),
      ["d", "a", "b", "c"],
    )
    assert.deepStrictEqual(labels([group("a", few), group("z", many)]), ["z", "a"])
    assert.deepStrictEqual(labels([group("x", few, "b"), group("x", few, "a"), group("x", few, "c")], "experiment"), [
      "x=a",
      "x=b",
      "x=c",
    ])
  })

  it("has groups that only have prompts, and the rest last whatever its size", () => {
    const groups = [
      group("", { records: 100 }, restPart),
      group("DE", { shown: 1 }),
      group("FR", {}),
      group("", { records: 5 }),
    ]
    const { groups: reported } = statisticsReport(query, groups, state)
    assert.deepStrictEqual(
      reported.map((one) => [one.group, one.rest, one.records]),
      [
        [null, false, 5],
        ["DE", false, 0],
        [null, true, 100],
      ],
    )
    // An arm may have the name that marks the rest.
    const arm = statisticsReport({ ...query, groupBy: "experiment" }, [group("hero", { records: 1 }, restPart)], state)
    assert.deepInclude(arm.groups[0], { group: "hero=*", rest: false })
  })

  it.effect("is of what the store has for the query", () =>
    Effect.gen(function* () {
      const store = Layer.mock(Statistics, {
        tenant: null,
        read: ({ from, groupBy, to }) => Effect.succeed({ groups: [group(groupBy, { records: from + to })], state }),
      })
      const report = yield* Effect.provide(readStatistics(query), store)
      assert.deepStrictEqual(report, statisticsReport(query, [group("country", { records: 30 })], state))
    }),
  )
})

describe("statistics as CSV", () => {
  it("have a line of names, then a line for each group, with empty cells for what has no value", () => {
    const groups = [
      group("DE", { records: 2, accepted: 1, refused: 1, marketingGranted: 1, marketingRefused: 3 }),
      group("", { records: 1 }),
      group("", { records: 1 }, restPart),
    ]
    assert.strictEqual(
      statisticsCsv(statisticsReport(query, groups, state)),
      [
        "country,rest,records,accepted,refused,customized,shown,ignored,experienceGranted,experienceRefused,experienceRate,functionalityGranted,functionalityRefused,functionalityRate,marketingGranted,marketingRefused,marketingRate,measurementGranted,measurementRefused,measurementRate",
        "DE,false,2,1,1,0,,,0,0,,0,0,,1,3,0.25,0,0,",
        ",false,1,0,0,0,,,0,0,,0,0,,0,0,,0,0,",
        ",true,1,0,0,0,,,0,0,,0,0,,0,0,,0,0,",
        "",
      ].join("\r\n"),
    )
  })
})

const today = 20_000

const decode = (raw: Partial<Parameters<typeof decodeStatisticsQuery>[0]>) =>
  decodeStatisticsQuery({ from: null, to: null, groupBy: null, ...raw }, today)

const dayText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

describe("the query of statistics", () => {
  it.each(["day", "country", "rule", "action", "language", "experiment"] as const)("groups by %s", (groupBy) => {
    assert.deepStrictEqual(decode({ groupBy }), Either.right({ from: today - 29, to: today, groupBy }))
  })

  it("has ten years at most", () => {
    const of = (days: number) => decode({ from: dayText(today - days + 1), to: dayText(today) })
    assert.deepStrictEqual(of(mostDays), Either.right({ from: today - mostDays + 1, to: today, groupBy: "day" }))
    const message = "must be at most 3660 days before 'to'"
    assert.deepStrictEqual(of(mostDays + 1), Either.left([{ path: "from", message }]))
  })

  it("says what is wrong with it, and what came", () => {
    assert.deepStrictEqual(
      decode({ from: "yesterday", to: "2026-02-30", groupBy: "subject" }),
      Either.left([
        { path: "from", message: "must be a date, such as 2026-01-31, got a string of 9 characters" },
        { path: "to", message: "must be a date, such as 2026-01-31, got a string of 10 characters" },
        {
          path: "groupBy",
          message: "must be one of day, country, rule, action, language, experiment, got a string of 7 characters",
        },
      ]),
    )
    assert.deepStrictEqual(
      decode({ from: "2026-02-02", to: "2026-02-01" }),
      Either.left([{ path: "from", message: "must not be after 'to'" }]),
    )
  })
})
