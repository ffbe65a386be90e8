import { ConsentStore, Erasures, type Observation, Records, StoreUnreachable } from "@consent-service/core/ports"
import { makeDraft } from "@consent-service/testkit/Drafts"
import * as MemoryStores from "@consent-service/testkit/MemoryStores"
import { assert, describe, it, vi } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { scheduleOf } from "../options/RetentionOption.js"
import { makeRandomSalts } from "./RandomSalts.js"
import { makeRetaining } from "./Retaining.js"

const dayMs = 86_400_000

const schedule = scheduleOf([{ from: "superseded", keepFor: "P1Y" }])

const expiredDraft = () => {
  const now = Date.now()
  return makeDraft({ givenAt: now - 900 * dayMs, createdAt: now - 900 * dayMs, validUntil: now - 800 * dayMs })
}

const storesInMemory = () => Effect.runPromise(Effect.scoped(Layer.build(MemoryStores.layerMemory())))

/** The retention of an instance over stores, with short times. */
const retaining = async (stores: Context.Context<Erasures | Records>) => {
  const scope = Effect.runSync(Scope.make())
  const observed: Array<Observation> = []
  const { salts } = makeRandomSalts()
  const times = { first: 5, every: 20, retry: 10 }
  await Effect.runPromise(
    makeRetaining(schedule, salts, (observation) => observed.push(observation), times).pipe(
      Effect.provide(stores),
      Scope.extend(scope),
    ),
  )
  return { observed, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

describe("the retention of an instance", () => {
  it("is applied again and again, and reported where something was dropped", async () => {
    const stores = await storesInMemory()
    const append = (draft: ReturnType<typeof makeDraft>) =>
      Effect.runPromise(Context.get(stores, ConsentStore).append(draft))
    await append(expiredDraft())
    const { close, observed } = await retaining(stores)
    await vi.waitFor(() => assert.lengthOf(observed, 1))
    assert.deepStrictEqual(observed, [{ _tag: "RetentionApplied", records: 1, erased: 1, traces: 0 }])
    await append(expiredDraft())
    await vi.waitFor(() => assert.lengthOf(observed, 2))
    await close()
    await append(expiredDraft())
    await new Promise((done) => setTimeout(done, 60))
    assert.lengthOf(observed, 2)
  })

  it("tries again after trouble with the store", async () => {
    const stores = await storesInMemory()
    await Effect.runPromise(Context.get(stores, ConsentStore).append(expiredDraft()))
    const records = Context.get(stores, Records)
    let failures = 2
    const failing: Context.Tag.Service<Records> = {
      ...records,
      read: (...page) =>
        Effect.suspend(() => {
          failures -= 1
          return failures < 0 ? records.read(...page) : new StoreUnreachable({ operation: "readRecords", cause: null })
        }),
    }
    const { close, observed } = await retaining(Context.add(stores, Records, failing))
    await vi.waitFor(() => assert.lengthOf(observed, 3))
    const failed: Observation = { _tag: "RetentionFailed", failure: "StoreUnreachable: readRecords" }
    const applied: Observation = { _tag: "RetentionApplied", records: 1, erased: 1, traces: 0 }
    assert.deepStrictEqual(observed, [failed, failed, applied])
    await close()
  })
})
