/** Does what happens to a log, to the log and to the oracle, and compares both. */
import {
  type ConsentDraft,
  draftEntries,
  type IdentityLink,
  legalDocumentId,
  linkEntry,
} from "@consent-service/core/consent"
import { applyRetention, erasePerson, placeHold, releaseHold } from "@consent-service/core/erasure"
import {
  archiveStatement,
  documentStatement,
  pendingEntry,
  type Statement,
  verifyReceipt,
} from "@consent-service/core/evidence"
import { issueReceipt, reconcile } from "@consent-service/core/evidence-log"
import { Archive, ConsentStore, DocumentStore } from "@consent-service/core/ports"
import { sha256Hex } from "@consent-service/core/primitives"
import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { verifyEd25519 } from "../../evidence/NodeVerifier.js"
import { compare } from "./Compare.js"
import type { ModelDatabase } from "./ModelDatabase.js"
import { ModelLog, salts } from "./ModelLog.js"
import { type Operation, subjects } from "./Operation.js"
import { Oracle } from "./Oracle.js"

const dayMs = 86_400_000

const entryOf = (statement: Statement, id: string, receivedAt: number) =>
  pendingEntry(statement, { id, receivedAt, salt: salts() })

const linkTo = (account: number): IdentityLink => ({
  externalId: `user-${account}`,
  identityProvider: "external",
  verified: true,
})

/** The draft with its entries, as the service makes them. */
const logged = (draft: ConsentDraft): ConsentDraft => ({ ...draft, entries: draftEntries(draft, salts) })

const schedule = [
  { types: null, jurisdictions: null, keepFor: { months: 12, days: 0 }, from: "superseded", dropTraceAfter: null },
] as const

/** One run of the model: a log, and the oracle of it. */
export class LogModel {
  readonly #oracle = new Oracle()
  readonly #log: ModelLog
  readonly #subjects = Array.from({ length: subjects }, freshSubjectId)
  /** The leaves of the tree when it was compared last. */
  #leaves: ReadonlyArray<string> = []
  #requests = 0

  /** A log that was opened: before, an erasure or a hold leaves no entry. */
  static async opened(database: ModelDatabase): Promise<LogModel> {
    const model = new LogModel(database)
    await model.#settle(0)
    return model
  }

  private constructor(database: ModelDatabase) {
    this.#log = new ModelLog(database)
  }

  async #settle(process: number): Promise<void> {
    await this.#log.settle(process)
    this.#leaves = await compare(this.#log, this.#oracle, this.#leaves)
  }

  #draft(subject: number, isOld: boolean, linked: boolean): ConsentDraft {
    const createdAt = this.#log.now - (isOld ? 900 * dayMs : 0)
    const validUntil = this.#log.now + (isOld ? -500 : 365) * dayMs
    const subjectId = this.#subjects[subject] ?? freshSubjectId()
    return makeDraft(
      { subjectId, createdAt, givenAt: createdAt - 1_000, validUntil },
      { decision: null, link: linked ? linkTo(subject % 3) : null },
    )
  }

  async #save(draft: ConsentDraft, isOld: boolean): Promise<void> {
    const expected = this.#oracle.save(draft, isOld) ? "Inserted" : "Existing"
    const outcome = await this.#log.run(Effect.flatMap(ConsentStore, ({ append }) => append(draft)))
    assert.strictEqual(outcome._tag, expected)
    if (expected === "Inserted") this.#oracle.drafts.push(draft)
  }

  /** Some saves with their entries, each of another subject. */
  async #saves(count: number): Promise<ReadonlyArray<ConsentDraft>> {
    const drafts = Array.from({ length: count }, () => logged(this.#draft(Number.NaN, false, false)))
    await Promise.all(drafts.map((draft) => this.#save(draft, false)))
    return drafts
  }

  async #link(subject: number, account: number): Promise<void> {
    const subjectId = this.#subjects[subject] ?? freshSubjectId()
    const link = linkTo(account)
    const outcome = await this.#log.run(
      Effect.flatMap(ConsentStore, (store) =>
        store.link(subjectId, link, linkEntry(subjectId, link, this.#log.now, salts)),
      ),
    )
    assert.strictEqual(outcome._tag, this.#oracle.link(subjectId, link.externalId))
  }

  async #publish(version: number): Promise<void> {
    const release = { type: "dpa", version: `v${version}`, hash: `sha256:${`${version}`.repeat(64)}`, effectiveDate: 1 }
    const outcome = await this.#log.run(
      Effect.flatMap(DocumentStore, (store) => {
        const id = legalDocumentId(store.tenant, release)
        return store.publish(release, entryOf(documentStatement({ ...release, id }), id, this.#log.now))
      }),
    )
    const isNew = this.#oracle.version !== version
    assert.strictEqual(outcome._tag, isNew ? "Published" : "Unchanged")
    if (isNew) this.#oracle.count(3)
    this.#oracle.version = version
    // Versions are ordered by when they were published.
    await Effect.runPromise(Effect.sleep(2))
  }

  async #archive(content: number): Promise<void> {
    const text = JSON.stringify({ content })
    const id = sha256Hex(text)
    const entry = entryOf(archiveStatement({ digest: id, what: "texts" }), id, this.#log.now)
    await this.#log.run(Effect.flatMap(Archive, (archive) => archive.keep([{ id, content: text, entry }])))
    if (!this.#oracle.contents.has(content)) this.#oracle.count(4)
    this.#oracle.contents.add(content)
  }

  async #burst(process: number, saves: number): Promise<void> {
    await Promise.all([this.#saves(saves), this.#log.sequence(process)])
  }

  async #rotate(): Promise<void> {
    await this.#settle(0)
    await this.#log.rotate()
    await this.#settle(1)
  }

  async #erase(subject: number, part: "trace" | null, waits: boolean): Promise<void> {
    const subjectId = this.#subjects[subject] ?? freshSubjectId()
    if (waits && !this.#oracle.holds.has(subjectId)) {
      // What waits for the tree keeps all of its subject.
      await this.#save(logged(this.#draft(subject, false, false)), false)
      assert.strictEqual(await this.#eraseNow(subjectId, part), "StillQueued")
    }
    await this.#settle(subject)
    const expected = this.#oracle.erase(subjectId, part)
    assert.strictEqual(await this.#eraseNow(subjectId, part), expected === "Erase" ? "Erased" : expected)
  }

  async #eraseNow(subjectId: string, part: "trace" | null): Promise<string> {
    this.#requests += 1
    const request = { person: { subjectId }, part, reason: "art. 17", requestId: `request ${this.#requests}`, salts }
    return (await this.#log.run(erasePerson(request)))._tag
  }

  async #hold(subject: number): Promise<void> {
    const subjectId = this.#subjects[subject] ?? freshSubjectId()
    if (this.#oracle.holds.has(subjectId)) return
    this.#requests += 1
    const hold = { id: `case ${this.#requests}`, scope: { subjectId }, reason: "claim" }
    assert.strictEqual((await this.#log.run(placeHold(hold, salts)))._tag, "Placed")
    this.#oracle.holds.set(subjectId, hold.id)
    this.#oracle.count(6)
  }

  async #release(subject: number): Promise<void> {
    const subjectId = this.#subjects[subject] ?? freshSubjectId()
    const id = this.#oracle.holds.get(subjectId)
    if (id === undefined) return
    assert.isTrue(Option.isSome(await this.#log.run(releaseHold(id, salts))))
    this.#oracle.holds.delete(subjectId)
    this.#oracle.count(7)
  }

  async #retain(): Promise<void> {
    await this.#settle(0)
    const result = await this.#log.run(applyRetention({ schedule, salts, dryRun: false, onPage: () => Effect.void }))
    assert.strictEqual(result.erased, this.#oracle.retain())
  }

  async #backfill(): Promise<void> {
    await this.#settle(0)
    const result = await this.#log.run(reconcile({ batch: 7, salts }, () => Effect.void))
    assert.strictEqual(result?.queued, this.#oracle.backfill())
  }

  async #restore(waiting: number, lost: number): Promise<void> {
    await this.#settle(0)
    const kept = await this.#saves(waiting)
    await this.#log.database.backup()
    await this.#settle(1)
    const first = this.#leaves.length
    const gone = await this.#saves(lost)
    await this.#settle(2)
    const signed = this.#leaves.length
    await this.#log.database.restore()
    await this.#log.crashAll()
    assert.strictEqual((await this.#log.sequence(0))._tag, "Forked")
    await this.#log.endAll()
    const expected = { _tag: "Recovered" as const, size: signed, missing: kept.length + lost, lost }
    assert.deepStrictEqual({ ...(await this.#log.recover()) }, expected)
    for (const { record } of gone) {
      this.#oracle.records.delete(record.id)
      this.#oracle.subjects.delete(record.subjectId)
    }
    for (let at = first; at < signed; at += 1) this.#oracle.lost.add(at)
    this.#oracle.emptied += lost
    await this.#settle(1)
  }

  /** Does one operation, here and in the oracle. */
  async apply(operation: Operation): Promise<void> {
    switch (operation.op) {
      case "save": {
        const draft = this.#draft(operation.subject, operation.old, operation.linked)
        return this.#save(operation.logged ? logged(draft) : draft, operation.old)
      }
      case "retry": {
        const draft = this.#oracle.drafts[operation.record % Math.max(1, this.#oracle.drafts.length)]
        return draft === undefined ? undefined : this.#save(draft, draft.record.createdAt < this.#log.now - dayMs)
      }
      case "link":
        return this.#link(operation.subject, operation.account)
      case "publish":
        return this.#publish(operation.version)
      case "archive":
        return this.#archive(operation.content)
      case "sequence":
        return this.#settle(operation.process)
      case "burst":
        return this.#burst(operation.process, operation.saves)
      case "crash":
        return this.#log.crash(operation.process)
      case "rotate":
        return this.#rotate()
      case "erase":
        return this.#erase(operation.subject, operation.part, operation.waits)
      case "hold":
        return this.#hold(operation.subject)
      case "release":
        return this.#release(operation.subject)
      case "retain":
        return this.#retain()
      case "backfill":
        return this.#backfill()
      case "restore":
        return this.#restore(operation.waiting, operation.lost)
    }
  }

  /** Puts the rest into the tree, and verifies all of it: every receipt, and the log as `verify` does. */
  async finish(): Promise<void> {
    await this.#settle(0)
    const trust = { keys: this.#log.verifiers }
    for (const [consentId, { entry, subjectId }] of this.#oracle.records) {
      const outcome = await this.#log.run(issueReceipt({ subjectId, consentId, withhold: [] }))
      assert.strictEqual(outcome._tag, entry ? "Issued" : "NotFound")
      if (outcome._tag !== "Issued") continue
      assert.strictEqual((await verifyReceipt(outcome.receipt, trust, verifyEd25519))._tag, "Verified")
    }
    const found = await this.#log.database.verify(trust.keys)
    const isUnlogged = Array.from(this.#oracle.records.values()).some(({ entry }) => !entry)
    const allowed = new Set(["LoggedLate", "LostInRestore", ...(isUnlogged ? ["Unlogged"] : [])])
    assert.deepStrictEqual(found?.filter((name) => !allowed.has(name)) ?? [], [])
  }
}
