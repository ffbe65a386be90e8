import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PolicyDecision, Stored } from "../consent/record/ConsentRecord.js"
import { facts } from "../testing/EvidenceVectors.js"
import { archiveOf, storeOf } from "../testing/Ports.js"
import { policyDecision, storedRecord } from "../testing/RecordItems.js"
import { makeReadShown } from "./ReadShown.js"

const banner = { title: "A", description: "B" }
const texts = JSON.stringify({ language: "de", translations: { cookieBanner: banner, consentTypes: {} } })

/** Reads the notices of records one after another: each has its id, and the id of its decision. */
const readAll = (
  records: ReadonlyArray<readonly [id: string, decisionId: string | null]>,
  decisions: Readonly<Record<string, Stored<PolicyDecision>>>,
  archived: Readonly<Record<string, string>> = { "texts 1": texts },
) => {
  const asked: Array<string> = []
  const store = storeOf({
    evidence: (id) =>
      Effect.sync(() => {
        asked.push(id)
        return Option.map(Option.fromNullable(records.find(([one]) => one === id)), ([, decisionId]) => ({
          record: { ...storedRecord, id, decisionId },
          decision: decisions[decisionId ?? ""] ?? null,
        }))
      }),
  })
  const archive = archiveOf([Object.entries(archived).map(([id, content]) => ({ id, content }))])
  const readShown = makeReadShown()
  const notices = Effect.forEach(records, ([id, decisionId]) =>
    readShown({ facts: { ...facts, id, decisionId }, policy: null }),
  )
  return { shown: Effect.runSync(Effect.provide(notices, Layer.merge(store, archive))), asked }
}

describe("the notice of a record", () => {
  it("is unknown where the record was erased after it was listed", () => {
    const store = storeOf({ evidence: () => Effect.succeedNone })
    const notice = makeReadShown()({ facts: { ...facts, decisionId: "rpd_1" }, policy: null })
    assert.isNull(Effect.runSync(Effect.provide(notice, Layer.merge(store, archiveOf()))))
  })

  it("is found by its decision, and read once for all records that share it", () => {
    const other = { ...policyDecision, textsDigest: "texts 2" }
    const records = [
      ["cns_1", "rpd_1"],
      ["cns_2", "rpd_2"],
      ["cns_3", "rpd_1"],
    ] as const
    const { asked, shown } = readAll(records, { rpd_1: policyDecision, rpd_2: other })
    assert.deepStrictEqual(shown, [
      { textsDigest: "texts 1", language: "de" },
      { textsDigest: "texts 2", language: null },
      { textsDigest: "texts 1", language: "de" },
    ])
    assert.deepStrictEqual(asked, ["cns_1", "cns_2"])
  })

  it("has no known language where the archive has no texts of a banner", () => {
    for (const content of ["{", "null", "{}", texts.replace("language", "idioma")]) {
      const { shown } = readAll([["cns_1", "rpd_1"]], { rpd_1: policyDecision }, { "texts 1": content })
      assert.deepStrictEqual(shown, [{ textsDigest: "texts 1", language: null }])
    }
  })

  it("is unknown without a decision, with one that cannot be read, and with one that names no texts", () => {
    const decisions = { rpd_1: "unreadable", rpd_2: { ...policyDecision, textsDigest: null } } as const
    const { asked, shown } = readAll(
      [
        ["cns_1", null],
        ["cns_2", "rpd_1"],
        ["cns_3", "rpd_2"],
        ["cns_4", "rpd_3"],
      ],
      decisions,
    )
    assert.deepStrictEqual(shown, [null, null, null, null])
    assert.deepStrictEqual(asked, ["cns_2", "cns_3", "cns_4"])
  })
})
