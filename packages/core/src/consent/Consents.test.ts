import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { noTokens } from "../instance/Instance.js"
import { compileManifest } from "../manifest/CompiledManifest.js"
import type { PolicyRule } from "../policy/PolicyRule.js"
import { archiveOf, type Configured, configured, documentsOf, storeOf } from "../testing/Ports.js"
import { AppendOutcome } from "../ports/ConsentStore.js"
import { SchemaMismatch, type StoreError, StoreFailed, StoreUnreachable } from "../ports/StoreError.js"
import { Notebook } from "../testing/Notebook.js"
import { type Change, recorded, refusalTag, savedAt, saveRequest, submissionOf, vendorsOf } from "../testing/Saves.js"
import { signToken } from "../token/Jws.js"
import type { IdentityProof } from "../token/IdentityToken.js"
import { Consents, SaveOutcome, type SaveRequest } from "./Consents.js"

const now = savedAt
const tenMinutes = 10 * 60 * 1000

const policyRules: ReadonlyArray<PolicyRule> = [
  {
    id: "all-proof",
    match: { countries: ["DE"] },
    model: "opt-in",
    prompt: "choice",
    proof: { storeIp: true, storeUserAgent: true, storeLanguage: true },
  },
  {
    id: "no-proof",
    match: { countries: ["GB"] },
    model: "opt-out",
    prompt: "notice",
    categories: ["measurement"],
    scopeMode: "strict",
    proof: { storeIp: false, storeUserAgent: false, storeLanguage: false },
  },
]

const manifest = compileManifest({ policyRules }, { hosting: "self-hosted", geolocation: true })

const asserted = (country: string) => {
  const resolution = manifest.resolve({ country, region: null })
  if (resolution.status !== "matched") return assert.fail("the place has no rule")
  return { policyId: resolution.policyId, fingerprint: resolution.fingerprints.policy, country, region: null }
}

const identityKey = "an identity key of more than 32 bytes"

type SaveContext = Partial<SaveRequest & Configured>

/** Saves through a separate instance, over the stores in context. */
const save = (change: Change = {}, context: SaveContext = {}) => {
  const { manifest: under = manifest, tenant = null, tokens = noTokens, ...said } = context
  return Effect.flatMap(Consents, (consents) =>
    consents.record(submissionOf(change), { ...saveRequest, ...said }),
  ).pipe(Effect.provide(Layer.provide(Consents.layer, configured({ manifest: under, tenant, tokens }))))
}

type Ports = Layer.Layer.Success<Notebook["ports"]>

/** Runs a test over a separate notebook, at a known time. */
const withNotebook = <E>(
  test: (notebook: Notebook) => Effect.Effect<void, E, Consents | Ports>,
): Effect.Effect<void, E> =>
  Effect.suspend(() => {
    const notebook = new Notebook()
    return TestClock.setTime(now).pipe(Effect.zipRight(test(notebook)), Effect.provide(notebook.layer))
  })

const receipts = (value: boolean, confirmedAt: number, basis: object = { kind: "legacy-v2" }) => ({
  choice: { version: 3, categories: { measurement: { value, confirmedAt, basis } } },
})

describe("requests that never reach the ledger", () => {
  it.effect.each(["", "sub_", "a", "sub_0", " sub_a", "sub_a'--", `sub_${"z".repeat(252)}`])(
    "reading %j finds no subject and does not query the ledger",
    (id) =>
      withNotebook((notebook) =>
        Effect.gen(function* () {
          const consents = yield* Consents
          assert.isTrue(Option.isNone(yield* Effect.scoped(consents.read(id))))
          assert.isEmpty(notebook.read)
        }),
      ),
  )

  it.effect.each([
    ["InputInvalid", { givenAt: now + tenMinutes + 1 }],
    ["InputInvalid", receipts(true, now + tenMinutes + 1)],
    ["InputInvalid", vendorsOf(now + tenMinutes + 1)],
    ["SnapshotInvalid", { policySnapshotToken: "x" }],
    ["PolicyInputsIncomplete", { country: "DE" }],
    ["PolicyDecisionDiffers", { ...asserted("DE"), fingerprint: "f" }],
    ["GrantOutsideScope", { ...asserted("GB"), preferences: { marketing: true } }],
    ["ReceiptContradictsPreferences", receipts(false, now)],
    [
      "ReceiptOutsideScope",
      {
        ...asserted("GB"),
        preferences: { marketing: true },
        receipts: [{ category: "marketing", value: true, confirmedAt: now }],
      },
    ],
  ] satisfies ReadonlyArray<[string, Change]>)("a save refused as %s", ([tag, change]) =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const outcome = yield* save(change)
        assert.strictEqual(refusalTag(outcome), tag)
        assert.isEmpty(notebook.appended)
      }),
    ),
  )
})

describe("time", () => {
  it.effect.each([
    ["givenAt", (givenAt: number) => ({ givenAt })],
    ["a receipt's confirmedAt", (at: number) => receipts(true, at)],
    ["the vendor map's confirmedAt", (at: number) => vendorsOf(at)],
  ] satisfies ReadonlyArray<[string, (at: number) => Change]>)(
    "%s may be ten minutes ahead of the clock as it is when the save arrives",
    ([, change]) =>
      withNotebook(() =>
        Effect.gen(function* () {
          recorded(yield* save({ subjectId: "sub_b", ...change(now + tenMinutes) }))
          const early = change(now + tenMinutes + 1)
          assert.strictEqual((yield* save(early))._tag, "Refused")
          yield* TestClock.adjust("1 millis")
          assert.isTrue(recorded(yield* save(early)).created)
        }),
      ),
  )

  it.effect("an act of any age is stored with its own time and the server's", () =>
    withNotebook(() =>
      Effect.gen(function* () {
        yield* TestClock.adjust("3 seconds")
        assert.deepInclude(recorded(yield* save({ givenAt: 0 })).record, { givenAt: 0, createdAt: now + 3000 })
        const ahead = recorded(yield* save({ givenAt: now + 60_000 }))
        assert.deepInclude(ahead.record, { givenAt: now + 60_000, createdAt: now + 3000 })
      }),
    ),
  )
})

describe("the same act, retried", () => {
  it.effect("returns the stored record, whatever else has changed since", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const first = recorded(yield* save({ metadata: { page: "/" }, uiSource: "banner", tcString: "a" }))
        assert.isTrue(first.created)
        yield* TestClock.adjust("30 days")
        const retry = yield* save(
          { domain: "Shop.Example", metadata: { page: "/2" }, uiSource: "dialog", tcString: "b", consentAction: "all" },
          { ipAddress: "198.51.100.0", userAgent: "other", place: { country: "US", region: "CA" } },
        )
        assert.deepEqual(retry, { ...first, created: false, newSubject: false })
        assert.deepEqual(notebook.records, [first.record])
      }),
    ),
  )

  it.effect("differs from a stored vendor map that cannot be read", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        recorded(yield* save(vendorsOf(now, { ads: true })))
        notebook.damage({ vendorChoice: "unreadable" })
        assert.deepEqual(yield* save(vendorsOf(now, { ads: true })), SaveOutcome.ActDiffers())
      }),
    ),
  )

  it.effect("is the same act whichever way its receipts are sent, and in whatever order", () =>
    withNotebook(() =>
      Effect.gen(function* () {
        const first = recorded(yield* save(receipts(true, 5)))
        const retry = recorded(
          yield* save({
            preferences: { marketing: false, measurement: true, necessary: true },
            receipts: [{ category: "measurement", value: true, confirmedAt: 5 }],
          }),
        )
        assert.deepEqual(retry, { ...first, created: false, newSubject: false })
      }),
    ),
  )

  it.effect.each([
    ["a purpose", {}, { preferences: { necessary: true, measurement: false, marketing: false } }],
    ["a refusal", {}, { preferences: { necessary: true, measurement: true } }],
    ["a receipt's time", receipts(true, 5), receipts(true, 6)],
    ["a receipt's basis", receipts(true, 5), receipts(true, 5, { kind: "choice-v1", fingerprint: "f" })],
    ["receipts fewer than the map", {}, receipts(true, now)],
    ["a vendor map where none was stored", {}, vendorsOf(now)],
    ["no vendor map where one was stored", vendorsOf(now), {}],
    ["a vendor's grant", vendorsOf(now, { acme: true }), vendorsOf(now, { acme: false })],
    ["a vendor more", vendorsOf(now, { acme: true }), vendorsOf(now, { acme: true, other: false })],
    ["the vendor map's time", vendorsOf(now), vendorsOf(now - 1)],
  ] satisfies ReadonlyArray<[string, Change, Change]>)("with %s changed differs, and the first is kept", ([, a, b]) =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const { record } = recorded(yield* save(a))
        assert.deepEqual(yield* save(b), SaveOutcome.ActDiffers())
        assert.deepEqual(notebook.records, [record])
        assert.isFalse(recorded(yield* save(a)).created)
      }),
    ),
  )

  it.effect.each([
    ["subject", { subjectId: "sub_b" }, {}],
    ["domain", { domain: "shop.example:8443" }, {}],
    ["time", { givenAt: now - 1 }, {}],
    ["tenant", {}, { tenant: "acme" }],
  ] satisfies ReadonlyArray<[string, Change, SaveContext]>)("of another %s is another act", ([, change, context]) =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        yield* save()
        assert.isTrue(recorded(yield* save(change, context)).created)
        assert.lengthOf(notebook.records, 2)
      }),
    ),
  )

  it.effect("many concurrent times is recorded once", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const outcomes = yield* Effect.all(
          Array.from({ length: 20 }, () => save()),
          { concurrency: "unbounded" },
        )
        assert.lengthOf(
          outcomes.filter((outcome) => recorded(outcome).created),
          1,
        )
        assert.lengthOf(notebook.records, 1)
      }),
    ),
  )
})

describe("the recorded fields", () => {
  const record = (change: Change, context: SaveContext = {}) =>
    withNotebookResult(Effect.map(save(change, context), (outcome) => recorded(outcome).record))

  const withNotebookResult = <A, E>(effect: Effect.Effect<A, E, Ports>) =>
    TestClock.setTime(now).pipe(Effect.zipRight(effect), Effect.provide(new Notebook().layer))

  it.effect.each([
    ["the request's place", {}, { country: "US", region: "CA" }, "CCPA"],
    ["the asserted place before the request's", asserted("GB"), { country: "US", region: "CA" }, "UK_GDPR"],
    ["no place at all", {}, { country: null, region: null }, "NONE"],
    ["the place, whatever the client claims", { jurisdiction: "CCPA" }, { country: "CH", region: null }, "CH"],
  ] satisfies ReadonlyArray<[string, Change, SaveRequest["place"], string]>)(
    "the jurisdiction comes from %s",
    ([, change, place, expected]) =>
      Effect.map(record(change, { place }), ({ jurisdiction }) => assert.strictEqual(jurisdiction, expected)),
  )

  it.effect.each([
    ["all the rule asks for", { ...asserted("DE"), language: "de" }, ["203.0.113.0", "browser", "de"]],
    ["nothing the rule forbids", { ...asserted("GB"), language: "en" }, [null, null, null]],
    ["address and user agent without a rule", {}, ["203.0.113.0", "browser", null]],
  ] satisfies ReadonlyArray<[string, Change, ReadonlyArray<string | null>]>)("as proof: %s", ([, change, expected]) =>
    Effect.map(record(change), ({ ipAddress, language, userAgent }) =>
      assert.deepStrictEqual([ipAddress, userAgent, language], expected),
    ),
  )

  it.effect("missing request data is null", () =>
    Effect.map(record(asserted("DE"), { ipAddress: null, userAgent: null }), ({ ipAddress, userAgent }) =>
      assert.deepStrictEqual([ipAddress, userAgent], [null, null]),
    ),
  )

  it.effect("the ledger receives the answered record, its decision and the subject's link", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const { record: answered } = recorded(yield* save({ ...asserted("DE"), externalSubjectId: "u1" }))
        assert.lengthOf(notebook.appended, 1)
        const draft = notebook.appended[0]
        assert.strictEqual(draft?.record, answered)
        assert.strictEqual(draft?.decision?.id, answered.decisionId)
        assert.deepEqual(draft?.link, { externalId: "u1", identityProvider: "external", verified: false })
      }),
    ),
  )

  const identityToken = (change: object = {}, key = identityKey) => {
    const claims = { iss: "cs", aud: "cs-identity", sub: "u1", exp: now / 1000 + 60, ...change }
    return signToken(key, claims)
  }

  it.effect.each([
    ["nothing", {}, null, { verified: false, reason: "none" }],
    ["an API key", { authenticated: true }, null, { verified: true, verifiedBy: "api_key" }],
    ["an API key, whatever the token", { authenticated: true }, "x", { verified: true, verifiedBy: "api_key" }],
    ["a valid token", {}, identityToken(), { verified: true, verifiedBy: "identity_token" }],
    ["another's token", {}, identityToken({ sub: "u2" }), { verified: false, reason: "invalid" }],
    ["another provider's token", {}, identityToken({ idp: "sso" }), { verified: false, reason: "invalid" }],
    ["a forged token", {}, identityToken({}, "another key"), { verified: false, reason: "invalid" }],
    ["an empty token", {}, "", { verified: false, reason: "invalid" }],
  ] satisfies ReadonlyArray<[string, Partial<SaveRequest>, string | null, IdentityProof]>)(
    "a link with %s is verified when the account is, and the save is kept",
    ([, context, token, identity]) =>
      withNotebook((notebook) =>
        Effect.gen(function* () {
          const outcome = yield* save(
            { externalSubjectId: "u1", ...(token === null ? {} : { identityToken: token }) },
            { tokens: { ...noTokens, identityToken: { signingKey: identityKey } }, ...context },
          )
          assert.deepStrictEqual(recorded(outcome).identity, identity)
          assert.strictEqual(notebook.appended[0]?.link?.verified, identity.verified)
        }),
      ),
  )

  it.effect("a save that names no account proves none, API key or not", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const outcome = yield* save({ identityToken: "x" }, { authenticated: true })
        assert.isNull(recorded(outcome).identity)
        assert.isNull(notebook.appended[0]?.link)
      }),
    ),
  )

  it.effect("and can be read again", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const consents = yield* Consents
        assert.isTrue(Option.isNone(yield* Effect.scoped(consents.read("sub_a"))))
        const { record: answered } = recorded(yield* save())
        const history = yield* Effect.scoped(consents.read("sub_a"))
        assert.deepEqual(Option.getOrThrow(history).history.records, [answered])
        assert.deepEqual(notebook.read, ["sub_a", "sub_a"])
      }),
    ),
  )
})

describe("the ledger's results", () => {
  /** The use cases over a ledger with a fixed result. */
  const over = (append: Effect.Effect<AppendOutcome, StoreError>, history: Effect.Effect<never, StoreError>) =>
    Consents.layer.pipe(
      Layer.provide(configured()),
      Layer.provideMerge(Layer.merge(documentsOf([]), archiveOf())),
      Layer.provideMerge(storeOf({ append: () => append, history: () => history })),
    )

  const errors: ReadonlyArray<StoreError> = [
    new StoreUnreachable({ operation: "append", cause: "refused" }),
    new StoreFailed({ operation: "append", cause: "syntax" }),
    new SchemaMismatch({ message: "run the migrations" }),
  ]

  it.effect.each(errors.map((error) => [error._tag, error] as const))("%s passes through as it is", ([, error]) =>
    Effect.gen(function* () {
      const consents = yield* Consents
      assert.strictEqual(yield* Effect.flip(save({ givenAt: 0 })), error)
      assert.strictEqual(yield* Effect.flip(Effect.scoped(consents.read("sub_a"))), error)
    }).pipe(Effect.provide(over(Effect.fail(error), Effect.fail(error)))),
  )

  it.effect("a subject of another tenant is reported as held elsewhere", () =>
    Effect.map(save({ givenAt: 0 }), (outcome) => assert.deepEqual(outcome, SaveOutcome.SubjectHeldElsewhere())).pipe(
      Effect.provide(over(Effect.succeed(AppendOutcome.HeldElsewhere()), Effect.never)),
    ),
  )

  it.effect("nothing happens before the effect is run", () =>
    withNotebook((notebook) =>
      Effect.gen(function* () {
        const consents = yield* Consents
        const once = consents.record(submissionOf(), saveRequest)
        assert.isEmpty(notebook.appended)
        yield* once
        assert.lengthOf(notebook.appended, 1)
      }),
    ),
  )
})
