import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { emptyTrace } from "../evidence/Statement.js"
import { addDuration, type CalendarDuration } from "../schema/IsoDuration.js"
import { facts as example } from "../testing/EvidenceVectors.js"
import { dueBefore, mayBeDue, type RetentionRule } from "./PlanRetention.js"

const dayMs = 86_400_000

const now = Date.UTC(2026, 11, 1)

const years = (count: number): CalendarDuration => ({ months: 12 * count, days: 0 })

const rule: RetentionRule = {
  types: null,
  jurisdictions: null,
  keepFor: null,
  from: "createdAt",
  dropTraceAfter: null,
}

const durations = FastCheck.record({ months: FastCheck.nat(240), days: FastCheck.nat(400) }).filter(
  ({ days, months }) => days + months > 0,
)

describe("the time before which a schedule may have something to do", () => {
  it("is none for a schedule that keeps everything", () => {
    assert.isNull(dueBefore([], now))
    assert.isNull(dueBefore([rule, rule], now))
  })

  it("is after what is over by the calendar, at most a month, and never in the future", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) }),
        durations,
        (time, duration) => {
          const end = addDuration(time, duration)
          const before = dueBefore([{ ...rule, keepFor: duration }], end) ?? assert.fail("none")
          assert.isAbove(before, time)
          assert.isAtMost(before, Math.min(end, time + 31 * dayMs))
        },
      ),
    )
  })

  it("is that of the shortest duration, of records and traces alike", () => {
    const [short, long] = [years(1), years(5)]
    const expected = dueBefore([{ ...rule, keepFor: short }], now)
    assert.strictEqual(dueBefore([{ ...rule, dropTraceAfter: short }], now), expected)
    assert.strictEqual(dueBefore([{ ...rule, keepFor: long, dropTraceAfter: short }], now), expected)
    const both = [
      { ...rule, keepFor: long },
      { ...rule, keepFor: short },
    ]
    assert.strictEqual(dueBefore(both, now), expected)
  })
})

describe("a record", () => {
  const facts = { ...example, ...emptyTrace, validUntil: null, jurisdiction: "GDPR" }
  const [old, recent] = [
    { ...facts, createdAt: now - 400 * dayMs },
    { ...facts, createdAt: now - 300 * dayMs },
  ]
  const traced = { ipAddress: "203.0.113.0" }

  it("may be due once its time is over, by the rule that fits it", () => {
    const schedule = [{ ...rule, jurisdictions: ["UK_GDPR", "GDPR"], keepFor: years(1) }]
    assert.isTrue(mayBeDue(schedule, old, now))
    assert.isFalse(mayBeDue(schedule, recent, now))
    assert.isFalse(mayBeDue(schedule, { ...old, jurisdiction: "CCPA" }, now))
    assert.isFalse(mayBeDue(schedule, { ...old, jurisdiction: null }, now))
    assert.isFalse(mayBeDue([], old, now))
  })

  it("may be due as soon as it is recorded, where a newer act may have superseded it", () => {
    assert.isTrue(mayBeDue([{ ...rule, from: "superseded", keepFor: years(1) }], old, now))
    assert.isFalse(mayBeDue([{ ...rule, from: "validUntil", keepFor: years(1) }], old, now))
  })

  it("may be due for its trace, if it has one", () => {
    const schedule = [{ ...rule, dropTraceAfter: years(1) }]
    assert.isTrue(mayBeDue(schedule, { ...old, ...traced }, now))
    assert.isFalse(mayBeDue(schedule, { ...recent, ...traced }, now))
    assert.isFalse(mayBeDue(schedule, old, now))
  })
})
