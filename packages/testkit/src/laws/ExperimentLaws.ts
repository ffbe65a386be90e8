/** Laws of experiment counts: every acknowledged record of an experiment is counted, once. */
import type { DecisionCount, ExperimentQuery } from "@consent-service/core/experiment"
import type { ConsentRecord } from "@consent-service/core/consent"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { textArbitrary } from "../draft/DraftArbitrary.js"
import { freshRecordId, makeDraft } from "../draft/Drafts.js"
import { variantsOf } from "./IdentityLaws.js"
import { insert, type It, type LawOptions, lawOf, storeOf } from "./LawSupport.js"
import { scopePairs } from "./TenancyLaws.js"

const freshExperiment = (): string => `experiment-${crypto.randomUUID()}`

const unbounded = { from: null, to: null, domain: null }

/** The parts of a record that matter here. */
type Decided = Pick<
  ConsentRecord,
  "consentAction" | "domain" | "experiment" | "givenAt" | "timeToDecisionMs" | "uiSource"
>

const draftOf = (experimentId: string, decided: Partial<Decided> = {}) =>
  makeDraft({ experiment: { id: experimentId, arm: "a" }, ...decided })

/** Counted again in the plainest way: a line for each record, and how often it occurs. */
const linesOf = (records: ReadonlyArray<Decided>, query: ExperimentQuery): ReadonlyArray<string> =>
  records
    .filter(({ experiment }) => experiment?.id === query.experimentId)
    .filter(({ givenAt }) => givenAt >= (query.from ?? -Infinity) && givenAt <= (query.to ?? Infinity))
    .filter(({ domain }) => query.domain === null || query.domain === domain)
    .map((record) => [record.experiment?.arm, record.consentAction, record.uiSource, record.timeToDecisionMs])
    .map((fields) => JSON.stringify(fields))
    .sort()

/** The same lines, from the reader's counts; each combination must occur once. */
const linesIn = (counts: ReadonlyArray<DecisionCount>): ReadonlyArray<string> => {
  const lines = counts.map(({ action, arm, surface, timeToDecisionMs }) =>
    JSON.stringify([arm, action, surface, timeToDecisionMs]),
  )
  assert.strictEqual(new Set(lines).size, lines.length)
  return counts.flatMap(({ count }, index) => Array.from({ length: count }, () => lines[index] ?? "")).sort()
}

const totalOf = (counts: ReadonlyArray<DecisionCount>): number => counts.reduce((total, { count }) => total + count, 0)

/** Few values of each, so that records are equal, and similar values that careless comparisons confuse. */
const labels = FastCheck.oneof(
  { weight: 6, arbitrary: FastCheck.constantFrom("a", "A", "a ", "", " ", "\u00e9", "e\u0301") },
  { weight: 1, arbitrary: textArbitrary(64) },
)

const times = [0, 1, 2, 2 ** 31, 8.64e15]

const decidedArbitrary: FastCheck.Arbitrary<Omit<Decided, "experiment"> & { readonly arm: string }> = FastCheck.record({
  arm: labels,
  consentAction: FastCheck.option(labels, { nil: null }),
  uiSource: FastCheck.option(labels, { nil: null }),
  timeToDecisionMs: FastCheck.option(FastCheck.constantFrom(0, 1, 2 ** 31 - 1), { nil: null }),
  givenAt: FastCheck.constantFrom(...times),
  domain: FastCheck.constantFrom("a.example", "A.example", "a.example "),
})

const queryArbitrary: FastCheck.Arbitrary<Omit<ExperimentQuery, "experimentId">> = FastCheck.record({
  from: FastCheck.option(FastCheck.constantFrom(...times, -1, 3), { nil: null }),
  to: FastCheck.option(FastCheck.constantFrom(...times, -1, 3), { nil: null }),
  domain: FastCheck.constantFrom(null, "a.example", "A.example", "b.example"),
})

export const experimentLaws = (it: It, { timeoutMs: timeout }: LawOptions): void => {
  const law = lawOf(it, timeout)

  it.scoped.prop(
    "the records of an experiment are counted by all that they say, within the bounds and the domain asked for",
    [FastCheck.array(decidedArbitrary, { maxLength: 40 }), FastCheck.array(queryArbitrary, { maxLength: 6 })],
    ([decided, queries]) =>
      Effect.gen(function* () {
        const [store, experimentId] = [yield* storeOf("laws"), freshExperiment()]
        const drafts = decided.map(({ arm, ...rest }) =>
          draftOf(experimentId, { experiment: { id: experimentId, arm }, ...rest }),
        )
        yield* Effect.forEach(drafts, (draft) => insert(store, draft), { concurrency: "unbounded", discard: true })
        const records = drafts.map(({ record }) => record)
        for (const query of [unbounded, ...queries].map((bounds) => ({ experimentId, ...bounds }))) {
          assert.deepStrictEqual(linesIn(yield* store.decisions(query)), linesOf(records, query))
        }
      }),
    { timeout, fastCheck: { numRuns: 20 } },
  )

  law(
    "records that differ in case, padding or composition of one part only are not counted together",
    Effect.gen(function* () {
      const [store, experimentId] = [yield* storeOf("laws"), freshExperiment()]
      const plain = { ...draftOf(experimentId).record, consentAction: "custom", uiSource: "banner" }
      const records = [plain, plain, { ...plain, consentAction: null }, { ...plain, uiSource: null }].concat(
        variantsOf("custom").map((consentAction) => ({ ...plain, consentAction })),
        variantsOf("banner").map((uiSource) => ({ ...plain, uiSource })),
        variantsOf("a").map((arm) => ({ ...plain, experiment: { id: experimentId, arm } })),
      )
      const drafts = records.map(({ contentDigest: _, id: __, ...parts }) =>
        makeDraft({ ...parts, id: freshRecordId() }),
      )
      yield* Effect.forEach(drafts, (draft) => insert(store, draft), { discard: true })
      const query = { experimentId, ...unbounded }
      assert.deepStrictEqual(linesIn(yield* store.decisions(query)), linesOf(records, query))
    }),
  )

  law(
    "both bounds are inclusive, to the millisecond",
    Effect.gen(function* () {
      const [store, experimentId] = [yield* storeOf("laws"), freshExperiment()]
      const noon = 1_790_000_000_000
      for (const givenAt of [noon - 1, noon, noon + 1]) yield* insert(store, draftOf(experimentId, { givenAt }))
      for (const [from, to, count] of [
        [noon, noon, 1],
        [noon - 1, noon, 2],
        [noon, noon + 1, 2],
        [noon + 1, null, 1],
        [null, noon - 1, 1],
        [noon + 1, noon, 0],
        [noon + 2, null, 0],
      ] as const) {
        assert.strictEqual(totalOf(yield* store.decisions({ experimentId, from, to, domain: null })), count)
      }
    }),
  )

  law(
    "a record counts once, however often and by however many it is appended",
    Effect.gen(function* () {
      const experimentId = freshExperiment()
      const stores = yield* Effect.all([storeOf("laws"), storeOf("laws"), storeOf("laws")])
      const drafts = Array.from({ length: 5 }, (_, givenAt) => draftOf(experimentId, { givenAt }))
      const appends = stores.flatMap((store) => [...drafts, ...drafts].map((draft) => store.append(draft)))
      yield* Effect.all(appends, { concurrency: "unbounded" })
      for (const store of stores) {
        assert.strictEqual(totalOf(yield* store.decisions({ experimentId, ...unbounded })), drafts.length)
      }
    }),
  )

  law(
    "other experiments, those of a similar name included, and records of none are not counted",
    Effect.gen(function* () {
      const [store, experimentId] = [yield* storeOf("laws"), freshExperiment()]
      const variants = variantsOf(experimentId).filter((variant) => variant !== experimentId)
      for (const variant of variants) {
        assert.deepStrictEqual(yield* store.decisions({ experimentId: variant, ...unbounded }), [])
      }
      for (const id of [experimentId, ...variants]) yield* insert(store, draftOf(id))
      yield* insert(store, draftOf(experimentId, { experiment: null }))
      for (const id of [experimentId, ...variants]) {
        assert.strictEqual(totalOf(yield* store.decisions({ experimentId: id, ...unbounded })), 1)
      }
    }),
  )

  law(
    "text that no store can hold names no experiment and no domain, and is not an error",
    Effect.gen(function* () {
      const [store, experimentId] = [yield* storeOf("laws"), freshExperiment()]
      for (const id of [experimentId, `${experimentId}\ufffd`, experimentId.padEnd(255, "x")]) {
        yield* insert(store, draftOf(id, { domain: "a\ufffd" }))
      }
      for (const text of [`${experimentId}\u0000`, `${experimentId}\ud800`, experimentId.padEnd(256, "x")]) {
        assert.deepStrictEqual(yield* store.decisions({ experimentId: text, ...unbounded }), [])
      }
      for (const domain of ["a\ud800", "a\ufffd\u0000", "\u0000", "a\ufffd".padEnd(256, " ")]) {
        assert.deepStrictEqual(yield* store.decisions({ ...unbounded, experimentId, domain }), [])
      }
    }),
  )

  for (const [tenant, other] of scopePairs) {
    law(
      `${JSON.stringify(tenant)} and ${JSON.stringify(other)}: each counts its own records only`,
      Effect.gen(function* () {
        const [mine, theirs] = [yield* storeOf(tenant), yield* storeOf(other)]
        assert.deepStrictEqual([mine.tenant, theirs.tenant], [tenant, other])
        const experimentId = freshExperiment()
        yield* insert(mine, draftOf(experimentId))
        assert.deepStrictEqual(yield* theirs.decisions({ experimentId, ...unbounded }), [])
        for (const givenAt of [1, 2]) yield* insert(theirs, draftOf(experimentId, { givenAt }))
        assert.strictEqual(totalOf(yield* mine.decisions({ experimentId, ...unbounded })), 1)
        assert.strictEqual(totalOf(yield* theirs.decisions({ experimentId, ...unbounded })), 2)
      }),
    )
  }
}
