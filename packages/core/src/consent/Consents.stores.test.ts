import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { compileManifest } from "../manifest/CompiledManifest.js"
import { Archive } from "../ports/Archive.js"
import { AppendOutcome, ConsentStore } from "../ports/ConsentStore.js"
import { LateReads } from "../ports/LateReads.js"
import { Salts } from "../ports/Salts.js"
import { StoreUnreachable } from "../ports/StoreError.js"
import { Notebook } from "../testing/Notebook.js"
import { archiveOf, type Configured, configured, documentsOf, storeOf } from "../testing/Ports.js"
import { type Change, recorded, savedAt, saveRequest, submissionOf, vendorsOf } from "../testing/Saves.js"
import type { VendorChoice } from "../vendor/VendorChoice.js"
import { archiveOf as archivedPartsOf } from "./ArchiveDecision.js"
import { Consents, SaveOutcome, type SaveRequest } from "./Consents.js"
import { draftEntries } from "./plan/LogEntries.js"
import { readBound, saveBound } from "./record/ActBound.js"

/** A manifest whose only rule is named like this. */
const manifestOf = (id: string) =>
  compileManifest(
    { policyRules: [{ id, match: { isDefault: true }, model: "opt-in", prompt: "choice" }] },
    { hosting: "self-hosted", geolocation: true },
  )

const manifest = manifestOf("first")

/** What a client asserts that was shown the rule of a manifest. */
const shownBy = (under: typeof manifest, language = "de"): Change => {
  const [compiled] = under.compiledRules
  const fingerprint = compiled?.fingerprints.policy
  return { policyId: compiled?.rule.id, fingerprint, country: "DE", language }
}

/** Saves in another process, over the stores in context. */
const save = (change: Change = {}, request: Partial<SaveRequest> = {}, configuration: Partial<Configured> = {}) =>
  Effect.flatMap(Consents, (consents) => consents.record(submissionOf(change), { ...saveRequest, ...request })).pipe(
    Effect.provide(Layer.provide(Consents.layer, configured({ manifest, ...configuration }))),
  )

type Stores = Layer.Layer.Success<Notebook["ports"]>

/** Runs a test over a ledger in memory, at a known time. */
const withNotebook = <E>(test: (notebook: Notebook) => Effect.Effect<void, E, Stores>) =>
  Effect.suspend(() => {
    const notebook = new Notebook()
    return TestClock.setTime(savedAt).pipe(Effect.zipRight(test(notebook)), Effect.provide(notebook.ports))
  })

describe("what the ledger receives", () => {
  it.effect("is the bound of a subject's acts: ten times as wide with an API key", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        yield* save({ subjectId: "sub_a" })
        yield* save({ subjectId: "sub_b" }, { authenticated: true })
        assert.deepStrictEqual(
          notebook.appended.map(({ bound }) => bound),
          [saveBound(1_000), readBound(1_000)],
        )
      }),
    ),
  )

  it.effect("is no log entry where nothing is logged", () =>
    withNotebook((notebook) => Effect.map(save(), () => assert.isUndefined(notebook.appended[0]?.entries))),
  )

  it.effect("is the log entries of the record and of its link, where a log is kept", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const salts = () => "the salt of an entry--"
        yield* Effect.provideService(save({ externalSubjectId: "u1" }), Salts, salts)
        const draft = notebook.appended[0] ?? assert.fail("nothing was appended")
        const expected = draftEntries(draft, salts)
        assert.deepStrictEqual(draft.entries?.record(), expected.record())
        assert.deepStrictEqual(draft.entries?.link?.(), expected.link?.())
      }),
    ),
  )

  it.effect("a subject that is full is reported as such", () =>
    Effect.map(save({ givenAt: 0 }), (outcome) => assert.deepStrictEqual(outcome, SaveOutcome.SubjectFull())).pipe(
      Effect.provide(Layer.merge(documentsOf([]), archiveOf())),
      Effect.provide(storeOf({ append: () => Effect.succeed(AppendOutcome.SubjectFull()) })),
    ),
  )

  it.effect("reads that only show records may lack the last moments, and have the bound of reads", () => {
    const reads: Array<unknown> = []
    const history: (typeof ConsentStore)["Service"]["history"] = (...read) =>
      Effect.map(LateReads, (late) => {
        reads.push([late, ...read])
        return Option.none()
      })
    return Effect.gen(function* () {
      const consents = yield* Consents
      assert.isTrue(Option.isNone(yield* Effect.scoped(consents.read("sub_a"))))
      assert.deepStrictEqual(reads, [[true, "sub_a", readBound(1_000)]])
    }).pipe(
      Effect.provide(
        Consents.layer.pipe(Layer.provide([configured(), storeOf({ history }), documentsOf([]), archiveOf()])),
      ),
    )
  })
})

describe("what the archive receives", () => {
  it.effect("is nothing for a save without a policy", () =>
    withNotebook((notebook) => Effect.map(save(), () => assert.isEmpty(notebook.archived))),
  )

  it.effect("is the manifest and the texts of the policy that is recorded", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        yield* save(shownBy(manifest))
        const decision = notebook.appended[0]?.decision ?? assert.fail("no decision")
        assert.deepStrictEqual(notebook.archived, [archivedPartsOf(manifest, decision)])
      }),
    ),
  )

  it.effect("is nothing for a retry under another policy, because the record keeps its own", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const { record } = recorded(yield* save(shownBy(manifest)))
        const later = manifestOf("second")
        const again = recorded(yield* save(shownBy(later), {}, { manifest: later }))
        assert.deepStrictEqual([again.record, again.created], [record, false])
        assert.lengthOf(notebook.archived, 1)
      }),
    ),
  )

  it.effect("is what a retry brings after the archive failed: the client that got no answer sends its save again", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const error = new StoreUnreachable({ operation: "keep", cause: "refused" })
        const broken = Layer.mock(Archive, { tenant: null, keep: () => Effect.fail(error) })
        const attempt = save(shownBy(manifest))
        assert.strictEqual(yield* Effect.flip(Effect.provide(attempt, broken)), error)
        assert.lengthOf(notebook.records, 1)
        assert.isFalse(recorded(yield* attempt).created)
        assert.lengthOf(notebook.archived, 1)
      }),
    ),
  )
})

describe("the current choice about vendors", () => {
  const choiceOf = (outcome: SaveOutcome): VendorChoice | null => recorded(outcome).subjectVendorChoice

  it.effect("is in the answer to a save about vendors, from all acts of its subject", () =>
    withNotebook(() =>
      Effect.gen(function* () {
        yield* save({ givenAt: savedAt - 2, ...vendorsOf(savedAt - 2, { acme: true, other: true }) })
        yield* save({ subjectId: "sub_b", ...vendorsOf(savedAt, { acme: true, third: true }) })
        const change = vendorsOf(savedAt - 1, { acme: false })
        const expected = { version: 1, confirmedAt: savedAt - 2, grants: { acme: false, other: true } } as const
        assert.deepStrictEqual(choiceOf(yield* save(change)), expected)
        assert.deepStrictEqual(choiceOf(yield* save(change)), expected)
      }),
    ),
  )

  it.effect("is not in the answer to a save about no vendor, which reads no history", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        yield* save({ givenAt: savedAt - 2, ...vendorsOf(savedAt - 2, { acme: true }) })
        notebook.read.length = 0
        assert.isNull(choiceOf(yield* save()))
        assert.isEmpty(notebook.read)
      }),
    ),
  )

  it.effect("is in the answer to a save that repeats a record after its policy has changed", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const change = { ...shownBy(manifest), ...vendorsOf(savedAt, { acme: true }) }
        const first = recorded(yield* save({ ...change, externalSubjectId: "u1" }))
        const later = { manifest: manifestOf("second") }
        const again = recorded(yield* save({ ...change, externalSubjectId: "u1" }, { authenticated: true }, later))
        assert.deepStrictEqual(again, {
          ...first,
          created: false,
          newSubject: false,
          identity: { verified: true, verifiedBy: "api_key" },
        })
        assert.deepStrictEqual(again.subjectVendorChoice?.grants, { acme: true })
        assert.lengthOf(notebook.appended, 1)
      }),
    ),
  )

  it.effect("is that of the act itself where its subject has been erased meanwhile", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(savedAt)
      const outcome = yield* save(vendorsOf(savedAt, { acme: true }))
      assert.deepStrictEqual(choiceOf(outcome)?.grants, { acme: true })
    }).pipe(
      Effect.provide(Layer.merge(documentsOf([]), archiveOf())),
      Effect.provide(
        storeOf({
          append: () => Effect.succeed(AppendOutcome.Inserted({ newSubject: true })),
          history: () => Effect.succeedNone,
        }),
      ),
    ),
  )
})
