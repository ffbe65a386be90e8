import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type ConsentFacts, emptyTrace } from "../evidence/Statement.js"
import type { Footprint, LegalHold } from "../ports/Erasures.js"
import { dueBefore, mayBeDue, planRetention, type RetentionRule } from "./PlanRetention.js"

const dayMs = 86_400_000

/** Twenty days after the first record can have been made. */
const now = 20 * dayMs

const days = (count: number) => ({ months: 0, days: count })

const factsOf = (id: number, changed: Partial<ConsentFacts> = {}): ConsentFacts => ({
  id: `cns_${id}`,
  subjectId: "sub_0",
  type: "cookie_banner",
  domain: "shop.example",
  documentId: null,
  givenAt: id * dayMs,
  createdAt: id * dayMs,
  validUntil: null,
  preferences: { marketing: true },
  choice: null,
  vendorChoice: null,
  jurisdiction: "GDPR",
  model: "opt-in",
  consentAction: "all",
  uiSource: "banner",
  tcString: null,
  decisionId: null,
  decisionSource: null,
  experiment: null,
  timeToDecisionMs: null,
  contentDigest: "00",
  ...emptyTrace,
  ...changed,
})

const found = (records: ReadonlyArray<ConsentFacts>, changed: Partial<Footprint> = {}): Footprint => ({
  subjects: Array.from(new Set(records.map(({ subjectId }) => subjectId)), (id) => ({ id, externalId: null })),
  records,
  links: [],
  entries: [],
  queued: [],
  isLogged: true,
  legalHolds: [],
  ...changed,
})

const everything: RetentionRule = {
  types: null,
  jurisdictions: null,
  keepFor: days(5),
  from: "createdAt",
  dropTraceAfter: null,
}

const idsOf = (records: ReadonlyArray<ConsentFacts>): ReadonlyArray<string> => records.map(({ id }) => id).sort()

const erasedBy = (rule: Partial<RetentionRule>, footprint: Footprint): ReadonlyArray<string> =>
  idsOf(planRetention([{ ...everything, ...rule }], footprint, now).erased)

describe("a retention schedule", () => {
  it("keeps the newest decision while it is valid, however old it is", () => {
    assert.deepStrictEqual(erasedBy({}, found([factsOf(1), factsOf(2)])), ["cns_1"])
    assert.deepStrictEqual(erasedBy({}, found([factsOf(1, { validUntil: now + 1 })])), [])
    assert.deepStrictEqual(erasedBy({}, found([factsOf(1, { validUntil: now })])), ["cns_1"])
  })

  it("keeps an expired withdrawal while the older consent stays, which would count again", () => {
    const withdrawal = factsOf(3, { validUntil: 4 * dayMs })
    const consent = factsOf(2, { createdAt: 18 * dayMs })
    assert.deepStrictEqual(erasedBy({}, found([consent, withdrawal])), [])
    assert.deepStrictEqual(erasedBy({}, found([{ ...consent, createdAt: 2 * dayMs }, withdrawal])), ["cns_2", "cns_3"])
  })

  it("keeps an expired withdrawal of one browser while an older consent of another of the same account stays", () => {
    const withdrawal = factsOf(3, { subjectId: "sub_1", validUntil: 4 * dayMs })
    const consent = factsOf(2)
    const subjects = ["sub_0", "sub_1"].map((id) => ({ id, externalId: "user-1" }))
    assert.deepStrictEqual(erasedBy({}, found([consent, withdrawal], { subjects })), [])
    assert.deepStrictEqual(erasedBy({}, found([consent, withdrawal])), ["cns_3"])
  })

  it("does not keep what one account decided for an older consent of another account", () => {
    const withdrawal = factsOf(3, { subjectId: "sub_1", validUntil: 4 * dayMs })
    const consent = factsOf(2, { createdAt: 18 * dayMs })
    const subjects = ["sub_0", "sub_1"].map((id) => ({ id, externalId: `user of ${id}` }))
    assert.deepStrictEqual(erasedBy({}, found([consent, withdrawal], { subjects })), ["cns_3"])
  })

  it("counts from the creation, the end of the validity, or the newer act", () => {
    const acts = [factsOf(1, { validUntil: 16 * dayMs }), factsOf(10), factsOf(19)]
    assert.deepStrictEqual(erasedBy({ from: "createdAt" }, found(acts)), ["cns_1", "cns_10"])
    assert.deepStrictEqual(erasedBy({ from: "validUntil" }, found(acts)), [])
    assert.deepStrictEqual(erasedBy({ from: "validUntil", keepFor: days(4) }, found(acts)), ["cns_1"])
    assert.deepStrictEqual(erasedBy({ from: "superseded" }, found(acts)), ["cns_1"])
    assert.deepStrictEqual(erasedBy({ from: "superseded", keepFor: days(1) }, found(acts)), ["cns_1", "cns_10"])
  })

  it("lets the first rule that fits decide", () => {
    const acts = [
      factsOf(1, { type: "dpa" }),
      factsOf(2, { jurisdiction: null }),
      factsOf(3),
      factsOf(19),
      factsOf(18, { type: "dpa" }),
    ]
    const keepDpa = { ...everything, types: ["dpa"], keepFor: null }
    const plan = planRetention([keepDpa, { ...everything, jurisdictions: ["GDPR"] }], found(acts), now)
    assert.deepStrictEqual(idsOf(plan.erased), ["cns_3"])
  })

  it("touches nothing that a hold covers or that waits for the log", () => {
    const legalHold: LegalHold = {
      id: "case",
      scope: { to: 2 * dayMs },
      reason: "claim",
      placedAt: 1,
      releasedAt: null,
    }
    const acts = [1, 2, 3, 19].map((id) => factsOf(id))
    assert.deepStrictEqual(erasedBy({}, found(acts, { legalHolds: [legalHold], queued: ["cns_3"] })), ["cns_2"])
  })

  it("drops the trace of what stays, and of nothing that has none", () => {
    const traced = { ipAddress: "203.0.113.0" }
    const acts = [factsOf(1, traced), factsOf(2), factsOf(14, traced), factsOf(19, traced)]
    const plan = planRetention([{ ...everything, keepFor: days(18), dropTraceAfter: days(6) }], found(acts), now)
    assert.deepStrictEqual([idsOf(plan.erased), idsOf(plan.traces)], [["cns_1", "cns_2"], ["cns_14"]])
  })
})

const recordsOf = FastCheck.array(
  FastCheck.record({
    subject: FastCheck.nat(2),
    type: FastCheck.constantFrom("cookie_banner", "dpa"),
    givenAt: FastCheck.nat(20),
    lateBy: FastCheck.nat(3),
    validFor: FastCheck.option(FastCheck.nat(25)),
    isTraced: FastCheck.boolean(),
  }),
  { minLength: 1, maxLength: 7 },
)

const footprints: FastCheck.Arbitrary<Footprint> = FastCheck.tuple(recordsOf, FastCheck.nat(7)).map(
  ([chosen, waiting]) => {
    const records = chosen.map(({ givenAt, isTraced, lateBy, subject, type, validFor }, at) =>
      factsOf(at, {
        subjectId: `sub_${subject}`,
        type,
        givenAt: givenAt * dayMs,
        createdAt: (givenAt + lateBy) * dayMs,
        validUntil: validFor === null ? null : (givenAt + validFor) * dayMs,
        ipAddress: isTraced ? "203.0.113.0" : null,
      }),
    )
    return found(records, {
      // Two of the three have one account.
      subjects: [0, 1, 2].map((id) => ({ id: `sub_${id}`, externalId: id === 0 ? null : "user-1" })),
      queued: [`cns_${waiting}`],
    })
  },
)

const rules: FastCheck.Arbitrary<RetentionRule> = FastCheck.record({
  types: FastCheck.constantFrom(null, ["dpa"], ["cookie_banner"]),
  jurisdictions: FastCheck.constant(null),
  keepFor: FastCheck.option(FastCheck.integer({ min: 1, max: 15 }).map(days)),
  from: FastCheck.constantFrom("createdAt", "superseded", "validUntil"),
  dropTraceAfter: FastCheck.option(FastCheck.integer({ min: 1, max: 15 }).map(days)),
})

const schedules = FastCheck.array(rules, { maxLength: 3 })

/** Whether erasing these would leave what each owner decided last as it was. */
const isSound = (footprint: Footprint, erased: ReadonlySet<ConsentFacts>): boolean => {
  const owners: ReadonlyArray<(record: ConsentFacts) => boolean> = [
    ...[0, 1, 2].map((id) => (record: ConsentFacts) => record.subjectId === `sub_${id}`),
    ({ subjectId }) => subjectId !== "sub_0",
  ]
  return owners.every((owns) =>
    ["cookie_banner", "dpa"].every((type) => {
      const acts = footprint.records.filter((record) => owns(record) && record.type === type)
      const last = acts.reduce<ConsentFacts | null>(
        (best, act) =>
          best === null || act.givenAt > best.givenAt || (act.givenAt === best.givenAt && act.id > best.id)
            ? act
            : best,
        null,
      )
      if (last === null || !erased.has(last)) return true
      return last.validUntil !== null && last.validUntil <= now && acts.every((act) => erased.has(act))
    }),
  )
}

/** The same rules in other words: when each record would go if it were not protected. */
const isDue = (schedule: ReadonlyArray<RetentionRule>, footprint: Footprint, record: ConsentFacts): boolean => {
  const rule = schedule.find(({ types }) => types === null || types.includes(record.type))
  if (rule === undefined || rule.keepFor === null || footprint.queued.includes(record.id)) return false
  const deadline = now - rule.keepFor.days * dayMs
  if (rule.from === "createdAt") return record.createdAt <= deadline
  const isOver = record.validUntil !== null && record.validUntil <= deadline
  if (rule.from === "validUntil" || isOver) return isOver
  const newer = footprint.records
    .filter(({ subjectId, type }) => subjectId === record.subjectId && type === record.type)
    .filter(({ givenAt, id }) => givenAt > record.givenAt || (givenAt === record.givenAt && id > record.id))
    .toSorted((a, b) => a.givenAt - b.givenAt || (a.id < b.id ? -1 : 1))[0]
  return newer !== undefined && newer.createdAt <= deadline && record.createdAt <= deadline
}

describe("what a schedule erases", () => {
  it("is all that is due, but for what has to stay: the largest sound choice among all", () => {
    FastCheck.assert(
      FastCheck.property(footprints, schedules, (footprint, schedule) => {
        const erased = new Set(planRetention(schedule, footprint, now).erased)
        const due = footprint.records.filter((record) => isDue(schedule, footprint, record))
        assert.isTrue(isSound(footprint, erased))
        // Two sound choices together are sound, so that the largest one is the union of all.
        const largest = new Set<ConsentFacts>()
        for (let choice = 0; choice < 2 ** due.length; choice += 1) {
          const chosen = new Set(due.filter((_, at) => (choice >> at) % 2 === 1))
          if (isSound(footprint, chosen)) for (const record of chosen) largest.add(record)
        }
        assert.deepStrictEqual(idsOf(Array.from(erased)), idsOf(Array.from(largest)))
        const { kept } = planRetention(schedule, footprint, now)
        assert.deepStrictEqual(idsOf(kept), idsOf(due.filter((record) => !largest.has(record))))
      }),
      { numRuns: 2_000 },
    )
  })

  it("was made before the time that the schedule names, and looks as if it were due", () => {
    FastCheck.assert(
      FastCheck.property(footprints, schedules, (footprint, schedule) => {
        const before = dueBefore(schedule, now)
        const { erased, traces } = planRetention(schedule, footprint, now)
        for (const record of [...erased, ...traces]) {
          assert.isBelow(record.createdAt, before ?? 0)
          assert.isTrue(mayBeDue(schedule, record, now))
        }
      }),
    )
  })
})
