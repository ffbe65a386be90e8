import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { consentHandler, consentLayer } from "./consent.js"

describe("the service composed by hand [sqlite]", () => {
  it.live("records a consent and reads it back", () =>
    Effect.gen(function* () {
      const handler = yield* consentHandler
      const save = {
        type: "cookie_banner",
        subjectId: "sub_abc",
        domain: "shop.example",
        givenAt: 1_700_000_000_000,
        preferences: { marketing: false },
      }
      const request = new Request("http://consent.test/subjects", { method: "POST", body: JSON.stringify(save) })
      const saved = yield* Effect.promise(() => handler(request))
      assert.strictEqual(saved.status, 200)
      const read = yield* Effect.promise(() => handler(new Request("http://consent.test/subjects/sub_abc")))
      const state = yield* Effect.promise(() => read.json())
      assert.deepInclude(state.consents[0], { type: "cookie_banner", preferences: { marketing: false } })
    }).pipe(Effect.provide(consentLayer("sqlite::memory:"))),
  )
})
