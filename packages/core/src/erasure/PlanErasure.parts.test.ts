import { assert, describe, it } from "@effect/vitest"
import { commitTo, type ConsentFacts, consentStatement, emptyTrace, type Trace } from "../evidence/Statement.js"
import type { EntryAt, ErasureDecision, ErasurePlan, Footprint } from "../ports/Erasures.js"
import { facts } from "../testing/EvidenceVectors.js"
import { planErasure, planReturned, planSelected } from "./PlanErasure.js"

const salt = "YuhBSpTM25JKg46fdYOyaQ"

const task = { id: "request", at: 9_000, reason: "art. 17", salts: () => salt }

const trace: Trace = { ipAddress: "203.0.113.0", userAgent: "Browser/1.0", language: "de", metadata: { a: 1 } }

const recordOf = (id: number, changed: Partial<ConsentFacts> = {}): ConsentFacts => ({
  ...facts,
  ...emptyTrace,
  id: `cns_${id}`,
  subjectId: "sub_1",
  ...changed,
})

const entryAt = (record: ConsentFacts, position: number, opener: string | null = salt): EntryAt => {
  const { commitment } = commitTo(consentStatement(record), salt)
  return { position, entry: { kind: 1, time: 5_000, id: record.id, opener, commitment } }
}

const found = (records: ReadonlyArray<ConsentFacts>, changed: Partial<Footprint> = {}): Footprint => ({
  subjects: [{ id: "sub_1", externalId: null }],
  records,
  links: [],
  entries: records.map((record, at) => entryAt(record, at)),
  queued: [],
  isLogged: true,
  legalHolds: [],
  ...changed,
})

const planIn = (decision: ErasureDecision): ErasurePlan =>
  decision._tag === "Erase" ? decision.plan : assert.fail(decision._tag)

describe("dropping the trace", () => {
  it("counts of each column how many records had something in it", () => {
    const records = [
      recordOf(1, trace),
      recordOf(2, { ...trace, ipAddress: null }),
      recordOf(3, { language: "de", metadata: { a: 1 } }),
      recordOf(4, { metadata: { a: 1 } }),
      recordOf(5, { ipAddress: "203.0.113.0" }),
      recordOf(6),
    ]
    assert.deepStrictEqual(planIn(planErasure(task, "trace", found(records))).erasure.deleted, {
      "consent.ip_address": 2,
      "consent.user_agent": 2,
      "consent.language": 3,
      "consent.metadata": 4,
    })
  })

  it("changes nothing but traces: no record, subject, link or statement goes", () => {
    const plan = planIn(planErasure(task, "trace", found([recordOf(1, trace), recordOf(2)])))
    const { records, statements, subjects, traces, unlinked } = plan
    assert.deepStrictEqual([traces, records, subjects, unlinked, statements], [["cns_1"], [], [], [], []])
    assert.deepStrictEqual(
      plan.entries.map(({ entry, position }) => [position, entry.id]),
      [[0, "cns_1"]],
    )
  })

  it("leaves an entry as it is whose opener is gone, has been without the part, or cannot be read", () => {
    const dropped = `act=${"0".repeat(64)},subject=${"1".repeat(64)},trace~${"2".repeat(64)}`
    const records = [1, 2, 3, 4].map((id) => recordOf(id, trace))
    const openers = [null, dropped, "-", salt]
    const entries = records.map((record, at) => entryAt(record, at, openers[at]))
    const plan = planIn(planErasure(task, "trace", found(records, { entries })))
    assert.deepStrictEqual(plan.erasure.leaves, [3])
    assert.lengthOf(plan.traces, 4)
  })

  it("is all that a choice of records or of returned entries loses, if only the trace is meant", () => {
    const records = [recordOf(1, trace), recordOf(2, trace)]
    const [selected, returned] = [
      planSelected(task, "trace", found(records), records.slice(0, 1)),
      planReturned(task, "trace", found(records), new Set(["cns_2"])),
    ]
    assert.deepStrictEqual([planIn(selected).traces, planIn(selected).records], [["cns_1"], []])
    assert.deepStrictEqual([planIn(returned).traces, planIn(returned).records], [["cns_2"], []])
  })
})

describe("an erasure", () => {
  it("of a linked subject takes the link with it, and unlinks no other subject", () => {
    const subjects = [{ id: "sub_1", externalId: "user-1" }]
    const links = [{ id: "lnk_1", subjectId: "sub_1" }]
    const plan = planIn(planErasure(task, null, found([recordOf(1, trace)], { subjects, links })))
    assert.deepStrictEqual([plan.statements, plan.unlinked, plan.traces], [["lnk_1"], [], []])
    assert.deepStrictEqual(plan.erasure.deleted, { consent: 1, subject: 1, log_statement: 1 })
  })

  it("names positions in ascending order, whatever order the entries were found in", () => {
    const records = [recordOf(1), recordOf(2), recordOf(3)]
    const entries = records.map((record, at) => entryAt(record, [70, 900, 8][at] ?? 0))
    assert.deepStrictEqual(planIn(planErasure(task, null, found(records, { entries }))).erasure.leaves, [8, 70, 900])
  })

  it("finds nothing where neither a subject nor a record is, whatever waits for the tree", () => {
    const nothing = found([], { subjects: [], queued: ["lnk_1"] })
    assert.strictEqual(planErasure(task, null, nothing)._tag, "NothingThere")
  })

  it("of no record leaves a subject that has none", () => {
    assert.strictEqual(planSelected(task, null, found([]), [])._tag, "NothingThere")
  })

  it("of a link that came back alone does not unlink a subject without an account", () => {
    const restored = found([recordOf(1)], { links: [{ id: "lnk_1", subjectId: "sub_1" }] })
    const { statements, unlinked } = planIn(planReturned(task, null, restored, new Set(["lnk_1"])))
    assert.deepStrictEqual([statements, unlinked], [["lnk_1"], []])
  })

  it("of entries that did not come back changes nothing", () => {
    assert.strictEqual(planReturned(task, null, found([recordOf(1)]), new Set(["cns_9"]))._tag, "NothingThere")
  })
})
