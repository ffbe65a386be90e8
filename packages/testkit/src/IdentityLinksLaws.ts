/**
 * The law of the `IdentityLinks` port, as a suite that any implementation can run at the top level of a vitest file,
 * together with the ledger of the same store: what is linked is seen there.
 *
 * Every law makes its own subjects, so the store may hold others, and the suite may run again on it.
 *
 * @module
 */
import type { IdentityLink } from "@consent-service/core/consent/ConsentRecord"
import type { LinkOutcome } from "@consent-service/core/ports/IdentityLinks"
import { assert, layer as testLayer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { linkArbitrary } from "./DraftArbitrary.js"
import { freshSubjectId, makeDraft } from "./Drafts.js"
import { unchecked, variantsOf } from "./internal/IdentityLaws.js"
import { historyOf, insert } from "./internal/LawSupport.js"
import { linkRaceLaws } from "./internal/LinkRaceLaws.js"
import {
  type ItOfLinks,
  linkLaw,
  type LinksUnderTest,
  newSubject,
  storesOf,
  TestedLinks,
} from "./internal/LinkSupport.js"
import { scopePairs } from "./internal/TenancyLaws.js"

export type { LinksUnderTest } from "./internal/LinkSupport.js"

type Tag = LinkOutcome["_tag"]

/** The rule in the words of wire.md 1.7: what stands after a request, and what is answered. */
const expectedOf = (standing: IdentityLink | null, asked: IdentityLink): readonly [IdentityLink | null, Tag] => {
  if (asked.verified || !standing?.verified) return [asked, "Linked"]
  const identity = ({ externalId, identityProvider }: IdentityLink) => JSON.stringify([externalId, identityProvider])
  return [standing, identity(standing) === identity(asked) ? "Unchanged" : "HeldByVerified"]
}

/** Few identities, so that requests meet, each a careless comparison away from another. */
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

const transitionLaws = (it: ItOfLinks, timeout: number): void => {
  const law = linkLaw(it, timeout)

  it.scoped.prop(
    "a link is read back as it was asked for",
    [linkArbitrary],
    ([link]) =>
      Effect.gen(function* () {
        const { ledger, links } = yield* storesOf()
        const subject = yield* newSubject(ledger, null)
        assert.strictEqual((yield* links.link(subject, link))._tag, "Linked")
        assert.deepStrictEqual((yield* historyOf((yield* storesOf()).ledger, subject)).link, link)
        const linked = yield* ledger.linkedHistories(link.externalId)
        assert.strictEqual(
          linked.some(({ id }) => id === subject),
          link.verified,
        )
      }),
    { timeout, fastCheck: { numRuns: 50 } },
  )

  it.scoped.prop(
    "of any requests, one after the other, what stands and what is answered is what the rule says",
    [FastCheck.option(requestArbitrary, { nil: null }), FastCheck.array(requestArbitrary, { maxLength: 8 })],
    ([first, requests]) =>
      Effect.gen(function* () {
        const { ledger, links } = yield* storesOf()
        const subject = yield* newSubject(ledger, first)
        let standing = first
        for (const asked of requests) {
          const [next, tag] = expectedOf(standing, asked)
          assert.strictEqual((yield* links.link(subject, asked))._tag, tag)
          standing = next
          assert.deepStrictEqual((yield* historyOf(ledger, subject)).link, standing)
        }
      }),
    { timeout, fastCheck: { numRuns: 50 } },
  )

  law(
    "linking changes nothing else, and saves change no link",
    Effect.gen(function* () {
      const { ledger, links } = yield* storesOf()
      const link: IdentityLink = { externalId: "user", identityProvider: "idp", verified: true }
      const [subject, bystander] = [yield* newSubject(ledger, null), yield* newSubject(ledger, null)]
      const [before, beside] = [yield* historyOf(ledger, subject), yield* historyOf(ledger, bystander)]
      yield* links.link(subject, link)
      assert.deepStrictEqual(yield* historyOf(ledger, subject), { ...before, link })
      assert.deepStrictEqual(yield* historyOf(ledger, bystander), beside)
      const other = { ...link, externalId: "other" }
      yield* insert(ledger, makeDraft({ subjectId: subject }, { link: other }))
      assert.deepStrictEqual((yield* historyOf(ledger, subject)).link, link)
    }),
  )
}

const subjectLaws = (it: ItOfLinks, timeout: number): void => {
  const law = linkLaw(it, timeout)
  const requests = [true, false].map((verified) => ({ externalId: "user", identityProvider: "idp", verified }))

  law(
    "a subject that nobody recorded is unknown, and is not created",
    Effect.gen(function* () {
      const { ledger, links } = yield* storesOf()
      const known = yield* newSubject(ledger, null)
      const before = yield* historyOf(ledger, known)
      for (const subject of [freshSubjectId(), ...variantsOf(known).map(unchecked)]) {
        for (const link of requests) {
          assert.strictEqual((yield* links.link(subject, link))._tag, "UnknownSubject")
          assert.isNull(Option.getOrNull(yield* ledger.history(subject)))
        }
      }
      assert.deepStrictEqual(yield* historyOf(ledger, known), before)
    }),
  )

  for (const [tenant, other] of scopePairs) {
    law(
      `${JSON.stringify(tenant)} and ${JSON.stringify(other)}: a subject of the one is unknown to the other`,
      Effect.gen(function* () {
        const [mine, theirs] = [yield* storesOf(tenant), yield* storesOf(other)]
        for (const first of [null, ...requests]) {
          const subject = yield* newSubject(mine.ledger, first)
          const before = yield* historyOf(mine.ledger, subject)
          for (const link of requests) {
            const attempt = { ...link, externalId: "thief" }
            assert.strictEqual((yield* theirs.links.link(subject, attempt))._tag, "UnknownSubject")
            assert.deepStrictEqual(yield* historyOf(mine.ledger, subject), before)
          }
        }
      }),
    )
  }
}

/** What the suite is run on. */
export interface LinksLawsOptions<E> {
  /** Opens the store, once for the whole suite. */
  readonly makeStore: Effect.Effect<LinksUnderTest, E, Scope.Scope>
  /** Milliseconds a law may take; 60,000 by default. */
  readonly timeoutMs?: number
}

/** Declares a suite of that name that checks every law of the `IdentityLinks` port. */
export const identityLinksLaws = <E>(name: string, options: LinksLawsOptions<E>): void => {
  const { makeStore, timeoutMs: timeout = 60_000 } = options
  testLayer(Layer.scoped(TestedLinks, makeStore), { excludeTestServices: true, timeout })(name, (it) => {
    transitionLaws(it, timeout)
    subjectLaws(it, timeout)
    linkRaceLaws(it, timeout)
  })
}
