import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { writeCheckpoint } from "../evidence/Checkpoint.js"
import { writeNote } from "../evidence/SignedNote.js"
import { keyStatement, logOpenedStatement, taskStatement, type Statement } from "../evidence/Statement.js"
import { keys, start } from "../testing/EvidenceVectors.js"
import {
  entryOf,
  erasedEntry,
  recordAt,
  recordId,
  shopEntries,
  shopLog,
  statementId,
  storedText,
} from "../testing/ShopLog.js"
import { keyNamed } from "../testing/Signers.js"
import { nothingStored, type StoredLog, treeOf } from "../testing/StoredLog.js"
import { later, verifying } from "../testing/Verifying.js"
import { knownOf } from "../testing/PublishedLog.js"

const origin = "evidence.example/shop"

const log = shopLog(20)

const large = shopLog(600)

/** Rows with some replaced. */
const withRows = <A>(rows: ReadonlyMap<string, A>, ...others: ReadonlyArray<readonly [string, A]>) =>
  new Map([...rows, ...others])

/** A log whose entries behind the twentieth were put in, too, with what they say. */
const saying = (...statements: ReadonlyArray<Statement>): StoredLog => {
  const said = statements.map((statement, at) => [statementId(20 + at), statement, 20 + at] as const)
  const entries = [...shopEntries(20), ...said.map(([id, statement, at]) => entryOf(statement, id, at))]
  return {
    ...log,
    ...treeOf(entries),
    statements: withRows(log.statements, ...said.map(([id, statement]) => [id, storedText(statement)] as const)),
  }
}

describe("the verification of a log", () => {
  it.effect("says that there is none", () =>
    Effect.gen(function* () {
      const { findings, verdict } = yield* verifying(nothingStored)
      assert.deepStrictEqual([findings, verdict._tag], [[], "NotOpened"])
    }),
  )

  it.effect("says what was compared, and finds nothing in an intact log", () =>
    Effect.gen(function* () {
      const { findings, verdict } = yield* verifying(log)
      assert.deepStrictEqual(findings, [])
      const records = log.records.size
      assert.deepStrictEqual<object>(
        { ...verdict },
        {
          _tag: "Verified",
          origin,
          entries: 20,
          records,
          checkpoints: 1,
          findings: new Map(),
        },
      )
      const few = yield* verifying({ ...large, ...treeOf(shopEntries(600), [1, 300, 600]) })
      assert.deepInclude(few.verdict, { entries: 600, checkpoints: 3, records: large.records.size })
      const signed = { ...large, ...treeOf(shopEntries(600), [1, 256, 300, 600]) }
      assert.propertyVal((yield* verifying(signed, { verifiedSize: 300 })).verdict, "checkpoints", 2)
    }),
  )

  it.effect("counts what was found by name", () =>
    Effect.gen(function* () {
      const { verdict } = yield* verifying({ ...log, records: new Map() })
      const missing = log.records.size
      assert.deepPropertyVal(verdict, "findings", new Map([["RecordMissing", missing]]))
    }),
  )

  it.effect("finds nothing in an intact log from any size on", () =>
    Effect.gen(function* () {
      for (const verifiedSize of [0, 255, 256, 300, 512, 599, 600, 9_999]) {
        const { findings, verdict } = yield* verifying(large, { verifiedSize })
        assert.deepStrictEqual(findings, [], `${verifiedSize}`)
        assert.deepInclude(verdict, { entries: 600, records: large.records.size })
      }
    }),
  )

  it.effect("does not look at what was verified before, up to its last full bundle", () =>
    Effect.gen(function* () {
      const records = withRows(
        large.records,
        [recordId(255), recordAt(255, { domain: "other" })],
        [recordId(256), recordAt(256, { domain: "other" })],
      )
      const positions = (verifiedSize: number) =>
        Effect.map(verifying({ ...large, records }, { verifiedSize }), ({ findings }) =>
          findings.map(({ position }) => position),
        )
      assert.deepStrictEqual(yield* positions(255), [255, 256])
      assert.deepStrictEqual(yield* positions(256), [256])
      assert.deepStrictEqual(yield* positions(511), [256])
      assert.deepStrictEqual(yield* positions(512), [])
    }),
  )

  it.effect("says how far it has come", () =>
    Effect.gen(function* () {
      const progress: Array<ReadonlyArray<number>> = []
      const onProgress = (...said: ReadonlyArray<number>) => Effect.sync(() => void progress.push(said))
      yield* verifying(large, { onProgress })
      assert.deepStrictEqual(progress, [[600, 600]])
    }),
  )
})

describe("entries that wait", () => {
  it.effect("for a minute are behind, but for the first of a log", () =>
    Effect.gen(function* () {
      const foundAt = (oldestQueued: number | null) =>
        Effect.map(verifying({ ...log, oldestQueued }), ({ findings }) => findings)
      const message = "an entry has been waiting to be logged since 2026-12-01T00:59:00.000Z"
      const behind = [{ finding: "SequencerBehind", severity: "late", message }]
      assert.deepStrictEqual<ReadonlyArray<object>>(yield* foundAt(later - 60_000), behind)
      for (const none of [null, 0, later - 59_999]) assert.deepStrictEqual(yield* foundAt(none), [])
    }),
  )

  it.effect("explain why others are empty", () =>
    Effect.gen(function* () {
      const entries = shopEntries(20).map((entry, at) => (at === 15 || at === 17 ? erasedEntry(entry) : entry))
      const emptied = { ...log, ...treeOf(entries), recordIds: [], records: log.records }
      const gone = (position: number) => ({
        finding: "OpenerGone",
        severity: "tampered",
        position,
        message: `entry ${position} was erased, and no erasure in the log names it`,
      })
      const unnamed = yield* verifying(emptied)
      assert.deepStrictEqual<ReadonlyArray<object>>(unnamed.findings, [gone(15), gone(17)])
      const queued = [{ id: "waiting", kind: 5, receivedAt: later }]
      const statement = (leaves: ReadonlyArray<number>) =>
        withRows(log.statements, ["waiting", JSON.stringify({ erasure: JSON.stringify({ leaves }) })])
      const named = yield* verifying({ ...emptied, queued, statements: statement([17, 15]) })
      assert.deepStrictEqual(named.findings, [])
      const one = yield* verifying({ ...emptied, queued, statements: statement([15]) })
      assert.deepStrictEqual<ReadonlyArray<object>>(one.findings, [gone(17)])
    }),
  )
})

describe("the name of a log", () => {
  it.effect("is that of the last entry that opened or renamed it", () =>
    Effect.gen(function* () {
      const renamed = (name: string) => saying(logOpenedStatement({ openedAt: start, origin: name }))
      assert.deepStrictEqual((yield* verifying(renamed(origin))).findings, [])
      const { findings } = yield* verifying(renamed("other.example"))
      const message = `the log is named ${origin}, and its entries say other.example`
      assert.deepStrictEqual<ReadonlyArray<object>>(findings, [
        { finding: "StatementAltered", severity: "tampered", message },
      ])
    }),
  )

  it.effect("is not asked of entries that were verified before", () =>
    Effect.gen(function* () {
      const { findings } = yield* verifying({ ...large, origin }, { verifiedSize: 300 })
      assert.deepStrictEqual(findings, [])
    }),
  )
})

describe("records that a restore has lost", () => {
  const erasedAt = (...positions: ReadonlyArray<number>) =>
    shopEntries(20).map((entry, at) => (positions.includes(at) ? erasedEntry(entry) : entry))

  const lost = (count: number, what = "lost in restore") => taskStatement({ at: start, count, what })

  const after = (entries: ReturnType<typeof erasedAt>, ...statements: ReadonlyArray<ReturnType<typeof lost>>) => {
    const all = saying(...statements)
    const behind = statements.map((one, at) => entryOf(one, statementId(20 + at), 20 + at))
    const records = new Map(Array.from(all.records).filter(([id]) => entries.some((entry) => entry.id === id)))
    const recordIds = all.recordIds.filter(({ id }) => records.has(id))
    return { ...all, ...treeOf([...entries, ...behind]), records, recordIds }
  }

  it.effect("are one finding when an entry says how many there are", () =>
    Effect.gen(function* () {
      const { findings } = yield* verifying(after(erasedAt(12, 14, 19), lost(1), lost(2)))
      const message = "3 entries have no record: a restore lost them, as an entry of the log says"
      assert.deepStrictEqual<ReadonlyArray<object>>(findings, [
        { finding: "LostInRestore", severity: "suspicious", from: 12, to: 20, message },
      ])
      assert.deepStrictEqual((yield* verifying(after(erasedAt(), lost(3)))).findings, [])
    }),
  )

  it.effect("are counted by entries that can be read", () =>
    Effect.gen(function* () {
      const { findings } = yield* verifying(after(erasedAt(12, 14), lost(2), lost(1, "recovered")))
      assert.deepStrictEqual(
        findings.map(({ finding }) => finding),
        ["LostInRestore"],
      )
    }),
  )

  it.effect("are erased without an erasure when they are more, or the entry is of something else", () =>
    Effect.gen(function* () {
      for (const said of [[lost(1)], [lost(2, "recovered")], []]) {
        const { findings } = yield* verifying(after(erasedAt(12, 14), ...said))
        assert.deepStrictEqual(
          findings.map(({ finding, position }) => [finding, position]),
          [
            ["OpenerGone", 12],
            ["OpenerGone", 14],
          ],
        )
      }
    }),
  )

  it.effect("may be those of an entry that waits", () =>
    Effect.gen(function* () {
      const queued = [{ id: "waiting", kind: 10, receivedAt: later }]
      const statements = withRows(log.statements, ["waiting", storedText(lost(1))])
      const { findings } = yield* verifying({ ...after(erasedAt(12)), queued, statements })
      assert.deepStrictEqual(
        findings.map(({ finding, from, to }) => [finding, from, to]),
        [["LostInRestore", 12, 13]],
      )
    }),
  )
})

describe("what others hold of a log", () => {
  it.effect("is its beginning, or proves that it was rewritten or set back", () =>
    Effect.gen(function* () {
      const checkpointAt = (size: number, of = shopEntries(size)) =>
        knownOf(treeOf(of).checkpoints[0]?.note ?? assert.fail("no checkpoint"))
      const outside = (...checkpoints: ReadonlyArray<ReturnType<typeof checkpointAt>>) => ({
        outside: { checkpoints, leaves: [] },
      })
      assert.deepStrictEqual((yield* verifying(log, outside(checkpointAt(7), checkpointAt(20)))).findings, [])
      const other = checkpointAt(12, shopEntries(13).slice(1))
      const forked = yield* verifying(log, outside(other))
      assert.deepStrictEqual(
        forked.findings.map(({ finding, notes, to }) => [finding, to, notes]),
        [["Forked", 12, [other.note, log.checkpoints[0]?.note ?? ""]]],
      )
      const { findings } = yield* verifying(log, outside(checkpointAt(21)))
      const message = "a checkpoint of 21 entries is signed, and the log has 20"
      assert.deepStrictEqual<ReadonlyArray<object>>(findings, [
        { finding: "SetBack", severity: "tampered", from: 20, to: 21, message },
      ])
    }),
  )
})

describe("what entries of the log's own say", () => {
  const hold = (text: string): Statement => ({ kind: 6, parts: [{ name: "hold", text }] })

  it.effect("is read in entries of its own kind alone", () =>
    Effect.gen(function* () {
      for (const text of ['{"origin":"other.example"}', '{"leaves":[13]}']) {
        assert.deepStrictEqual((yield* verifying(saying(hold(text)))).findings, [])
      }
      const entries = shopEntries(20).map((entry, at) => (at === 13 ? erasedEntry(entry) : entry))
      const held = hold('{"what":"lost in restore","count":1}')
      const tree = treeOf([...entries, entryOf(held, statementId(20), 20)])
      const { findings } = yield* verifying({ ...saying(held), ...tree, recordIds: [] })
      assert.deepStrictEqual(
        findings.map(({ finding }) => finding),
        ["OpenerGone"],
      )
    }),
  )

  it.effect("is the former name of the log where a later one cannot be read", () =>
    Effect.gen(function* () {
      const unreadable: Statement = { kind: 0, parts: [{ name: "log", text: "{}" }] }
      assert.deepStrictEqual((yield* verifying(saying(unreadable))).findings, [])
    }),
  )

  it.effect("is which keys sign it, in entries of that kind", () =>
    Effect.gen(function* () {
      const next = keyNamed(origin)
      const named = keyStatement({ at: start, new: next.text, old: null, reason: "rotation" })
      const [text = ""] = named.parts.map((part) => part.text)
      for (const [statement, expected] of [
        [named, []],
        [hold(text), ["KeyUnknown"]],
      ] as const) {
        const stored = saying(statement, taskStatement({ at: start, what: "x" }))
        const root = stored.head?.root ?? assert.fail("no tree")
        const body = writeCheckpoint({ origin, size: 22, root })
        const note = writeNote({ text: body, signatures: [next.signs(body)] })
        const before = treeOf(stored.bundles.flatMap(({ bundle }) => bundle?.entries ?? []).slice(0, 21)).checkpoints
        const checkpoints = [...before, { size: 22, note, signedAt: start }]
        const { findings } = yield* verifying({ ...stored, checkpoints })
        assert.deepStrictEqual<ReadonlyArray<string>>(
          findings.map(({ finding }) => finding),
          expected,
        )
      }
    }),
  )
})

describe("keys that a log names", () => {
  it.effect("are trusted from then on, the one before included", () =>
    Effect.gen(function* () {
      const rotated = saying(keyStatement({ at: start, new: keys.next, old: keys.log, reason: "rotation" }))
      assert.deepStrictEqual((yield* verifying(rotated)).findings, [])
    }),
  )
})
