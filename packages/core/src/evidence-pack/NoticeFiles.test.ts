import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PolicyDecision, Stored } from "../consent/record/ConsentRecord.js"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import { Archive } from "../ports/Archive.js"
import { archiveOf, documentsOf, storeOf } from "../testing/Ports.js"
import { policyDecision as decision, storedRecord } from "../testing/RecordItems.js"
import { makeReadNotice } from "./NoticeFiles.js"
import { noticePage } from "./NoticePage.js"

const texts = { language: "de", translations: { cookieBanner: { title: "A", description: "B" }, consentTypes: {} } }

// Written as no program of this repository would: an archived text is not to be written anew.
const archivedManifest = '{ "a" :1}'
const archivedTexts = ` ${JSON.stringify(texts)}`

const document: LegalDocument = {
  id: "pol/1",
  type: "privacy_policy",
  version: "1",
  hash: "sha256:00",
  effectiveDate: 0,
  rank: 1,
}

interface StoredAct {
  readonly decision: Stored<PolicyDecision>
  readonly documentId?: string
}

/** Stores with these records by their ids, each under its decision. */
const portsOf = (records: Readonly<Record<string, StoredAct>>, archive: Readonly<Record<string, string>>) =>
  Layer.mergeAll(
    storeOf({
      evidence: (id) =>
        Effect.sync(() =>
          Option.map(Option.fromNullable(records[id]), ({ decision: decided, documentId = null }) => {
            const type = documentId === null ? storedRecord.type : document.type
            const record = { ...storedRecord, id, type, documentId, decisionId: decided === null ? null : decision.id }
            return { record, decision: decided }
          }),
        ),
    }),
    documentsOf([document]),
    archiveOf([Object.entries(archive).map(([name, content]) => ({ id: name, content }))]),
  )

const archived = { "manifest 1": archivedManifest, "texts 1": archivedTexts }

/** What is read for each of these records, one after another. */
const readAll = (records: Readonly<Record<string, StoredAct>>, archive: Readonly<Record<string, string>> = archived) =>
  Effect.runSync(
    Effect.provide(
      Effect.forEach(Object.keys(records).concat("cns_unknown"), makeReadNotice()),
      portsOf(records, archive),
    ),
  ).map(({ files, notice }) => ({
    decisionId: notice?.decision?.id ?? null,
    files: Object.fromEntries(files.map(({ bytes, path }) => [path, Buffer.from(bytes).toString()])),
  }))

const asFile = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const ofDecision = {
  "notices/rpd.2f.1/rule.json": asFile(decision),
  "notices/rpd.2f.1/notice.html": noticePage({ decision, texts }) ?? "",
  "notices/rpd.2f.1/manifest.json": archivedManifest,
  "notices/rpd.2f.1/texts.json": archivedTexts,
}

const ofDocument = { "documents/pol.2f.1.json": asFile(document) }

describe("the notice of a record in a pack", () => {
  it("is its rule, its page, and what was archived to the byte; of a record of a document also that version", () => {
    assert.deepStrictEqual(readAll({ cns_1: { decision, documentId: document.id } }), [
      { decisionId: decision.id, files: { ...ofDecision, ...ofDocument } },
      { decisionId: null, files: {} },
    ])
  })

  it("is in the pack once, however many records share it", () => {
    const shared = { decision, documentId: document.id }
    assert.deepStrictEqual(
      readAll({ cns_1: { decision }, cns_2: shared, cns_3: shared }).map(({ decisionId, files }) => [
        decisionId,
        Object.keys(files),
      ]),
      [
        [decision.id, Object.keys(ofDecision)],
        [decision.id, Object.keys(ofDocument)],
        [decision.id, []],
        [null, []],
      ],
    )
  })

  it("asks the archive for nothing that older decisions do not name", () => {
    const asked: Array<string | null> = []
    const ports = portsOf({ cns_1: { decision: { ...decision, textsDigest: null } } }, archived)
    const readNotice = Effect.updateService(makeReadNotice()("cns_1"), Archive, (archive) => ({
      ...archive,
      find: (id) => {
        asked.push(id)
        return archive.find(id)
      },
    }))
    Effect.runSync(Effect.provide(readNotice, ports))
    assert.deepStrictEqual(Array.from(new Set(asked)), ["manifest 1"])
  })

  it("is what is left where something is lost", () => {
    const files = (...[stored, archive]: [StoredAct, Readonly<Record<string, string>>?]) =>
      readAll({ cns_1: stored }, archive).map((read) => Object.keys(read.files))[0]
    assert.deepStrictEqual(files({ decision: null }), [])
    assert.deepStrictEqual(files({ decision: "unreadable" }), [])
    assert.deepStrictEqual(files({ decision, documentId: "pol_unknown" }), Object.keys(ofDecision))
    assert.deepStrictEqual(files({ decision }, {}), ["notices/rpd.2f.1/rule.json"])
    assert.deepStrictEqual(files({ decision: { ...decision, textsDigest: null } }), [
      "notices/rpd.2f.1/rule.json",
      "notices/rpd.2f.1/manifest.json",
    ])
  })
})
