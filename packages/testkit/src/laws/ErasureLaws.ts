/** Laws of erasures and holds. */
import { type ConsentDraft, type IdentityLink, recordFacts } from "@consent-service/core/consent"
import { planErasure, planReturned } from "@consent-service/core/erasure"
import {
  commitmentBy,
  consentStatement,
  emptyTrace,
  leafData,
  leafHash,
  linkEntryId,
  linkStatement,
  readOpener,
} from "@consent-service/core/evidence"
import type { DecideErasure, HoldScope, LegalHold } from "@consent-service/core/ports"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { freshSubjectId, makeDraft } from "../draft/Drafts.js"
import type { LogIt } from "./LogGrowthLaws.js"
import {
  archiveEntry,
  drain,
  entriesOf,
  entryOf,
  freshSalt,
  freshTenant,
  type LoggedStores,
  openedStores,
  stateOf,
  storesOf,
  type TestedLog,
} from "./LogUnderTest.js"

const now = 1_790_000_500_000

const link: IdentityLink = { externalId: "user-1", identityProvider: "external", verified: true }

/** The draft with its entries. */
const logged = (draft: ConsentDraft): ConsentDraft => {
  const { record } = draft
  const { createdAt, id, subjectId } = record
  const ofLink = (of: IdentityLink) =>
    entryOf(linkStatement({ subjectId, ...of }), linkEntryId(subjectId, createdAt, freshSalt()), createdAt)
  const entry = entryOf(consentStatement(recordFacts(record)), id, createdAt)
  const linked = draft.link === null ? null : ofLink(draft.link)
  return { ...draft, entries: { record: () => entry, link: linked === null ? null : () => linked } }
}

let requests = 0

/** Decides as the service does, under a request of its own. */
const deciding =
  (part: "trace" | null = null, id = `request-${(requests += 1)}`): DecideErasure =>
  (found) =>
    planErasure({ id, at: now, reason: "art. 17", salts: freshSalt }, part, found)

const leavesOf = (reader: LoggedStores["reader"]) =>
  Effect.map(entriesOf(reader), (entries) =>
    entries.map((entry) => Buffer.from(leafHash(leafData(entry))).toString("hex")),
  )

const holdOf = (id: string, scope: HoldScope): LegalHold => ({
  id,
  scope,
  reason: "claim",
  placedAt: now,
  releasedAt: null,
})

const ofHold = (id: string) => archiveEntry(`hld_${id}`, now)

export const erasureLaws = (it: LogIt, timeout: number): void => {
  const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedLog>) =>
    it.scoped(title, () => body, { timeout })

  law(
    "an erasure deletes a subject's rows and empties its entries, and changes no leaf and no other row",
    Effect.gen(function* () {
      const { consents, erasures, log, reader } = yield* openedStores
      const drafts = Array.from({ length: 300 }, (_, at) =>
        logged(
          makeDraft({ subjectId: freshSubjectId(), createdAt: now - 1_000 + at }, { link: at % 5 === 0 ? link : null }),
        ),
      )
      yield* Effect.forEach(drafts, consents.append, { concurrency: 16 })
      const subjectId = drafts[5]!.record.subjectId
      const again = logged(makeDraft({ subjectId, createdAt: now - 100 }))
      yield* consents.append(again)
      yield* drain(log)
      const [before, leaves] = [yield* entriesOf(reader), yield* leavesOf(reader)]
      const own = new Set([drafts[5]!.record.id, again.record.id, drafts[5]!.entries?.link?.().id ?? ""])
      const positions = before.flatMap(({ id }, at) => (id !== null && own.has(id) ? [at] : []))
      assert.strictEqual(positions.length, 3)

      const decision = yield* erasures.erase([subjectId], deciding(null, "request 5"))
      assert.strictEqual(decision._tag, "Erase")
      assert.deepStrictEqual(yield* leavesOf(reader), leaves)
      assert.deepStrictEqual(
        yield* entriesOf(reader),
        before.map((entry, at) => (positions.includes(at) ? { ...entry, id: null, opener: null } : entry)),
      )
      assert.isTrue(Option.isNone(yield* consents.history(subjectId)))
      for (const { record } of [drafts[5]!, again]) assert.isTrue(Option.isNone(yield* consents.evidence(record.id)))
      assert.strictEqual((yield* reader.statements([...own])).size, 0)
      for (const { record } of drafts.filter((_, at) => at !== 5 && at % 29 === 0)) {
        const kept = Option.getOrThrow(yield* consents.evidence(record.id))
        assert.deepStrictEqual(recordFacts(kept.record), recordFacts(record))
      }
      const made = Option.getOrThrow(yield* erasures.erasure("request 5"))
      assert.deepStrictEqual(made.leaves, positions)
      assert.deepStrictEqual(made.deleted, { consent: 2, subject: 1, log_statement: 1 })
      assert.strictEqual((yield* stateOf(reader)).queued, 1)
      yield* drain(log)
      const said = (yield* entriesOf(reader)).at(-1)
      assert.strictEqual(said?.kind, 5)
      assert.strictEqual(said?.id, made.entry?.id)
      assert.isTrue(
        (yield* reader.statements([said?.id ?? ""])).get(said?.id ?? "")?.includes(JSON.stringify(positions)),
      )
    }),
  )

  law(
    "a subject that was erased may come again, and has nothing of before",
    Effect.gen(function* () {
      const { consents, erasures, log, reader } = yield* openedStores
      const first = logged(makeDraft({}, { link }))
      const { subjectId } = first.record
      yield* consents.append(first)
      yield* drain(log)
      yield* erasures.erase([subjectId], deciding())
      const second = logged(makeDraft({ subjectId }))
      assert.deepStrictEqual({ ...(yield* consents.append(second)) }, { _tag: "Inserted", newSubject: true })
      const history = Option.getOrThrow(yield* consents.history(subjectId))
      assert.strictEqual(history.link, null)
      assert.deepStrictEqual(
        history.records.map(({ id }) => id),
        [second.record.id],
      )
      yield* drain(log)
      assert.strictEqual((yield* reader.locate(second.record.id, second.record.createdAt))._tag, "At")
    }),
  )

  law(
    "what waits for the tree is not erased, and neither is what is held or unknown: nothing changes then",
    Effect.gen(function* () {
      const { consents, erasures, log, reader } = yield* openedStores
      yield* drain(log)
      const draft = logged(makeDraft())
      const { subjectId } = draft.record
      assert.strictEqual((yield* erasures.erase([subjectId], deciding()))._tag, "NothingThere")
      yield* consents.append(draft)
      assert.strictEqual((yield* erasures.erase([subjectId], deciding()))._tag, "StillQueued")
      yield* drain(log)
      yield* erasures.place(holdOf("case", { subjectId }), ofHold("case"))
      assert.strictEqual((yield* erasures.erase([subjectId], deciding()))._tag, "Held")
      assert.isTrue(Option.isSome(yield* consents.evidence(draft.record.id)))
      assert.strictEqual((yield* stateOf(reader)).queued, 1)
      yield* erasures.release("case", now, ofHold("released"))
      assert.strictEqual((yield* erasures.erase([subjectId], deciding()))._tag, "Erase")
    }),
  )

  law(
    "a dropped part leaves a record that still opens its commitment",
    Effect.gen(function* () {
      const { consents, erasures, log, reader } = yield* openedStores
      const draft = logged(makeDraft({ ipAddress: "203.0.113.0", userAgent: "Browser", metadata: { a: 1 } }))
      const { id, subjectId } = draft.record
      yield* consents.append(draft)
      yield* drain(log)
      const leaves = yield* leavesOf(reader)
      assert.strictEqual((yield* erasures.erase([subjectId], deciding("trace")))._tag, "Erase")
      assert.deepStrictEqual(yield* leavesOf(reader), leaves)
      const kept = Option.getOrThrow(yield* consents.evidence(id))
      assert.deepStrictEqual(recordFacts(kept.record), { ...recordFacts(draft.record), ...emptyTrace })
      const entry = (yield* entriesOf(reader)).find((one) => one.id === id)
      const opener = readOpener(entry?.opener ?? "")
      assert.strictEqual(opener && commitmentBy(consentStatement(recordFacts(kept.record)), opener), entry?.commitment)
      // Who has the rest cannot find the part again: its key is in nothing that is left.
      assert.isNull(opener === null ? null : "key" in (opener("trace") ?? { key: "" }) ? "a key" : null)
      assert.strictEqual((yield* erasures.erase([subjectId], deciding("trace")))._tag, "NothingThere")
      assert.strictEqual((yield* erasures.erase([subjectId], deciding()))._tag, "Erase")
    }),
  )

  law(
    "an erasure is made once under its name, however many ask",
    Effect.gen(function* () {
      const { another, consents, erasures, log, reader } = yield* openedStores
      const draft = logged(makeDraft())
      yield* consents.append(draft)
      yield* drain(log)
      const stores = yield* Effect.all([another, another, another])
      const decisions = yield* Effect.all(
        stores.map((store) => store.erasures.erase([draft.record.subjectId], deciding(null, "once"))),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(decisions.map(({ _tag }) => _tag).sort(), ["Erase", "NothingThere", "NothingThere"])
      assert.strictEqual((yield* stateOf(reader)).queued, 1)
      yield* consents.append(logged(makeDraft({ subjectId: draft.record.subjectId })))
      yield* drain(log)
      assert.strictEqual((yield* erasures.erase([draft.record.subjectId], deciding(null, "once")))._tag, "NothingThere")
      assert.isTrue(Option.isSome(yield* consents.history(draft.record.subjectId)))
    }),
  )

  law(
    "a save meanwhile is erased, too, or stays whole; integrations meanwhile lose nothing",
    Effect.gen(function* () {
      const { another, consents, log, reader } = yield* openedStores
      const subjects = Array.from({ length: 6 }, freshSubjectId)
      const saves = (count: number) =>
        subjects.flatMap((subjectId) => Array.from({ length: count }, () => logged(makeDraft({ subjectId }))))
      yield* Effect.forEach(saves(2), consents.append)
      yield* drain(log)
      const [saver, eraser, sequencer] = yield* Effect.all([another, another, another])
      const late = saves(4)
      const eraseAll = Effect.forEach(subjects, (subjectId) =>
        Effect.repeat(eraser.erasures.erase([subjectId], deciding()), {
          until: ({ _tag }) => _tag !== "StillQueued",
        }),
      )
      yield* Effect.all(
        [
          Effect.forEach(late, saver.consents.append, { concurrency: 4 }),
          eraseAll,
          Effect.repeatN(Effect.zipRight(Effect.sleep(5), drain(sequencer.log)), 40),
        ],
        { concurrency: "unbounded" },
      )
      yield* drain(log)
      const entries = yield* entriesOf(reader)
      const inTree: ReadonlySet<string | null> = new Set(entries.map(({ id }) => id))
      for (const subjectId of subjects) {
        const history = yield* consents.history(subjectId)
        const kept = new Set(Option.toArray(history).flatMap(({ records }) => records.map(({ id }) => id)))
        for (const { record } of late.filter((draft) => draft.record.subjectId === subjectId)) {
          const isThere = Option.isSome(yield* consents.evidence(record.id))
          assert.strictEqual(kept.has(record.id), isThere, "a record without its subject")
          assert.strictEqual(inTree.has(record.id), isThere, "a record and its entry differ")
        }
      }
      assert.strictEqual(entries.filter(({ kind }) => kind === 1).length, subjects.length * 6)
    }),
  )

  law(
    "of a subject that came again, what a restored backup brought back goes with its link, and the rest stays",
    Effect.gen(function* () {
      const { consents, erasures, log, reader } = yield* openedStores
      const old = logged(makeDraft({ createdAt: now - 900 }, { link }))
      const { id, subjectId } = old.record
      const since = logged(makeDraft({ subjectId, createdAt: now - 100 }))
      yield* Effect.forEach([old, since], consents.append)
      yield* drain(log)
      const leaves = yield* leavesOf(reader)
      const returned = new Set([id, old.entries?.link?.().id ?? ""])
      const task = { id: "again", at: now, reason: "restored", salts: freshSalt }
      const decision = yield* erasures.erase([subjectId], (found) => planReturned(task, null, found, returned))
      assert.strictEqual(decision._tag, "Erase")
      const history = Option.getOrThrow(yield* consents.history(subjectId))
      assert.isNull(history.link)
      assert.deepStrictEqual(
        history.records.map((record) => record.id),
        [since.record.id],
      )
      assert.deepStrictEqual(yield* erasures.subjectsOf(link.externalId), [])
      assert.strictEqual((yield* reader.statements([...returned])).size, 0)
      assert.deepStrictEqual(yield* leavesOf(reader), leaves)
      assert.deepStrictEqual(
        (yield* entriesOf(reader)).flatMap((entry) => entry.id ?? []).filter((one) => returned.has(one)),
        [],
      )
    }),
  )

  law(
    "holds are placed once, released once, and each leaves its entry",
    Effect.gen(function* () {
      const { erasures, log, reader } = yield* openedStores
      yield* drain(log)
      const hold = holdOf("case-17", { externalId: "user-1", from: 5 })
      assert.strictEqual((yield* erasures.place(hold, ofHold("placed")))._tag, "Placed")
      assert.strictEqual((yield* erasures.place({ ...hold, placedAt: now + 1 }, ofHold("same")))._tag, "Unchanged")
      const other = yield* erasures.place({ ...hold, reason: "another" }, ofHold("other"))
      assert.deepStrictEqual({ ...other }, { _tag: "Differs", hold })
      assert.isTrue(Option.isNone(yield* erasures.release("unknown", now, ofHold("unknown"))))
      const released = { ...hold, releasedAt: now + 2 }
      assert.deepStrictEqual(Option.getOrThrow(yield* erasures.release("case-17", now + 2, ofHold("out"))), released)
      assert.deepStrictEqual(Option.getOrThrow(yield* erasures.release("case-17", now + 9, ofHold("twice"))), released)
      assert.strictEqual((yield* erasures.place(hold, ofHold("again")))._tag, "Differs")
      assert.deepStrictEqual(yield* erasures.legalHolds, [released])
      yield* drain(log)
      const ids = (yield* entriesOf(reader)).slice(1).map(({ id }) => id)
      assert.deepStrictEqual([...ids].sort(), ["hld_out", "hld_placed"])
    }),
  )

  law(
    "an account whose name no column can hold has no subjects, also where a driver would replace what is ill-formed",
    Effect.gen(function* () {
      const { consents, erasures } = yield* openedStores
      yield* consents.append(makeDraft({}, { link: { ...link, externalId: "user-\ufffd" } }))
      assert.lengthOf(yield* erasures.subjectsOf("user-\ufffd"), 1)
      for (const account of ["user-\ud800", "user-\ufffd\u0000", "user-\ufffd".padEnd(256, " ")]) {
        assert.deepStrictEqual(yield* erasures.subjectsOf(account), [])
      }
    }),
  )

  law(
    "no tenant sees or erases another's",
    Effect.gen(function* () {
      const { consents, erasures, log } = yield* openedStores
      const draft = logged(makeDraft({}, { link }))
      yield* consents.append(draft)
      yield* drain(log)
      const other = yield* storesOf(freshTenant())
      assert.deepStrictEqual(yield* erasures.subjectsOf("user-1"), [draft.record.subjectId])
      assert.deepStrictEqual(yield* other.erasures.subjectsOf("user-1"), [])
      assert.strictEqual((yield* other.erasures.erase([draft.record.subjectId], deciding()))._tag, "NothingThere")
      yield* erasures.place(holdOf("case", { type: "nothing" }), ofHold("case"))
      assert.deepStrictEqual(yield* other.erasures.legalHolds, [])
      assert.deepStrictEqual(yield* other.records.read({ from: "cns_", to: "cns_z" }, 10), [])
      assert.isTrue(Option.isNone(yield* other.erasures.release("case", now, ofHold("other"))))
      yield* erasures.erase([draft.record.subjectId], deciding(null, "mine"))
      assert.isTrue(Option.isNone(yield* other.erasures.erasure("mine")))
    }),
  )
}
