/** Laws of account links: which link a request leaves in force, in one process and in several. */
import type { LinkOutcome } from "@consent-service/core/ports"
import type { IdentityLink } from "@consent-service/core/consent"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import { linkArbitrary } from "../draft/DraftArbitrary.js"
import { freshSubjectId, makeDraft } from "../draft/Drafts.js"
import { unchecked, variantsOf } from "./IdentityLaws.js"
import { historyOf, insert, type It, type LawOptions, lawOf, newSubject, storeOf } from "./LawSupport.js"
import { linkRaceLaws } from "./LinkRaceLaws.js"
import { scopePairs } from "./TenancyLaws.js"

type Tag = LinkOutcome["_tag"]

/** The rule: which link is kept after a request, and the response. */
const expectedOf = (standing: IdentityLink | null, asked: IdentityLink): readonly [IdentityLink | null, Tag] => {
  if (asked.verified || !standing?.verified) return [asked, "Linked"]
  const identity = ({ externalId, identityProvider }: IdentityLink) => JSON.stringify([externalId, identityProvider])
  return [standing, identity(standing) === identity(asked) ? "Unchanged" : "HeldByVerified"]
}

/** Few identities, so that requests conflict, each similar to another. */
const identities = [
  ["user", "idp"],
  ["user", "IDP"],
  ["user ", "idp"],
  ["User", "idp"],
  ["us\u00e9r", "external"],
  ["use\u0301r", "external"],
] as const

const requestArbitrary: FastCheck.Arbitrary<IdentityLink> = FastCheck.record({
  identity: FastCheck.constantFrom(...identities),
  verified: FastCheck.boolean(),
}).map(({ identity: [externalId, identityProvider], verified }) => ({ externalId, identityProvider, verified }))

const transitionLaws = (it: It, timeout: number, runs: number): void => {
  const law = lawOf(it, timeout)

  it.scoped.prop(
    "a link is read back as it was requested",
    [linkArbitrary],
    ([link]) =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const subject = yield* newSubject(store, null)
        assert.strictEqual((yield* store.link(subject, link))._tag, "Linked")
        assert.deepStrictEqual((yield* historyOf(yield* storeOf("laws"), subject)).link, link)
        const linked = yield* store.linkedHistories(link.externalId)
        assert.strictEqual(
          linked.some(({ id }) => id === subject),
          link.verified,
        )
      }),
    { timeout, fastCheck: { numRuns: runs } },
  )

  it.scoped.prop(
    "after any sequence of requests, the link and the answers follow the rule",
    [FastCheck.option(requestArbitrary, { nil: null }), FastCheck.array(requestArbitrary, { maxLength: 8 })],
    ([first, requests]) =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const subject = yield* newSubject(store, first)
        let standing = first
        for (const asked of requests) {
          const [next, tag] = expectedOf(standing, asked)
          assert.strictEqual((yield* store.link(subject, asked))._tag, tag)
          standing = next
          assert.deepStrictEqual((yield* historyOf(store, subject)).link, standing)
        }
      }),
    { timeout, fastCheck: { numRuns: runs } },
  )

  law(
    "linking changes nothing else, and saves change no link",
    Effect.gen(function* () {
      const store = yield* storeOf("laws")
      const link: IdentityLink = { externalId: "user", identityProvider: "idp", verified: true }
      const [subject, bystander] = [yield* newSubject(store, null), yield* newSubject(store, null)]
      const [before, untouched] = [yield* historyOf(store, subject), yield* historyOf(store, bystander)]
      yield* store.link(subject, link)
      assert.deepStrictEqual(yield* historyOf(store, subject), { ...before, link })
      assert.deepStrictEqual(yield* historyOf(store, bystander), untouched)
      const other = { ...link, externalId: "other" }
      yield* insert(store, makeDraft({ subjectId: subject }, { link: other }))
      assert.deepStrictEqual((yield* historyOf(store, subject)).link, link)
    }),
  )
}

const subjectLaws = (it: It, timeout: number): void => {
  const law = lawOf(it, timeout)
  const requests = [true, false].map((verified) => ({ externalId: "user", identityProvider: "idp", verified }))

  law(
    "a subject without records is unknown, and is not created",
    Effect.gen(function* () {
      const store = yield* storeOf("laws")
      const known = yield* newSubject(store, null)
      const before = yield* historyOf(store, known)
      for (const subject of [freshSubjectId(), ...variantsOf(known).map(unchecked)]) {
        for (const link of requests) {
          assert.strictEqual((yield* store.link(subject, link))._tag, "UnknownSubject")
          assert.isNull(Option.getOrNull(yield* store.history(subject)))
        }
      }
      assert.deepStrictEqual(yield* historyOf(store, known), before)
    }),
  )

  for (const [tenant, other] of scopePairs) {
    law(
      `${JSON.stringify(tenant)} and ${JSON.stringify(other)}: a subject of the one is unknown to the other`,
      Effect.gen(function* () {
        const [mine, theirs] = [yield* storeOf(tenant), yield* storeOf(other)]
        assert.deepStrictEqual([mine.tenant, theirs.tenant], [tenant, other])
        for (const first of [null, ...requests]) {
          const subject = yield* newSubject(mine, first)
          const before = yield* historyOf(mine, subject)
          for (const link of requests) {
            const attempt = { ...link, externalId: "thief" }
            assert.strictEqual((yield* theirs.link(subject, attempt))._tag, "UnknownSubject")
            assert.deepStrictEqual(yield* historyOf(mine, subject), before)
          }
        }
      }),
    )
  }
}

export const linkLaws = (it: It, { runs, timeoutMs }: LawOptions & { readonly runs: number }): void => {
  transitionLaws(it, timeoutMs, runs)
  subjectLaws(it, timeoutMs)
  linkRaceLaws(it, timeoutMs)
}
