import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import type { Contribution } from "./Contribution.js"
import { countNames, noCounts } from "./Counts.js"
import { dayText } from "./Day.js"
import { type Group, mostGroups, restPart } from "./Dimension.js"
import { areKnown, knownGroups, type RollUpRow, rollUp } from "./RollUp.js"

const group = (value: string, part = "", dimension: Group["dimension"] = "rule"): Group => ({ dimension, value, part })

const one = { ...noCounts, records: 1 }

const contribution = (...groups: ReadonlyArray<Group>): Contribution => ({ day: 0, groups, counts: one })

/** Rules that leave room for so many others. */
const rulesWithRoomFor = (room: number): ReadonlyArray<Group> =>
  Array.from({ length: mostGroups - room }, (_, at) => group(`known ${at}`))

const dimensions = FastCheck.constantFrom<Group["dimension"]>("rule", "experiment")

const groups = FastCheck.tuple(
  FastCheck.constantFrom("", "a", "b", "known 1"),
  FastCheck.constantFrom("", "", "a", "b"),
  dimensions,
).map(([value, part, dimension]) => group(value, part, dimension))

const contributions = FastCheck.array(
  FastCheck.record({
    day: FastCheck.integer({ min: -70, max: 70 }),
    groups: FastCheck.array(groups, { maxLength: 3 }),
    counts: FastCheck.record({ records: FastCheck.nat(9), shown: FastCheck.nat(9) }).map((some) => ({
      ...noCounts,
      ...some,
    })),
  }),
  { maxLength: 6 },
)

const isOf = (row: RollUpRow, { dimension, part, value }: Group): boolean =>
  row.dimension === dimension && row.value === value && row.part === part

/** Whether a day is of the time of a row. */
const isWithin = ({ start, unit }: RollUpRow, day: number): boolean => {
  if (unit === "ever") return start === 0
  return unit === "day" ? start === day : dayText(start) === `${dayText(day).slice(0, -3)}-01`
}

describe("the roll-up", () => {
  it("has one row for each group of each day, of each month, and of all time, with the sums of what was counted", () => {
    FastCheck.assert(
      FastCheck.property(contributions, (all) => {
        const rows = rollUp(all, knownGroups([]))
        const keys = rows.map(({ dimension, part, start, unit, value }) => [unit, start, dimension, value, part])
        assert.lengthOf(new Set(keys.map((key) => JSON.stringify(key))), rows.length)
        const added = all.flatMap((each) => each.groups.map((of) => ({ ...each, of })))
        // Nothing is in a row that was not counted, and nothing that was counted is in no row.
        for (const row of rows) {
          const parts = added.filter(({ day, of }) => isOf(row, of) && isWithin(row, day))
          assert.isNotEmpty(parts)
          for (const name of countNames) {
            assert.strictEqual(
              row.counts[name],
              parts.reduce((sum, { counts }) => sum + counts[name], 0),
            )
          }
        }
        for (const { day, of } of added) {
          const units = rows.filter((row) => isOf(row, of) && isWithin(row, day)).map(({ unit }) => unit)
          assert.deepStrictEqual(units, ["day", "month", "ever"])
        }
      }),
      { numRuns: 60 },
    )
  })

  it("makes rows of so many new groups as there is room for, the first that came, and one row of the rest", () => {
    for (const room of [0, 1, 2, 3]) {
      const known = knownGroups(rulesWithRoomFor(room))
      const names = ["a", "b", "a", "known 1", "c", "b"]
      const rows = rollUp(
        names.map((name) => contribution(group(name))),
        known,
      )
      const rowed = new Set([...Array.from(new Set(["a", "b", "c"])).slice(0, room), "known 1"])
      const expected = [
        ...Array.from(rowed, (name) => [name, "", names.filter((each) => each === name).length]),
        ["", restPart, names.filter((each) => !rowed.has(each)).length],
      ].filter(([, , count]) => count !== 0)
      assert.sameDeepMembers(
        rows.flatMap(({ counts, part, unit, value }) => (unit === "ever" ? [[value, part, counts.records]] : [])),
        expected,
      )
    }
  })

  it("limits each dimension by itself, and never what has no value", () => {
    const known = knownGroups(rulesWithRoomFor(0))
    const rows = rollUp([contribution(group("DE", "", "country"), group(""), group("", "arm"))], known)
    assert.sameDeepMembers(
      rows.flatMap(({ dimension, part, unit, value }) => (unit === "ever" ? [[dimension, value, part]] : [])),
      [
        ["country", "DE", ""],
        ["rule", "", ""],
        // A part without a value is a group like any other.
        ["rule", "", restPart],
      ],
    )
  })

  it("has room for groups of a dimension that has none yet", () => {
    const many = Array.from({ length: mostGroups + 2 }, (_, at) => contribution(group(`${at}`)))
    const ever = rollUp(many, knownGroups([])).filter(({ unit }) => unit === "ever")
    assert.lengthOf(ever, mostGroups + 1)
    assert.strictEqual(ever.find(({ part }) => part === restPart)?.counts.records, 2)
  })
})

describe("groups are known", () => {
  const known = knownGroups([group("a"), group("b"), group("a", "x", "experiment")])

  it.each<[string, ReadonlyArray<Contribution>, boolean]>([
    ["of no contributions", [], true],
    ["of a known one", [contribution(group("a"), group("b"))], true],
    ["of what has no value", [contribution(group("")), contribution(group("", "", "action"))], true],
    ["of a known one and another", [contribution(group("a")), contribution(group("c"))], false],
    ["of one with another group", [contribution(group("a"), group("c"))], false],
    ["in another dimension", [contribution(group("a", "", "country"))], false],
    ["with another part", [contribution(group("a", "y", "experiment"))], false],
    ["with a part and no value", [contribution(group("", "x"))], false],
    ["with a value and a part", [contribution(group("a", "x", "experiment"))], true],
  ])("%s", (_, all, expected) => {
    assert.strictEqual(areKnown(all, known), expected)
  })
})
