import { assert, describe, it } from "@effect/vitest"
import { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { consentLedgerLaws } from "./ConsentLedgerLaws.js"
import { makeDraft } from "./Drafts.js"
import { layerMemory, make, makeStore } from "./MemoryConsentLedger.js"

consentLedgerLaws("MemoryConsentLedger", {
  makeStore: Effect.sync(() => {
    const store = makeStore()
    return {
      ledger: (tenant) => Effect.succeed(make(store, tenant)),
      contents: Effect.sync(() => structuredClone(store)),
    }
  }),
})

describe("MemoryConsentLedger", () => {
  it.effect("keeps a copy of what it is given", () =>
    Effect.gen(function* () {
      const ledger = make(makeStore(), null)
      const draft = makeDraft()
      yield* ledger.append(draft)
      const first = yield* ledger.append(draft)
      assert.notStrictEqual(first._tag === "Existing" ? first.record : null, draft.record)
    }),
  )

  it.effect("as a layer has a store of its own, unless it is given one to share", () =>
    Effect.gen(function* () {
      const store = makeStore()
      const draft = makeDraft()
      const append = Effect.flatMap(ConsentLedger, (ledger) => ledger.append(draft))
      const isKnown = Effect.map(
        Effect.flatMap(ConsentLedger, (ledger) => ledger.history(draft.record.subjectId)),
        Option.isSome,
      )
      yield* Effect.provide(append, layerMemory({ store, tenant: "t" }))
      assert.isTrue(yield* Effect.provide(isKnown, layerMemory({ store, tenant: "t" })))
      assert.isFalse(yield* Effect.provide(isKnown, layerMemory({ store })))
      assert.isFalse(yield* Effect.provide(isKnown, layerMemory({ tenant: "t" })))
    }),
  )
})
