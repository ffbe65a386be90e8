/** Laws of the entries that other stores queue for the evidence log: one for each change, and none without one. */
import { type ConsentDraft, type IdentityLink, recordFacts } from "@consent-service/core/consent"
import { commitTo, consentStatement, documentStatement, linkStatement } from "@consent-service/core/evidence"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { freshSubjectId, makeDraft } from "../draft/Drafts.js"
import type { LogIt } from "./LogGrowthLaws.js"
import { archiveEntry, entriesOf, drain, entryOf, openedStores, stateOf, type TestedLog } from "./LogUnderTest.js"

const time = 1_790_000_002_345

const link: IdentityLink = { externalId: "user-1", identityProvider: "external", verified: true }

const linkEntry = (subjectId: string, requested: IdentityLink, id = `lnk_${crypto.randomUUID()}`) =>
  entryOf(linkStatement({ subjectId, ...requested }), id, time)

/** The draft with its entries. */
const logged = (draft: ConsentDraft): ConsentDraft => {
  const { record } = draft
  const entry = entryOf(consentStatement(recordFacts(record)), record.id, record.createdAt)
  const linked = draft.link === null ? null : linkEntry(record.subjectId, draft.link)
  return { ...draft, entries: { record: () => entry, link: linked === null ? null : () => linked } }
}

export const logQueueLaws = (it: LogIt, timeout: number): void => {
  const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedLog>) =>
    it.scoped(title, () => body, { timeout })

  law(
    "an append that inserts queues its entry once, and one that does not queues none",
    Effect.gen(function* () {
      const { another, consents, log, reader } = yield* openedStores
      yield* drain(log)
      const drafts = Array.from({ length: 6 }, () => makeDraft())
      const stores = yield* Effect.all([another, another, another])
      const appends = stores.flatMap((store) => drafts.map((draft) => store.consents.append(logged(draft))))
      yield* Effect.all(appends, { concurrency: "unbounded" })
      yield* consents.append(makeDraft())
      const [full] = drafts
      yield* consents.append({
        ...logged(makeDraft({ subjectId: full!.record.subjectId })),
        bound: { acts: 1, bytes: 1 },
      })
      assert.strictEqual((yield* stateOf(reader)).queued, drafts.length)
      yield* drain(log)
      const entries = (yield* entriesOf(reader)).slice(1)
      assert.deepStrictEqual(
        entries.map(({ id, kind }) => `${kind} ${id}`).sort(),
        drafts.map(({ record }) => `1 ${record.id}`).sort(),
      )
      // Callers that race have salts of their own: the one that is kept opens the commitment that is kept.
      for (const { record } of drafts) {
        const entry = entries.find(({ id }) => id === record.id)
        const { commitment } = commitTo(consentStatement(recordFacts(record)), entry?.opener ?? "")
        assert.strictEqual(entry?.commitment, commitment)
      }
    }),
  )

  law(
    "appends with and without entries, of new and known subjects, may be committed together",
    Effect.gen(function* () {
      const { consents, log, reader } = yield* openedStores
      yield* drain(log)
      const subjectId = freshSubjectId()
      yield* consents.append(makeDraft({ subjectId }))
      const drafts = Array.from({ length: 12 }, (_, at) => {
        const draft = makeDraft(at % 3 === 0 ? { subjectId } : {})
        return at % 2 === 0 ? logged(draft) : draft
      })
      const outcomes = yield* Effect.all(drafts.map(consents.append), { concurrency: "unbounded" })
      assert.isTrue(outcomes.every(({ _tag }) => _tag === "Inserted"))
      yield* drain(log)
      const ids = (yield* entriesOf(reader)).slice(1).map(({ id }) => id)
      assert.deepStrictEqual(
        ids.sort(),
        drafts.flatMap(({ entries, record }) => (entries === undefined ? [] : [record.id])).sort(),
      )
    }),
  )

  law(
    "an append of a record that is there makes no entry, in a group or on its own",
    Effect.gen(function* () {
      const { consents, log } = yield* openedStores
      const drafts = Array.from({ length: 6 }, () => logged(makeDraft({}, { link })))
      yield* Effect.forEach(drafts, consents.append)
      yield* drain(log)
      const none = () => assert.fail("an entry was made")
      const again = drafts.map((draft): ConsentDraft => ({ ...draft, entries: { record: none, link: none } }))
      const outcomes = yield* Effect.forEach([...again, ...again], consents.append, { concurrency: "unbounded" })
      const [alone] = yield* Effect.forEach(again.slice(0, 1), consents.append)
      assert.isTrue([...outcomes, alone].every((outcome) => outcome?._tag === "Existing"))
      assert.strictEqual(yield* drain(log), 0)
    }),
  )

  law(
    "the link of an append is logged with the subject that it creates, and with no other",
    Effect.gen(function* () {
      const { consents, log, reader } = yield* openedStores
      yield* drain(log)
      const first = logged(makeDraft({}, { link }))
      yield* consents.append(first)
      yield* consents.append(logged(makeDraft({ subjectId: first.record.subjectId }, { link })))
      yield* drain(log)
      const links = (yield* entriesOf(reader)).filter(({ kind }) => kind === 2)
      const own = first.entries?.link?.()
      assert.deepStrictEqual(
        links.map(({ id }) => id),
        [own?.id ?? null],
      )
      const statements = yield* reader.statements(links.map(({ id }) => id ?? ""))
      assert.strictEqual(statements.get(own?.id ?? ""), own?.statement)
    }),
  )

  law(
    "a link that changes is logged, and one that does not is not",
    Effect.gen(function* () {
      const { consents, log, reader } = yield* openedStores
      yield* drain(log)
      const subject = freshSubjectId()
      const request = (requested: IdentityLink, id: string) =>
        consents.link(subject, requested, linkEntry(subject, requested, id))
      assert.strictEqual((yield* request(link, "unknown subject"))._tag, "UnknownSubject")
      yield* consents.append(makeDraft({ subjectId: subject }))
      const unverified = { ...link, verified: false }
      assert.strictEqual((yield* request(unverified, "new"))._tag, "Linked")
      assert.strictEqual((yield* request(unverified, "the same"))._tag, "Linked")
      assert.strictEqual((yield* request(link, "verified"))._tag, "Linked")
      assert.strictEqual((yield* request(unverified, "verified already"))._tag, "Unchanged")
      assert.strictEqual((yield* request({ ...unverified, externalId: "other" }, "held"))._tag, "HeldByVerified")
      assert.strictEqual((yield* request({ ...link, externalId: "other" }, "replaced"))._tag, "Linked")
      yield* consents.link(subject, link)
      yield* drain(log)
      const ids = (yield* entriesOf(reader)).flatMap(({ id, kind }) => (kind === 2 ? [id] : []))
      assert.deepStrictEqual(ids.sort(), ["new", "replaced", "verified"])
    }),
  )

  law(
    "a document is logged when it is published",
    Effect.gen(function* () {
      const { documents, log, reader } = yield* openedStores
      yield* drain(log)
      let at = time
      const publish = (digit: string, effectiveDate = 1_790_000_000_123) => {
        const release = { type: "dpa", version: `v${digit}`, hash: `sha256:${digit.repeat(64)}`, effectiveDate }
        at += 1
        return documents.publish(
          release,
          entryOf(documentStatement({ ...release, id: `doc_${digit}` }), `doc_${digit}`, at),
        )
      }
      const outcomes = [
        yield* publish("a"),
        yield* publish("a"),
        yield* publish("a", 1),
        yield* publish("b"),
        yield* publish("a"),
      ]
      assert.deepStrictEqual(
        outcomes.map(({ _tag }) => _tag),
        ["Published", "Unchanged", "Diverged", "Published", "Published"],
      )
      yield* drain(log)
      const ids = (yield* entriesOf(reader)).flatMap(({ id, kind }) => (kind === 3 ? [id] : []))
      assert.deepStrictEqual(ids, ["doc_a", "doc_b", "doc_a"])
    }),
  )

  law(
    "archived content is logged when it is new",
    Effect.gen(function* () {
      const { another, archive, log, reader } = yield* openedStores
      yield* drain(log)
      const kept = ["a", "b"].map((id) => ({ id, content: id, entry: archiveEntry(id, time) }))
      const archives = yield* Effect.all([another, another, another])
      yield* Effect.all(
        archives.map((stores) => stores.archive.keep(kept)),
        { concurrency: "unbounded" },
      )
      yield* archive.keep([...kept, { id: "c", content: "not logged" }])
      yield* drain(log)
      const ids = (yield* entriesOf(reader)).flatMap(({ id, kind }) => (kind === 4 ? [id] : []))
      assert.deepStrictEqual(ids, ["a", "b"])
    }),
  )
}
