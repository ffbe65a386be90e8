import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { noTokens } from "../instance/Instance.js"
import { type SigningSettings, signToken } from "../token/Jws.js"
import { linkEntry } from "../consent/plan/LogEntries.js"
import { readBound } from "../consent/record/ActBound.js"
import type { IdentityLink, SubjectHistory } from "../consent/record/ConsentRecord.js"
import { currentDocument } from "../legal-document/LegalDocument.js"
import { type ConsentStore, LinkOutcome, type RecordedAct } from "../ports/ConsentStore.js"
import { LateReads } from "../ports/LateReads.js"
import { Salts } from "../ports/Salts.js"
import { StoreUnreachable } from "../ports/StoreError.js"
import { configured, documentsOf, linkOf, storeOf } from "../testing/Ports.js"
import { documentVersion, storedRecord } from "../testing/RecordItems.js"
import { SubjectId } from "../subject/SubjectId.js"
import type { ClaimedIdentity, IdentityProof } from "../token/IdentityToken.js"
import { type LinkRequest, LinkResult, Subjects } from "./Accounts.js"

const now = 1_760_000_000_000
const signingKey = "an identity key of more than 32 bytes"

type Store = Context.Tag.Service<ConsentStore>

interface World {
  readonly ledger?: Partial<Store>
  readonly links?: Parameters<typeof linkOf>
  readonly registry?: Parameters<typeof documentsOf>
  readonly identityToken?: SigningSettings | null
}

const run = <A, E>(
  { identityToken = { signingKey }, ledger = {}, links, registry = [[]] }: World,
  effect: Effect.Effect<A, E, Subjects>,
) =>
  TestClock.setTime(now).pipe(
    Effect.zipRight(effect),
    Effect.provide(
      Subjects.layer.pipe(
        Layer.provide([
          configured({ tokens: { ...noTokens, identityToken } }),
          storeOf({ link: linkOf(...(links ?? [Effect.dieMessage("a link was made")])), ...ledger }),
          documentsOf(...registry),
        ]),
      ),
    ),
  )

const tokenOf = (change: object = {}) => {
  const claims = { iss: "cs", aud: "cs-identity", sub: "u1", exp: now / 1000, ...change }
  return signToken(signingKey, claims)
}

const request: LinkRequest = {
  externalId: "u1",
  identityProvider: undefined,
  identityToken: undefined,
  authenticated: false,
}

const link = (change: Partial<LinkRequest>, subjectId = "sub_a") =>
  Effect.flatMap(Subjects, (subjects) => subjects.link(subjectId, { ...request, ...change }))

const external = { externalId: "u1", identityProvider: "external" }
const unproven = { verified: false, reason: "none" } as const

describe("linking a subject", () => {
  it.effect.each([
    ["nothing", {}, external, unproven],
    ["an API key", { authenticated: true }, external, { verified: true, verifiedBy: "api_key" }],
    [
      "an API key, whatever the token",
      { authenticated: true, identityToken: "" },
      external,
      { verified: true, verifiedBy: "api_key" },
    ],
    ["a provider", { identityProvider: "sso" }, { externalId: "u1", identityProvider: "sso" }, unproven],
    ["an empty provider", { identityProvider: "" }, external, unproven],
  ] satisfies ReadonlyArray<[string, Partial<LinkRequest>, ClaimedIdentity, IdentityProof]>)(
    "with %s",
    ([, change, identity, expected]) =>
      Effect.gen(function* () {
        const asked: Array<IdentityLink> = []
        const result = yield* run({ links: [Effect.succeed(LinkOutcome.Linked()), asked] }, link(change))
        if (result._tag !== "Linked") return assert.fail(result._tag)
        assert.deepStrictEqual({ ...result.link }, identity)
        assert.deepStrictEqual(result.identity, expected)
        assert.deepStrictEqual(asked, [{ ...result.link, verified: result.identity.verified }])
      }),
  )

  it.effect("with a token that is valid by the server's clock, to the millisecond", () =>
    Effect.gen(function* () {
      const identityToken = tokenOf()
      const both = Effect.all([link({ identityToken }), TestClock.adjust("1 millis"), link({ identityToken })])
      const [good, , late] = yield* run({ links: [Effect.succeed(LinkOutcome.Linked())] }, both)
      const identity = { verified: true, verifiedBy: "identity_token" } as const
      assert.deepEqual(good, LinkResult.Linked({ link: external, identity }))
      assert.deepEqual(late, LinkResult.TokenInvalid())
    }),
  )

  it.effect.each([
    ["empty", "", {}],
    ["of another account", tokenOf({ sub: "u2" }), {}],
    ["of another provider", tokenOf({ idp: "sso" }), {}],
    ["good, where no key is configured", tokenOf(), { identityToken: null }],
  ] satisfies ReadonlyArray<[string, string, World]>)(
    "a token that is %s is reported before any lookup",
    ([, identityToken, world]) =>
      Effect.gen(function* () {
        for (const subjectId of ["sub_a", "no subject id"]) {
          const result = yield* run(world, link({ identityToken }, subjectId))
          assert.deepEqual(result, LinkResult.TokenInvalid())
        }
      }),
  )

  it.effect.each(["", "sub_", "a", "sub_0", `sub_${"z".repeat(252)}`])(
    "%j is an unknown subject, and the store is not queried",
    (id) => Effect.map(run({}, link({}, id)), (result) => assert.deepEqual(result, LinkResult.SubjectUnknown())),
  )

  it.effect.each([
    [LinkOutcome.Linked(), LinkResult.Linked({ link: external, identity: unproven })],
    [LinkOutcome.Unchanged(), LinkResult.Linked({ link: external, identity: unproven })],
    [LinkOutcome.HeldByVerified(), LinkResult.HeldByVerified()],
    [LinkOutcome.UnknownSubject(), LinkResult.SubjectUnknown()],
  ] as const)("what the store says: %j", ([outcome, expected]) =>
    Effect.map(run({ links: [Effect.succeed(outcome)] }, link({})), (result) => assert.deepEqual(result, expected)),
  )

  it.effect.each([null, () => "the salt of an entry--"])(
    "queues its log entry where a log is kept, and none elsewhere",
    (salts) =>
      Effect.gen(function* () {
        const entries: Array<unknown> = []
        const keep: Store["link"] = (_, __, entry) =>
          Effect.sync(() => {
            entries.push(entry)
            return LinkOutcome.Linked()
          })
        yield* Effect.provideService(run({ ledger: { link: keep } }, link({ authenticated: true })), Salts, salts)
        const expected = salts === null ? undefined : linkEntry("sub_a", { ...external, verified: true }, now, salts)
        assert.deepStrictEqual(entries, [expected])
      }),
  )

  it.effect("errors of the store pass through unchanged", () => {
    const error = new StoreUnreachable({ operation: "link", cause: "refused" })
    return Effect.map(run({ links: [Effect.fail(error)] }, Effect.flip(link({}))), (told) =>
      assert.strictEqual(told, error),
    )
  })
})

const historyOf = (id: string, types: ReadonlyArray<string>): SubjectHistory => ({
  id: SubjectId.make(id),
  createdAt: 0,
  link: { ...external, verified: true },
  truncated: false,
  records: types.map((type, index) => ({ ...storedRecord, id: `${id}/${index}`, subjectId: SubjectId.make(id), type })),
})

const linkedTo = (externalId: string) =>
  Effect.flatMap(Subjects, (subjects) => Effect.scoped(subjects.linkedTo(externalId)))

describe("the subjects of an account", () => {
  it.effect("are those in the ledger, in its order, and their documents are read once", () =>
    Effect.gen(function* () {
      const histories = [
        historyOf("sub_a", ["dpa", "cookie_banner"]),
        historyOf("sub_b", ["dpa_eu", "dpa"]),
        historyOf("sub_c", []),
      ]
      const documents = [
        documentVersion("1", 1, "dpa"),
        documentVersion("2", 1, "dpa_eu"),
        documentVersion("3", 1, "privacy_policy"),
      ]
      const asked: Array<ReadonlyArray<string>> = []
      const accounts: Array<string> = []
      const linkedHistories = (externalId: string) => {
        accounts.push(externalId)
        return Effect.succeed(histories)
      }
      const readings = yield* run({ ledger: { linkedHistories }, registry: [documents, asked] }, linkedTo("u1"))
      assert.deepStrictEqual(
        readings.map(({ history }) => history),
        histories,
      )
      assert.deepStrictEqual([accounts, asked], [["u1"], [["dpa", "dpa_eu"]]])
      for (const reading of readings) assert.deepStrictEqual(reading.documents, documents.slice(0, 2))
    }),
  )

  it.effect("may lack the last moments, and have the bound of reads for all of them together", () =>
    Effect.gen(function* () {
      const reads: Array<unknown> = []
      const linkedHistories: Store["linkedHistories"] = (...read) =>
        Effect.map(LateReads, (late) => {
          reads.push([late, ...read])
          return []
        })
      yield* run({ ledger: { linkedHistories } }, linkedTo("u1"))
      assert.deepStrictEqual(reads, [[true, "u1", readBound(1_000)]])
    }),
  )

  it.effect("reads no document where no record is about one", () =>
    Effect.gen(function* () {
      const asked: Array<ReadonlyArray<string>> = []
      const linkedHistories = () => Effect.succeed([historyOf("sub_a", ["cookie_banner", "other"])])
      yield* run({ ledger: { linkedHistories }, registry: [[], asked] }, linkedTo("u1"))
      assert.isEmpty(asked)
    }),
  )

  it.effect.each(["a\u0000", "\ud800"])(
    "%j, which no body can carry, has no subjects, and the store is not queried",
    (externalId) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* run({}, linkedTo(externalId)), [])
        const check = Effect.flatMap(Subjects, (subjects) => subjects.check(externalId, ["dpa"]))
        assert.deepStrictEqual(Array.from(yield* run({}, check)), [
          ["dpa", { hasConsent: false, isLatestPolicy: false }],
        ])
      }),
  )
})

const types = ["cookie_banner", "dpa", "dpa_eu", "privacy_policy", "__proto__", "toString", "no such type"]
const documents = [
  documentVersion("1", 1, "dpa"),
  documentVersion("2", 2, "dpa"),
  documentVersion("3", 2, "dpa_eu"),
  documentVersion("4", 1, "dpa_eu"),
]

const anyAct: FastCheck.Arbitrary<RecordedAct> = FastCheck.record({
  type: FastCheck.constantFrom(...types),
  documentId: FastCheck.constantFrom(null, "1", "2", "3", "4"),
})

describe("the consent of an account", () => {
  const check = (acts: ReadonlyArray<RecordedAct>, asked: ReadonlyArray<string>) => {
    const linkedActs = (_: string, of: ReadonlyArray<string>) =>
      Effect.succeed(acts.filter(({ type }) => of.includes(type)))
    const checked = Effect.flatMap(Subjects, (subjects) => subjects.check("u1", asked))
    return run({ ledger: { linkedActs }, registry: [documents] }, checked)
  }

  const families = ["dpa", "dpa_eu", "privacy_policy"]

  it.effect.prop(
    "covers each requested type, known or not, over all its records",
    [FastCheck.array(anyAct), FastCheck.array(FastCheck.constantFrom(...types, "bad\u0000type"))],
    ([acts, asked]) =>
      Effect.gen(function* () {
        const results = yield* check(acts, asked)
        assert.deepStrictEqual(new Set(results.keys()), new Set(asked))
        for (const [type, standing] of results) {
          const ofType = acts.filter((act) => act.type === type)
          const current = families.includes(type) ? (currentDocument(documents, type)?.id ?? null) : undefined
          assert.deepStrictEqual(standing, {
            hasConsent: ofType.length > 0,
            isLatestPolicy: ofType.some(({ documentId }) => current === undefined || documentId === current),
          })
        }
      }),
  )

  it.effect("for a document: a record of an older version is a consent, but not to the latest", () =>
    Effect.gen(function* () {
      const results = yield* check(
        [
          { type: "dpa", documentId: "1" },
          { type: "dpa_eu", documentId: "3" },
        ],
        ["dpa", "dpa_eu"],
      )
      assert.deepStrictEqual(Array.from(results), [
        ["dpa", { hasConsent: true, isLatestPolicy: false }],
        ["dpa_eu", { hasConsent: true, isLatestPolicy: true }],
      ])
    }),
  )

  it.effect("the ledger is queried once for each type, except for types that cannot be stored", () =>
    Effect.gen(function* () {
      const calls: Array<ReadonlyArray<string>> = []
      const linkedActs = (_: string, of: ReadonlyArray<string>) => {
        calls.push(of)
        return Effect.succeed([])
      }
      const checked = Effect.flatMap(Subjects, (subjects) => subjects.check("u1", ["b", "a\u0000", "b", "a"]))
      const results = yield* run({ ledger: { linkedActs } }, checked)
      assert.deepStrictEqual(calls, [["b", "a"]])
      assert.deepStrictEqual(Array.from(results.keys()), ["b", "a\u0000", "a"])
    }),
  )
})
