/** Laws of the port that reads records in their order. */
import { recordFacts } from "@consent-service/core/consent"
import { Records } from "@consent-service/core/ports"
import { listRecords, type ListQuery } from "@consent-service/core/records"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { freshDecision, makeDraft } from "../draft/Drafts.js"
import type { LogIt } from "./LogGrowthLaws.js"
import { freshTenant, type LoggedStores, openedStores, storesOf, type TestedLog } from "./LogUnderTest.js"

const hourMs = 3_600_000

const start = Date.UTC(2026, 0, 1)

const everything: ListQuery = {
  from: null,
  before: null,
  after: null,
  filter: { domain: null, type: null, country: null, action: null },
  limit: 7,
}

const listing = ({ records }: Pick<LoggedStores, "records">, query: ListQuery) =>
  Effect.provideService(listRecords(query), Records, records)

/** The ids of all pages of a list. */
const pages = (stores: LoggedStores, query: ListQuery) =>
  Effect.gen(function* () {
    const ids: Array<string> = []
    let after: string | null = null
    do {
      const page: {
        readonly records: ReadonlyArray<{ readonly facts: { readonly id: string } }>
        readonly next: string | null
      } = yield* listing(stores, { ...query, after })
      ids.push(...page.records.map(({ facts }) => facts.id))
      after = page.next
    } while (after !== null)
    return ids
  })

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

export const recordsLaws = (it: LogIt, timeout: number): void => {
  const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedLog>) =>
    it.scoped(title, () => body, { timeout })

  law(
    "records are listed in the order of their ids, each once, with what their policies say",
    Effect.gen(function* () {
      const stores = yield* openedStores
      const decision = freshDecision()
      const drafts = Array.from({ length: 40 }, (_, at) => {
        const draft = makeDraft(
          {
            givenAt: start + at * hourMs,
            createdAt: start + at * hourMs + 5,
            domain: at % 2 === 0 ? "shop.example" : "blog.example",
            consentAction: at % 3 === 0 ? "accept_all" : "custom",
            decisionId: at % 4 === 0 ? decision.id : null,
          },
          { decision: at % 4 === 0 ? decision : null },
        )
        return draft
      })
      yield* Effect.forEach(drafts.toReversed(), stores.consents.append, { concurrency: 8 })
      const expected = drafts.map(({ record }) => record.id)
      assert.deepStrictEqual(yield* pages(stores, everything), expected.toSorted(compareText))
      assert.deepStrictEqual(yield* pages(stores, everything), expected)
      const span = { ...everything, from: start + 5 * hourMs, before: start + 20 * hourMs }
      assert.deepStrictEqual(yield* pages(stores, span), expected.slice(5, 20))
      const some = (change: Partial<ListQuery["filter"]>) =>
        pages(stores, { ...everything, filter: { ...everything.filter, ...change } })
      const idsWhere = (isMeant: (at: number) => boolean) => expected.filter((_, at) => isMeant(at))
      assert.deepStrictEqual(
        yield* some({ domain: "shop.example" }),
        idsWhere((at) => at % 2 === 0),
      )
      assert.deepStrictEqual(
        yield* some({ action: "accept_all" }),
        idsWhere((at) => at % 3 === 0),
      )
      assert.deepStrictEqual(
        yield* some({ country: decision.country }),
        idsWhere((at) => at % 4 === 0),
      )
      assert.deepStrictEqual(yield* some({ type: "dpa" }), [])
      const [first] = yield* stores.records.read({ from: "cns_", to: "cns_z" }, 1)
      assert.deepStrictEqual(first?.facts, drafts[0] && recordFacts(drafts[0].record))
      const { country, language, policyId, region } = decision
      assert.deepStrictEqual(first?.policy, { policyId, country, region, language })
    }),
  )

  law(
    "no tenant lists another's records",
    Effect.gen(function* () {
      const stores = yield* openedStores
      const other = yield* storesOf(freshTenant())
      yield* stores.consents.append(makeDraft())
      assert.deepStrictEqual(yield* pages(other, everything), [])
      assert.lengthOf(yield* pages(stores, everything), 1)
    }),
  )
}
