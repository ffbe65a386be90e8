/** Laws of links that race, as those of several processes do. */
import type { IdentityLink } from "@consent-service/core/consent"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { freshSubjectId, makeDraft } from "../draft/Drafts.js"
import { historyOf, insert, inserted, type It, lawOf, newSubject, storeOf } from "./LawSupport.js"

const rounds = 10

const unverified = (name: number | string): IdentityLink => ({
  externalId: `user ${name}`,
  identityProvider: "idp",
  verified: false,
})

const verified = (name: number | string): IdentityLink => ({ ...unverified(name), verified: true })

const processes = Effect.all([storeOf("laws"), storeOf("laws"), storeOf("laws"), storeOf("laws")])

/** All requests concurrently, each by the next process in turn. */
const race = (
  stores: Effect.Effect.Success<typeof processes>,
  subject: Parameters<(typeof stores)[0]["link"]>[0],
  requests: ReadonlyArray<IdentityLink>,
) =>
  Effect.all(
    requests.map((link, index) => (stores[index % stores.length] ?? stores[0]).link(subject, link)),
    { concurrency: "unbounded" },
  )

const names = [1, 2, 3, 4, 5, 6, 7]

/** In which order the verified request and the others set out. */
const orders = [
  ["first", [verified("owner"), ...names.map(unverified)]],
  ["last", [...names.map(unverified), verified("owner")]],
  ["among others", [...names.slice(0, 3).map(unverified), verified("owner"), ...names.slice(3).map(unverified)]],
] as const

const verifiedLaws = (it: It, timeout: number): void => {
  const law = lawOf(it, timeout)

  for (const [order, requests] of orders) {
    law(
      `a verified link that starts ${order} wins in the end`,
      Effect.gen(function* () {
        const stores = yield* processes
        for (let round = 0; round < rounds; round++) {
          const subject = yield* newSubject(stores[0], round % 2 === 0 ? null : unverified(0))
          const outcomes = yield* race(stores, subject, requests)
          for (const [index, { _tag }] of outcomes.entries()) {
            if (requests[index]?.verified === true) assert.strictEqual(_tag, "Linked")
            else assert.include(["Linked", "HeldByVerified"], _tag)
          }
          assert.deepStrictEqual((yield* historyOf(stores[1], subject)).link, verified("owner"))
        }
      }),
    )
  }

  law(
    "of racing verified links each succeeds, and one of them is kept",
    Effect.gen(function* () {
      const stores = yield* processes
      for (let round = 0; round < rounds; round++) {
        const subject = yield* newSubject(stores[0], null)
        const outcomes = yield* race(stores, subject, [...names.map(verified), ...names.map(unverified)])
        for (const { _tag } of outcomes.slice(0, names.length)) assert.strictEqual(_tag, "Linked")
        const { link } = yield* historyOf(stores[1], subject)
        assert.deepInclude(names.map(verified), link)
        const held = yield* race(stores, subject, names.map(unverified))
        const tags = names.map((name) =>
          unverified(name).externalId === link?.externalId ? "Unchanged" : "HeldByVerified",
        )
        assert.deepStrictEqual(
          held.map(({ _tag }) => _tag),
          tags,
        )
      }
    }),
  )

  law(
    "readers never see a verified link undone",
    Effect.gen(function* () {
      const stores = yield* processes
      const subject = yield* newSubject(stores[0], null)
      const look = Effect.map(historyOf(stores[3], subject), ({ link }) => link?.verified === true)
      const requests = [...names.map(unverified), verified("owner"), ...names.map(unverified)]
      const [seen] = yield* Effect.all([Effect.all(Effect.replicate(look, 30)), race(stores, subject, requests)], {
        concurrency: "unbounded",
      })
      const first = seen.indexOf(true)
      assert.isTrue(first < 0 || seen.slice(first).every((isVerified) => isVerified))
      assert.isTrue(yield* look)
    }),
  )
}

const otherRaces = (it: It, timeout: number): void => {
  const law = lawOf(it, timeout)

  law(
    "of racing unverified links none is refused, and one of them is kept",
    Effect.gen(function* () {
      const stores = yield* processes
      const subject = yield* newSubject(stores[0], null)
      const requests = [...names, ...names].map(unverified)
      for (const { _tag } of yield* race(stores, subject, requests)) assert.strictEqual(_tag, "Linked")
      assert.deepInclude(requests, (yield* historyOf(stores[1], subject)).link)
    }),
  )

  law(
    "a link that races the save that creates its subject succeeds or reports an unknown subject",
    Effect.gen(function* () {
      const stores = yield* processes
      for (let round = 0; round < 4 * rounds; round++) {
        const subjectId = freshSubjectId()
        const asked = round % 2 === 0 ? verified("asked") : unverified("asked")
        const save = insert(stores[0], makeDraft({ subjectId }, { link: unverified("saved") }))
        const [_, outcome] = yield* Effect.all([save, stores[1].link(subjectId, asked)], {
          concurrency: "unbounded",
        })
        assert.include(["Linked", "UnknownSubject"], outcome._tag)
        const { link } = yield* historyOf(stores[2], subjectId)
        assert.deepStrictEqual(link, outcome._tag === "Linked" ? asked : unverified("saved"))
      }
    }),
  )

  law(
    "links and saves of one subject do not conflict",
    Effect.gen(function* () {
      const stores = yield* processes
      const subjectId = yield* newSubject(stores[0], null)
      const saves = names.map(() => stores[0].append(makeDraft({ subjectId })))
      const [appended, linked] = yield* Effect.all(
        [Effect.all(saves, { concurrency: "unbounded" }), race(stores, subjectId, names.map(verified))],
        { concurrency: "unbounded" },
      )
      assert.strictEqual(inserted(appended), names.length)
      for (const { _tag } of linked) assert.strictEqual(_tag, "Linked")
      assert.strictEqual((yield* historyOf(stores[1], subjectId)).records.length, names.length + 1)
    }),
  )
}

export const linkRaceLaws = (it: It, timeout: number): void => {
  verifiedLaws(it, timeout)
  otherRaces(it, timeout)
}
