import type { ConsentDraft, IdentityLink } from "@consent-service/core/consent"
import { recordFacts } from "@consent-service/core/consent"
import { eraseAgain, type EraseAgainOptions, planErasure } from "@consent-service/core/erasure"
import {
  consentStatement,
  emptyTrace,
  erasedStatement,
  grow,
  linkStatement,
  type LoggedEntry,
  tileWidth,
} from "@consent-service/core/evidence"
import { erasuresFile } from "@consent-service/core/evidence-log"
import { Erasures, EvidenceReader } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeDraft } from "../draft/Drafts.js"
import { archiveEntry, drain, entriesOf, entryOf, freshSalt, opening, origin, stateOf } from "../laws/LogUnderTest.js"
import * as MemoryConsentStore from "../MemoryConsentStore.js"
import * as MemoryErasures from "../MemoryErasures.js"
import * as MemoryEvidenceLog from "../MemoryEvidenceLog.js"

const now = 1_900_000_000_000

const link: IdentityLink = { externalId: "user-1", identityProvider: "external", verified: true }

const databaseOf = (store = MemoryConsentStore.makeStore()) => ({
  store,
  consents: MemoryConsentStore.make(store, null),
  erasures: MemoryErasures.make(new Map(), store, null),
  log: MemoryEvidenceLog.makeLog(store.logs, null),
  reader: MemoryEvidenceLog.makeReader(store.logs, null, MemoryConsentStore.factsIn(store, null)),
})

type Database = ReturnType<typeof databaseOf>

/** A database with an open log, and these records in it. */
const databaseWith = (drafts: ReadonlyArray<ConsentDraft>) =>
  Effect.gen(function* () {
    const database = databaseOf()
    yield* database.log.open(opening())
    yield* Effect.forEach(drafts, database.consents.append)
    yield* drain(database.log)
    return database
  })

/** A draft with its entries. */
const draftOf = (given: Parameters<typeof makeDraft>[0] = {}, of: IdentityLink | null = null): ConsentDraft => {
  const draft = makeDraft(given, { link: of })
  const { createdAt, id, subjectId } = draft.record
  const record = entryOf(consentStatement(recordFacts(draft.record)), id, createdAt)
  const linked = of === null ? null : entryOf(linkStatement({ subjectId, ...of }), `lnk_${id}`, createdAt)
  return { ...draft, entries: { record: () => record, link: linked === null ? null : () => linked } }
}

const subjectOf = ({ record }: ConsentDraft) => record.subjectId

const erase = ({ erasures, log }: Database, draft: ConsentDraft, part: "trace" | null = null) =>
  Effect.gen(function* () {
    const task = { id: freshSalt(), at: now, reason: "art. 17", salts: freshSalt }
    const decision = yield* erasures.erase([subjectOf(draft)], (found) => planErasure(task, part, found))
    assert.strictEqual(decision._tag, "Erase")
    yield* drain(log)
  })

/** What is published of a log, of a size. */
const published = ({ reader }: Database) =>
  Effect.gen(function* () {
    const { head } = yield* stateOf(reader)
    const numbers = Array.from({ length: Math.ceil(head.size / tileWidth) }, (_, n) => n)
    const found = yield* Effect.forEach(numbers, (n) =>
      Effect.provideService(
        erasuresFile({ n, width: Math.min(tileWidth, head.size - n * tileWidth) }),
        EvidenceReader,
        reader,
      ),
    )
    const files = new Map(found.flatMap(Option.toArray).map(({ bytes, path }) => [path, bytes]))
    const mirror: EraseAgainOptions["mirror"] = (path) => Effect.succeed(Option.fromNullable(files.get(path)))
    return { mirror, size: head.size }
  })

/** No published file may be read. */
const unread: Pick<EraseAgainOptions, "mirror" | "size"> = { mirror: (path) => Effect.dieMessage(path), size: 0 }

const fillers = (count: number): ReadonlyArray<LoggedEntry> =>
  Array.from({ length: count }, () => ({ kind: 4, time: now, id: null, opener: null, commitment: "00".repeat(32) }))

const growBy = ({ log }: Database, entries: ReadonlyArray<LoggedEntry>) =>
  log.takeOver({
    origin,
    openedAt: now,
    commitments: [],
    checkpoint: { size: entries.length, note: "", signedAt: now },
    growthBy: (head, edge) => {
      const growth = grow(
        head,
        edge,
        entries.map((entry) => ({ entry, receivedAt: now })),
      )
      return growth === null ? null : { growth, queue: [] }
    },
  })

/** A backup that was restored, and whose log was recovered: of later entries only the leaves are there. */
const restore = (backup: MemoryConsentStore.MemoryStore, lost: Database) =>
  Effect.gen(function* () {
    const restored = databaseOf(backup)
    const { head } = yield* stateOf(restored.reader)
    const later = (yield* entriesOf(lost.reader)).slice(head.size)
    const outcome = yield* growBy(
      restored,
      later.map((entry) => ({ ...entry, id: null, opener: null })),
    )
    assert.strictEqual(outcome._tag, "TakenOver")
    return restored
  })

/** Erases again, and tells what was looked up and which subjects were erased for that. */
const erasing = ({ erasures, reader }: Database, options: Pick<EraseAgainOptions, "mirror" | "size">) =>
  Effect.gen(function* () {
    const [facts, statements, erased]: ReadonlyArray<Array<ReadonlyArray<string>>> = [[], [], []]
    const done = yield* eraseAgain({ ...options, salts: freshSalt }).pipe(
      Effect.provideService(EvidenceReader, {
        ...reader,
        consentFacts: (ids) =>
          Effect.zipRight(
            Effect.sync(() => facts?.push(ids)),
            reader.consentFacts(ids),
          ),
        statements: (ids) =>
          Effect.zipRight(
            Effect.sync(() => statements?.push(ids)),
            reader.statements(ids),
          ),
      }),
      Effect.provideService(Erasures, {
        ...erasures,
        erase: (subjects, decide) =>
          Effect.zipRight(
            Effect.sync(() => erased?.push(subjects)),
            erasures.erase(subjects, decide),
          ),
      }),
    )
    return { ...done, facts, statements, erased }
  })

const nothing = { entries: 0, unknown: 0, facts: [], statements: [], erased: [] }

/** Queues an entry that says that these positions were erased. */
const sayErased = ({ log }: Database, leaves: ReadonlyArray<number>) => {
  const said = erasedStatement({ count: leaves.length, erasedAt: now, leaves, reason: "art. 17" })
  return Effect.zipRight(log.queue([entryOf(said, "ers_said", now)]), drain(log))
}

describe("erasing again what a restored backup brought back", () => {
  it.scoped("takes records with subjects and links, of others the trace, in spite of holds, and once", () =>
    Effect.gen(function* () {
      const [gone, traced, other] = [draftOf({ createdAt: 1 }, link), draftOf({ createdAt: 2 }), draftOf()]
      const lost = yield* databaseWith([gone, traced, other])
      const hold = { id: "case", scope: {}, reason: "claim", placedAt: now, releasedAt: null }
      yield* lost.erasures.place(hold, archiveEntry("hld_1", now))
      const backup = structuredClone(lost.store)
      const holds = databaseOf(backup)
      yield* holds.erasures.place(hold, archiveEntry("hld_1", now))
      yield* lost.erasures.release("case", now, archiveEntry("hld_2", now))
      yield* erase(lost, gone)
      yield* erase(lost, traced, "trace")

      const files = yield* published(lost)
      const restored = { ...(yield* restore(backup, lost)), erasures: holds.erasures }
      const again = yield* erasing(restored, files)
      const { record } = gone
      assert.deepStrictEqual(again, {
        entries: 3,
        unknown: 0,
        facts: [[record.id, `lnk_${record.id}`], [traced.record.id]],
        statements: [[], [`lnk_${record.id}`], []],
        erased: [[record.subjectId], [subjectOf(traced)]],
      })
      assert.isTrue(Option.isNone(yield* restored.consents.history(record.subjectId)))
      const factsOf = (draft: ConsentDraft) =>
        Effect.map(restored.consents.evidence(draft.record.id), (found) => recordFacts(Option.getOrThrow(found).record))
      assert.deepStrictEqual(yield* factsOf(traced), { ...recordFacts(traced.record), ...emptyTrace })
      assert.deepStrictEqual(yield* factsOf(other), recordFacts(other.record))
      const ids = (yield* entriesOf(restored.reader)).map(({ id }) => id)
      assert.notIncludeMembers(ids, [record.id, `lnk_${record.id}`])

      assert.deepStrictEqual(yield* erasing(restored, files), { ...nothing, statements: [[]] })
    }),
  )

  it.scoped("relies on the database or else on the published files, and counts what is in neither", () =>
    Effect.gen(function* () {
      const drafts = [draftOf({ createdAt: 1 }), draftOf({ createdAt: 2 }), draftOf({ createdAt: 3 })] as const
      const lost = yield* databaseWith(drafts)
      yield* erase(lost, drafts[0])
      const backup = structuredClone(lost.store)
      yield* erase(lost, drafts[1])
      const files = yield* published(lost)
      yield* erase(lost, drafts[2])
      const restored = yield* restore(backup, lost)
      const { entries, erased, unknown } = yield* erasing(restored, files)
      assert.deepStrictEqual([entries, erased, unknown], [1, [[subjectOf(drafts[1])]], 1])
      assert.isTrue(Option.isSome(yield* restored.consents.history(subjectOf(drafts[2]))))
    }),
  )

  it.scoped("knows by the published files which entry of which bundle an erasure is", () =>
    Effect.gen(function* () {
      const draft = draftOf()
      const lost = yield* databaseWith([draft])
      yield* growBy(lost, fillers(2 * tileWidth))
      const backup = structuredClone(lost.store)
      yield* erase(lost, draft)
      const files = yield* published(lost)
      const { entries, unknown } = yield* erasing(yield* restore(backup, lost), files)
      assert.deepStrictEqual([entries, unknown], [1, 0])
    }),
  )

  it.scoped("counts nothing that another run erased meanwhile", () =>
    Effect.gen(function* () {
      const draft = draftOf()
      const database = yield* databaseWith([draft])
      yield* sayErased(database, [1])
      const { erasures } = database
      const overtaken: Database = {
        ...database,
        erasures: {
          ...erasures,
          erase: (...step) => Effect.zipRight(Effect.orDie(erasing(database, unread)), erasures.erase(...step)),
        },
      }
      assert.strictEqual((yield* erasing(overtaken, unread)).entries, 0)
      assert.isTrue(Option.isNone(yield* database.consents.history(subjectOf(draft))))
    }),
  )

  it.scoped("reads no published file while the database has what every erasure says", () =>
    Effect.gen(function* () {
      const draft = draftOf()
      const database = yield* databaseWith([draft])
      yield* erase(database, draft)
      const said = (yield* entriesOf(database.reader)).at(-1)
      assert.deepStrictEqual(yield* erasing(database, unread), { ...nothing, statements: [[said?.id ?? ""]] })
    }),
  )

  it.scoped("looks nothing up where nothing was erased", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* erasing(yield* databaseWith([draftOf()]), unread), nothing)
    }),
  )

  it.scoped("passes over positions behind the log, and over entries of no record and no subject", () =>
    Effect.gen(function* () {
      const database = yield* databaseWith([])
      const statement = linkStatement({ subjectId: "sub_1", ...link })
      yield* database.log.queue([{ ...entryOf(statement, "lnk_broken", now), statement: '{"link":"{}"}' }])
      yield* drain(database.log)
      yield* sayErased(database, [0, 1, 25_600])
      assert.deepStrictEqual(yield* erasing(database, unread), {
        ...nothing,
        facts: [["log_opened", "lnk_broken"]],
        statements: [["ers_said"], ["log_opened", "lnk_broken"]],
      })
    }),
  )

  it.scoped("takes a subject of which only the link came back", () =>
    Effect.gen(function* () {
      const draft = draftOf({}, link)
      const database = yield* databaseWith([draft])
      database.store.records.clear()
      const entries = yield* entriesOf(database.reader)
      yield* sayErased(database, [entries.findIndex(({ id }) => id === `lnk_${draft.record.id}`)])
      const again = yield* erasing(database, unread)
      assert.deepStrictEqual([again.entries, again.erased], [1, [[subjectOf(draft)]]])
      assert.isTrue(Option.isNone(yield* database.consents.history(subjectOf(draft))))
    }),
  )

  it.scoped("takes a few subjects in each step, each under a name and with an entry of its own", () =>
    Effect.gen(function* () {
      const drafts = Array.from({ length: 20 }, (_, at) => draftOf({ createdAt: at + 1 }))
      const database = yield* databaseWith(drafts)
      const all = (yield* entriesOf(database.reader)).flatMap(({ kind }, at) => (kind === 1 ? [at] : []))
      yield* sayErased(database, all)
      const { entries, erased } = yield* erasing(database, unread)
      assert.strictEqual(entries, 20)
      assert.deepStrictEqual(
        erased?.map(({ length }) => length),
        [16, 4],
      )
      yield* drain(database.log)
      const ids = (yield* entriesOf(database.reader)).slice(-2).map(({ id }) => id ?? "")
      const statements = Array.from((yield* database.reader.statements(ids)).values())
      assert.lengthOf(statements, 2)
      assert.isTrue(statements.every((text) => text.includes("erased before a restore")))
    }),
  )

  it.scoped("reads the whole log, however long it is", () =>
    Effect.gen(function* () {
      const [first, last] = [draftOf(), draftOf()]
      const database = yield* databaseWith([first])
      yield* growBy(database, fillers(16 * tileWidth))
      yield* database.consents.append(last)
      yield* drain(database.log)
      const entries = yield* entriesOf(database.reader)
      const positions = [first, last].map(({ record }) => entries.findIndex(({ id }) => id === record.id))
      assert.isAtLeast(positions[1] ?? 0, 16 * tileWidth)
      yield* sayErased(database, positions)
      assert.strictEqual((yield* erasing(database, unread)).entries, 2)
    }),
  )
})
