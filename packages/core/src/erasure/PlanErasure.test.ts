import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { leafData } from "../evidence/Entry.js"
import { hasDropped } from "../evidence/Opener.js"
import { commitTo, type ConsentFacts, consentStatement, emptyTrace } from "../evidence/Statement.js"
import type { EntryAt, Footprint, HoldScope, LegalHold } from "../ports/Erasures.js"
import { holdOf } from "./Holds.js"
import { planErasure, planReturned, planSelected } from "./PlanErasure.js"

const salt = "YuhBSpTM25JKg46fdYOyaQ"

const factsOf = (id: number, subject: number, traced: boolean): ConsentFacts => ({
  id: `cns_${id}`,
  subjectId: `sub_${subject}`,
  type: id % 2 === 0 ? "cookie_banner" : "dpa",
  domain: "shop.example",
  documentId: null,
  givenAt: id,
  createdAt: 1_000 + id,
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
  ...(traced ? { ipAddress: "203.0.113.0", userAgent: "Browser/1.0" } : {}),
})

const entryAt = (record: ConsentFacts, position: number): EntryAt => ({
  position,
  entry: {
    kind: 1,
    time: 5_000,
    id: record.id,
    opener: salt,
    commitment: commitTo(consentStatement(record), salt).commitment,
  },
})

const hold = (scope: HoldScope): LegalHold => ({ id: "case", scope, reason: "claim", placedAt: 1, releasedAt: null })

/** Subjects 0 to 4, subject 3 linked to an account; each record with its entry; links of subject 3. */
const footprints: FastCheck.Arbitrary<Footprint> = FastCheck.array(
  FastCheck.record({ subject: FastCheck.nat(4), traced: FastCheck.boolean() }),
  { minLength: 1, maxLength: 20 },
).map((chosen) => {
  const records = chosen.map(({ subject, traced }, at) => factsOf(at, subject, traced))
  const subjects = Array.from(new Set(records.map(({ subjectId }) => subjectId)), (id) => ({
    id,
    externalId: id === "sub_3" ? "user-3" : null,
  }))
  const links = subjects.some(({ id }) => id === "sub_3") ? [{ id: "lnk_3", subjectId: "sub_3" }] : []
  const linkEntries = links.map(
    ({ id }): EntryAt => ({
      position: 900,
      entry: { kind: 2, time: 5_000, id, opener: salt, commitment: "00".repeat(32) },
    }),
  )
  const entries = [...records.map((record, at) => entryAt(record, at * 7)), ...linkEntries]
  return { subjects, records, links, entries, queued: [], isLogged: true, legalHolds: [] }
})

let salts = 0
const task = { id: "request", at: 9_000, reason: "art. 17", salts: () => `salt${(salts += 1)}` }

const planIn = (found: Footprint, part: "trace" | null = null) => {
  const decision = planErasure(task, part, found)
  if (decision._tag !== "Erase") throw new Error(decision._tag)
  return decision.plan
}

describe("planErasure", () => {
  it("erases every record, subject and link, empties exactly their entries, and changes no leaf", () => {
    FastCheck.assert(
      FastCheck.property(footprints, (found) => {
        const plan = planIn(found)
        assert.sameMembers(
          [...plan.records],
          found.records.map(({ id }) => id),
        )
        assert.sameMembers(
          [...plan.subjects],
          found.subjects.map(({ id }) => id),
        )
        assert.sameMembers(
          [...plan.statements],
          found.links.map(({ id }) => id),
        )
        const positions = found.entries.map(({ position }) => position).sort((one, other) => one - other)
        assert.deepStrictEqual(plan.erasure.leaves, positions)
        for (const { entry, position } of plan.entries) {
          assert.deepStrictEqual([entry.id, entry.opener], [null, null])
          const before = found.entries.find((one) => one.position === position)?.entry
          assert.deepStrictEqual(leafData(entry), before && leafData(before))
        }
        const { count, leaves } = JSON.parse(JSON.parse(plan.entry?.statement ?? "{}").erasure)
        assert.deepStrictEqual([count, leaves], [positions.length, positions])
      }),
    )
  })

  it("says nothing about the person in what it leaves behind", () => {
    FastCheck.assert(
      FastCheck.property(footprints, (found) => {
        const { entries, entry, erasure } = planIn(found)
        const left = JSON.stringify({ entries, entry, erasure })
        for (const name of [...found.subjects, ...found.records, ...found.links])
          assert.notInclude(left, `"${name.id}"`)
        assert.notInclude(left, "user-3")
        assert.notInclude(left, salt)
      }),
    )
  })

  it("drops the traces of those records that have one, and keeps all else", () => {
    FastCheck.assert(
      FastCheck.property(footprints, (found) => {
        const traced = found.records.filter(({ ipAddress }) => ipAddress !== null)
        const decision = planErasure(task, "trace", found)
        if (traced.length === 0) return assert.strictEqual(decision._tag, "NothingThere")
        const plan = planIn(found, "trace")
        assert.sameMembers(
          [...plan.traces],
          traced.map(({ id }) => id),
        )
        assert.deepStrictEqual([plan.records, plan.subjects, plan.statements], [[], [], []])
        assert.isTrue(plan.entries.every(({ entry }) => entry.id !== null && hasDropped(entry.opener ?? "")))
        assert.deepStrictEqual(plan.erasure.parts, ["trace"])
        assert.strictEqual(plan.erasure.deleted["consent.ip_address"], traced.length)
        assert.strictEqual(plan.erasure.deleted["consent.language"], 0)
      }),
    )
  })

  it("erases selected records, and a subject only with its last one", () => {
    FastCheck.assert(
      FastCheck.property(footprints, FastCheck.array(FastCheck.nat(19)), (found, chosen) => {
        const selected = found.records.filter((_, at) => chosen.includes(at))
        const decision = planSelected(task, null, found, selected)
        if (selected.length === 0) return assert.strictEqual(decision._tag, "NothingThere")
        assert.strictEqual(decision._tag, "Erase")
        if (decision._tag !== "Erase") return
        const left = found.records.filter((record) => !selected.includes(record))
        for (const { id } of found.subjects) {
          const isLeft = left.some(({ subjectId }) => subjectId === id)
          assert.strictEqual(decision.plan.subjects.includes(id), !isLeft)
          if (id === "sub_3") assert.strictEqual(decision.plan.statements.length, isLeft ? 0 : 1)
        }
      }),
    )
  })

  it("keeps a subject whose link still waits for the tree", () => {
    const records = [factsOf(1, 3, false)]
    const found: Footprint = {
      subjects: [{ id: "sub_3", externalId: "user-3" }],
      records,
      links: [{ id: "lnk_3", subjectId: "sub_3" }],
      entries: [entryAt(records[0]!, 4)],
      queued: ["lnk_3"],
      isLogged: true,
      legalHolds: [],
    }
    assert.strictEqual(planErasure(task, null, found)._tag, "StillQueued")
    const decision = planSelected(task, null, found, records)
    assert.deepStrictEqual(decision._tag === "Erase" && [decision.plan.records, decision.plan.subjects], [
      ["cns_1"],
      [],
    ])
  })

  it("works without a log: no entry, no position", () => {
    const records = [factsOf(1, 1, true)]
    const subjects = [{ id: "sub_1", externalId: null }]
    const plan = planIn({ subjects, records, links: [], entries: [], queued: [], isLogged: false, legalHolds: [] })
    assert.deepStrictEqual([plan.entry, plan.erasure.entry, plan.erasure.leaves], [null, null, []])
  })
})

describe("holdOf", () => {
  const records = [factsOf(0, 1, false), factsOf(1, 1, false)]
  const found = { subjects: [{ id: "sub_1", externalId: "user-1" }], records }

  it.each<readonly [title: string, scope: HoldScope, covers: boolean]>([
    ["the subject", { subjectId: "sub_1" }, true],
    ["another subject", { subjectId: "sub_2" }, false],
    ["its account", { externalId: "user-1" }, true],
    ["another account", { externalId: "user-2" }, false],
    ["a type of its records", { type: "dpa" }, true],
    ["another type", { type: "privacy_policy" }, false],
    ["a time of its records", { from: 1_001, to: 1_002 }, true],
    ["the time right before them", { to: 1_000 }, false],
    ["the time right after them", { from: 1_002 }, false],
    ["everything", {}, true],
    ["the subject at another time", { subjectId: "sub_1", from: 5_000 }, false],
    ["another subject at that time", { subjectId: "sub_2", from: 1_000 }, false],
  ])("covers by %s", (_, scope, covers) => {
    assert.strictEqual(holdOf({ ...found, legalHolds: [hold(scope)] }) !== null, covers)
    const decision = planErasure(task, null, {
      ...found,
      links: [],
      entries: [],
      queued: [],
      isLogged: false,
      legalHolds: [hold(scope)],
    })
    assert.strictEqual(decision._tag, covers ? "Held" : "Erase")
  })

  it("covers a subject without records by its name only", () => {
    const bare = { subjects: found.subjects, records: [] }
    assert.isNotNull(holdOf({ ...bare, legalHolds: [hold({ subjectId: "sub_1" })] }))
    assert.isNull(holdOf({ ...bare, legalHolds: [hold({ type: "dpa" })] }))
  })
})

describe("what a restored backup brought back", () => {
  const [old, recent] = [factsOf(0, 3, false), factsOf(1, 3, false)]
  const again = { id: "again", at: 9_000, reason: "restored", salts: () => salt }
  const linkAt = (id: string, position: number): EntryAt => ({
    position,
    entry: { kind: 2, time: 5_000, id, opener: salt, commitment: "c" },
  })
  const restored = (links: ReadonlyArray<string>): Footprint => ({
    subjects: [{ id: "sub_3", externalId: "user-3" }],
    records: [old, recent],
    links: links.map((id) => ({ id, subjectId: "sub_3" })),
    entries: [entryAt(old, 1), entryAt(recent, 2), ...links.map((id, at) => linkAt(id, 3 + at))],
    queued: [],
    isLogged: true,
    legalHolds: [],
  })
  const planned = (links: ReadonlyArray<string>) => {
    const decision = planReturned(again, null, restored(links), new Set([old.id, "lnk_erased"]))
    return decision._tag === "Erase" ? decision.plan : assert.fail(decision._tag)
  }

  it("goes with its link, though the subject came again and stays", () => {
    const { entries, erasure, records, statements, subjects, unlinked } = planned(["lnk_erased"])
    assert.deepStrictEqual([records, subjects, statements, unlinked], [[old.id], [], ["lnk_erased"], ["sub_3"]])
    assert.deepStrictEqual(
      entries.map(({ position }) => position),
      [1, 3],
    )
    assert.deepStrictEqual(erasure.deleted, { consent: 1, subject: 0, log_statement: 1, "subject.external_id": 1 })
  })

  it("leaves the link that was made since", () => {
    const { statements, unlinked } = planned(["lnk_erased", "lnk_since"])
    assert.deepStrictEqual([statements, unlinked], [["lnk_erased"], []])
  })

  it("may be nothing but a link", () => {
    const found = { ...restored(["lnk_erased"]), records: [recent] }
    const decision = planReturned(again, null, found, new Set([old.id, "lnk_erased"]))
    assert.strictEqual(decision._tag, "Erase")
  })
})
