import { ConsentStore, Tenant } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { consentStoreLaws } from "./ConsentStoreLaws.js"
import { makeDraft } from "./draft/Drafts.js"
import { layerMemory, make, makeStore } from "./MemoryConsentStore.js"

consentStoreLaws("MemoryConsentStore", {
  makeStore: Effect.sync(() => {
    const store = makeStore()
    return {
      store: (tenant) => Effect.succeed(make(store, tenant)),
      contents: Effect.sync(() => structuredClone(store)),
    }
  }),
})

describe("MemoryConsentStore", () => {
  it.effect("copies its input", () =>
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
      const append = Effect.flatMap(ConsentStore, (ledger) => ledger.append(draft))
      const isKnown = Effect.map(
        Effect.flatMap(ConsentStore, (ledger) => Effect.scoped(ledger.history(draft.record.subjectId))),
        Option.isSome,
      )
      yield* Effect.provide(append, Layer.provide(layerMemory({ store }), Tenant.layer("t")))
      assert.isTrue(yield* Effect.provide(isKnown, Layer.provide(layerMemory({ store }), Tenant.layer("t"))))
      assert.isFalse(yield* Effect.provide(isKnown, layerMemory({ store })))
      assert.isFalse(yield* Effect.provide(isKnown, Layer.provide(layerMemory(), Tenant.layer("t"))))
    }),
  )
})
