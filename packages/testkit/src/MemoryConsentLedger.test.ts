import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { consentLedgerLaws } from "./ConsentLedgerLaws.js"
import { makeDraft } from "./Drafts.js"
import { make, makeStore } from "./MemoryConsentLedger.js"

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
})
