import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { findingsIn, log, tampered, withEntry, without, withRow } from "../testing/AlteredLog.js"
import { start } from "../testing/EvidenceVectors.js"
import {
  decision,
  document,
  manifest,
  places,
  recordAt,
  recordId,
  shopEntries,
  statementId,
  texts,
} from "../testing/ShopLog.js"
import { type StoredLog, storedWith } from "../testing/StoredLog.js"
import { checkPage, newWalk, type WalkMemory } from "./CheckPage.js"
import { type PlacedEntry, readEntries } from "./ReadPage.js"

const checked = (entries: ReadonlyArray<PlacedEntry>, memory: WalkMemory) =>
  Effect.flatMap(readEntries(entries), (read) => checkPage(read, memory))

describe("a record", () => {
  const at = { id: recordId(13), position: 13 }
  const [missing, unreadable, altered] = [
    tampered("RecordMissing", "the record is in the log, and not in the database", at),
    tampered("RecordAltered", "the record cannot be read", at),
    tampered("RecordAltered", "the record is not the one that was logged, or its salt was replaced", at),
  ]

  it.effect("is there, can be read, and is the one that was logged", () =>
    Effect.gen(function* () {
      const recordIds = log.recordIds.filter(({ id }) => id !== at.id)
      assert.deepStrictEqual(yield* findingsIn({ records: without(log.records, at.id), recordIds }), [missing])
      assert.deepStrictEqual(yield* findingsIn({ records: withRow(log.records, at.id, null), recordIds }), [unreadable])
      const other = recordAt(13, { domain: "other.example" })
      assert.deepStrictEqual(yield* findingsIn({ records: withRow(log.records, at.id, other) }), [altered])
      const moved = recordAt(14)
      assert.deepStrictEqual(yield* findingsIn({ records: withRow(log.records, at.id, { ...moved, id: at.id }) }), [
        altered,
      ])
    }),
  )

  it.effect("that was logged late is checked as others are", () =>
    Effect.gen(function* () {
      const late = { id: recordId(places.late), position: places.late }
      const records = withRow(log.records, late.id, recordAt(places.late, { domain: "other.example" }))
      assert.deepStrictEqual(yield* findingsIn({ records }), [{ ...altered, ...late }])
    }),
  )

  it.effect("has an entry with a salt that can be read, and is its own", () =>
    Effect.gen(function* () {
      const gone = tampered("OpenerGone", "the entry has no readable salt", at)
      assert.deepStrictEqual(yield* findingsIn(withEntry(13, { opener: "salt" })), [gone])
      const salt = shopEntries(20)[14]?.opener ?? assert.fail("no salt")
      assert.deepStrictEqual(yield* findingsIn(withEntry(13, { opener: salt })), [altered])
    }),
  )

  it.effect("was logged about when it says that it was received", () =>
    Effect.gen(function* () {
      const [early, future] = [start + 13_000 - 60_001, start + 13_000 + 60_001]
      const foundOf = (createdAt: number) => {
        const record = recordAt(13, { createdAt })
        const records = withRow(log.records, at.id, record)
        return Effect.map(findingsIn({ records }), (findings) =>
          findings.map(({ finding, position }) => [finding, position]),
        )
      }
      assert.deepStrictEqual(yield* foundOf(early), [
        ["RecordAltered", 13],
        ["LoggedLate", 13],
      ])
      assert.deepStrictEqual(yield* foundOf(future), [
        ["RecordAltered", 13],
        ["FromTheFuture", 13],
      ])
    }),
  )
})

describe("statements, documents and archived content", () => {
  it.effect("that entries are of are there, can be read, and are those that were logged", () =>
    Effect.gen(function* () {
      const id = statementId(places.link)
      const at = { id, position: places.link }
      const said = (message: string) => tampered("StatementAltered", `the statement of the entry ${message}`, at)
      const { statements } = log
      assert.deepStrictEqual(yield* findingsIn({ statements: without(statements, id) }), [
        said("is in the log, and not in the database"),
      ])
      assert.deepStrictEqual(yield* findingsIn({ statements: withRow(statements, id, "{}") }), [said("cannot be read")])
      assert.deepStrictEqual(yield* findingsIn({ statements: withRow(statements, id, '{"link":"{}"}') }), [
        said("is not the one that was logged, or its salt was replaced"),
      ])
    }),
  )

  it.effect("that are missing or altered are found at their entries, and as what records refer to", () =>
    Effect.gen(function* () {
      const ofDocument = { id: document.id, position: places.document }
      assert.deepStrictEqual(yield* findingsIn({ documents: new Map() }), [
        tampered("DocumentAltered", "the legal document is in the log, and not in the database", ofDocument),
        tampered("DocumentAltered", "the legal document that records refer to is not in the database", {
          id: document.id,
        }),
      ])
      const other = { ...document, type: "privacy_policy" }
      assert.deepStrictEqual(yield* findingsIn({ documents: new Map([[document.id, other]]) }), [
        tampered(
          "DocumentAltered",
          "the legal document is not the one that was logged, or its salt was replaced",
          ofDocument,
        ),
        tampered("DocumentAltered", "the legal document is not what its id is a digest of", { id: document.id }),
      ])
      assert.deepStrictEqual(yield* findingsIn({ archived: without(log.archived, texts.id) }), [
        tampered("ArchiveAltered", "the archived content is in the log, and not in the database", {
          id: texts.id,
          position: places.texts,
        }),
        tampered("ArchiveAltered", "the archived content that records refer to is not in the database", {
          id: texts.id,
        }),
      ])
      const content = { ...manifest, content: "another manifest" }
      assert.deepStrictEqual(yield* findingsIn({ archived: withRow(log.archived, manifest.id, content) }), [
        tampered("ArchiveAltered", "the archived content is not what its id is a digest of", { id: manifest.id }),
      ])
      const swapped = { ...content, id: "other" }
      assert.deepStrictEqual(yield* findingsIn({ archived: withRow(log.archived, manifest.id, swapped) }), [
        tampered("ArchiveAltered", "the archived content is not the one that was logged, or its salt was replaced", {
          id: manifest.id,
          position: places.manifest,
        }),
        tampered("ArchiveAltered", "the archived content is not what its id is a digest of", { id: manifest.id }),
      ])
    }),
  )

  it.effect("that no entry names are found by the records", () =>
    Effect.gen(function* () {
      const { id } = decision
      assert.deepStrictEqual(yield* findingsIn({ decisions: new Map() }), [
        tampered("DecisionAltered", "the decision that records refer to is not in the database", { id }),
      ])
      const digest = tampered("DecisionAltered", "the decision is not what its id is a digest of", { id })
      assert.deepStrictEqual(yield* findingsIn({ decisions: new Map([[id, null]]) }), [digest])
      assert.deepStrictEqual(yield* findingsIn({ decisions: new Map([[id, { ...decision, country: "FR" }]]) }), [
        digest,
      ])
    }),
  )

  it.effect("are not looked for where a decision was made before texts were archived", () =>
    Effect.gen(function* () {
      const { textsDigest: _, ...content } = decision
      const before = { ...content, manifestRevision: "f0".repeat(32) }
      const findings = yield* findingsIn({ decisions: new Map([[decision.id, before]]) })
      assert.deepStrictEqual(
        findings.map(({ finding, id }) => [finding, id]),
        [["DecisionAltered", decision.id]],
      )
    }),
  )
})

describe("a page of entries", () => {
  const placed = shopEntries(20).map((entry, position) => ({ entry, position }))

  it.effect("gives the records in it that are stored", () =>
    Effect.gen(function* () {
      const { findings, records } = yield* checked(placed, newWalk(0))
      assert.deepStrictEqual(findings, [])
      const expected = log.recordIds.map(({ id }) => id)
      assert.deepStrictEqual(
        records.map(({ id }) => id),
        expected,
      )
    }).pipe(Effect.provide(storedWith(log))),
  )

  it.effect("asks for rows by the ids of their entries alone", () => {
    const asked: Array<readonly [rows: string, ids: ReadonlyArray<string>]> = []
    const onAsk = (rows: string, ids: ReadonlyArray<string>) => void asked.push([rows, ids])
    return Effect.gen(function* () {
      yield* checked(placed, newWalk(0))
      const records = log.recordIds.map(({ id }) => id)
      assert.deepStrictEqual(asked.slice(0, 4), [
        ["records", records],
        ["documents", [document.id]],
        ["archived", [manifest.id, texts.id]],
        ["statements", [places.opened, places.key, places.link, 9, 10].map(statementId)],
      ])
    }).pipe(Effect.provide(storedWith({ ...log, onAsk })))
  })

  it.effect("has a record for entries of records that are stored, and for no others", () =>
    Effect.gen(function* () {
      const entryOfRecord = shopEntries(20)[13] ?? assert.fail("no entry")
      const page = [
        { position: 13, entry: entryOfRecord },
        { position: 14, entry: { ...entryOfRecord, kind: 2 as const } },
        { position: 15, entry: { ...entryOfRecord, id: "cns_missing" } },
      ]
      const { findings, records } = yield* checked(page, newWalk(0))
      assert.deepStrictEqual(
        findings.map(({ finding, position }) => [finding, position]),
        [
          ["StatementAltered", 14],
          ["RecordMissing", 15],
        ],
      )
      assert.deepStrictEqual(records, [recordAt(13)])
    }).pipe(Effect.provide(storedWith(log))),
  )

  it.effect("takes entries without an id or an opener for erased ones", () =>
    Effect.gen(function* () {
      const gone = tampered("OpenerGone", "entry 13 was erased, and no erasure in the log names it", { position: 13 })
      assert.deepStrictEqual(yield* findingsIn(withEntry(13, { opener: null })), [gone])
      const recordIds = log.recordIds.filter(({ id }) => id !== recordId(13))
      assert.deepStrictEqual(yield* findingsIn({ ...withEntry(13, { id: null }), recordIds }), [gone])
    }),
  )

  it.effect("reads archived content once, and remembers the names of the latest", () =>
    Effect.gen(function* () {
      const memory = newWalk(0)
      for (let at = 0; at < 10_000; at++) memory.archived.add(`${at}`)
      const page = (stored: Partial<StoredLog>) =>
        Effect.map(checked(placed.slice(11, 15), memory), ({ findings }) => findings.length).pipe(
          Effect.provide(storedWith({ ...log, ...stored })),
        )
      assert.strictEqual(yield* page({ archived: new Map() }), 2)
      assert.strictEqual(yield* page({ archived: new Map() }), 0)
      assert.strictEqual(memory.archived.size, 10_000)
      assert.deepStrictEqual(Array.from(memory.archived).slice(-2), [manifest.id, texts.id])
      assert.deepStrictEqual(Array.from(memory.archived).slice(0, 1), ["2"])
    }),
  )
})
