import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Archive, type Archived } from "./Archive.js"
import { StoreFailed, StoreUnreachable } from "./StoreError.js"
import { aroundEach, passingOn } from "./StoreOperations.js"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { StoreError } from "./StoreError.js"

interface Counter extends TenantScoped {
  readonly add: (left: number, right?: number) => Effect.Effect<number, StoreError>
  readonly total: Effect.Effect<number, StoreError>
}

/** A store with private state and methods of its class. */
class ClassCounter implements Counter {
  readonly tenant = "t"
  #total = 0

  add(left: number, right = 10): Effect.Effect<number, StoreError> {
    return Effect.sync(() => (this.#total += left + right))
  }

  get total(): Effect.Effect<number, StoreError> {
    return Effect.sync(() => this.#total)
  }
}

const all = (counter: Counter) => Effect.all([counter.add(1, 2), counter.add(3), counter.total])

describe("aroundEach", () => {
  it.effect("wraps every operation, including those of a class, and keeps the tenant", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const counter = aroundEach<Counter>(
        new ClassCounter(),
        (name) => (operation) =>
          Effect.zipRight(
            Effect.sync(() => seen.push(name)),
            operation,
          ),
      )
      assert.strictEqual(counter.tenant, "t")
      assert.deepStrictEqual(yield* all(counter), [3, 16, 16])
      assert.deepStrictEqual(seen, ["add", "add", "total"])
    }),
  )

  it.effect("passes failures through", () =>
    Effect.gen(function* () {
      const failure = new StoreFailed({ operation: "find", cause: "test" })
      const archive = Archive.of({ tenant: null, keep: () => Effect.void, find: () => Effect.fail(failure) })
      const wrapped = aroundEach(archive, () => (operation) => operation)
      assert.strictEqual(yield* Effect.flip(wrapped.find("a")), failure)
    }),
  )
})

describe("passingOn", () => {
  const kinds = { add: "function", total: "effect" } as const

  it.effect("finds the store each time an operation runs, not earlier", () =>
    Effect.gen(function* () {
      const opened: Array<string> = []
      const store = new ClassCounter()
      const counter = passingOn<Counter>("t", kinds, (name, use) =>
        Effect.suspend(() => {
          opened.push(name)
          return use(store)
        }),
      )
      const [first, second] = [counter.add(1, 2), counter.total]
      assert.deepStrictEqual(opened, [])
      assert.deepStrictEqual([yield* first, yield* first, yield* second], [3, 6, 6])
      assert.deepStrictEqual(opened, ["add", "add", "total"])
      assert.strictEqual(counter.tenant, "t")
    }),
  )

  it.effect("fails an operation whose store is missing", () =>
    Effect.gen(function* () {
      const kept: ReadonlyArray<Archived> = []
      const archive = passingOn<Archive["Type"]>(
        null,
        { keep: "function", find: "function" },
        (operation) => new StoreUnreachable({ operation, cause: "away" }),
      )
      const error = yield* Effect.flip(archive.keep(kept))
      assert.deepStrictEqual(
        [error._tag, error._tag === "StoreUnreachable" && error.operation],
        ["StoreUnreachable", "keep"],
      )
    }),
  )
})
