import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConsentFacts } from "../evidence/Statement.js"
import { Erasures, type Footprint } from "../ports/Erasures.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { SubjectId } from "../subject/SubjectId.js"
import { facts } from "../testing/EvidenceVectors.js"
import { readSelected, Selected } from "./ReadSelected.js"

const subjects = { of: "sub_a", other: "sub_b", empty: "sub_c" } as const

const record = (id: string, subjectId: string, givenAt: number): ConsentFacts => ({ ...facts, id, subjectId, givenAt })

const records: ReadonlyArray<ConsentFacts> = [
  record("cns_1", subjects.of, 10),
  record("cns_2", subjects.other, 30),
  record("cns_3", subjects.of, 20),
  record("cns_4", subjects.of, 20),
]

const footprintOf = (requested: ReadonlyArray<string>): Footprint => ({
  subjects: [],
  records: records.filter(({ subjectId }) => requested.includes(subjectId)),
  links: [],
  entries: [],
  queued: [],
  isLogged: true,
  legalHolds: [],
})

/** Ports that know these records, and an account with two of the subjects. */
const ports = Layer.merge(
  Layer.mock(Erasures, {
    tenant: null,
    subjectsOf: (externalId) =>
      Effect.succeed(externalId === "user-1" ? [SubjectId.make(subjects.of), SubjectId.make(subjects.other)] : []),
    footprint: (requested) => Effect.sync(() => footprintOf(requested)),
  }),
  Layer.mock(EvidenceReader, {
    tenant: null,
    consentFacts: (ids) =>
      Effect.sync(() => new Map(records.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one]))),
  }),
)

const read = (...selection: Parameters<typeof readSelected>) =>
  Effect.runSync(Effect.provide(readSelected(...selection), ports))

const idsIn = (selected: Selected) =>
  Selected.$is("Records")(selected)
    ? [selected.records.map(({ id }) => id), selected.subjects]
    : assert.fail(selected._tag)

describe("the records of a pack", () => {
  it("are all those of a person, the newest first, with the subjects that are the person's", () => {
    assert.deepStrictEqual(idsIn(read({ subjectId: subjects.of })), [["cns_4", "cns_3", "cns_1"], [subjects.of]])
    assert.deepStrictEqual(idsIn(read({ externalId: "user-1" })), [
      ["cns_2", "cns_4", "cns_3", "cns_1"],
      [subjects.of, subjects.other],
    ])
  })

  it("are none of a person of whom nothing is on record", () => {
    for (const selection of [{ subjectId: subjects.empty }, { externalId: "user-2" }]) {
      assert.deepStrictEqual(read(selection), Selected.PersonUnknown())
    }
  })

  it("are those that are named, the newest first, without the subjects", () => {
    assert.deepStrictEqual(idsIn(read({ consentIds: ["cns_1", "cns_2", "cns_3"] })), [["cns_2", "cns_3", "cns_1"], []])
  })

  it("are none where some of those that are named are not on record, and the outcome names these", () => {
    assert.deepStrictEqual(
      read({ consentIds: ["cns_9", "cns_1", "cns_8"] }),
      Selected.RecordsUnknown({ ids: ["cns_9", "cns_8"] }),
    )
  })
})
