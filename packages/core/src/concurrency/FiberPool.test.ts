import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as FiberRef from "effect/FiberRef"
import * as Runtime from "effect/Runtime"
import { makeFiberPool } from "./FiberPool.js"

const exitsOf = (effects: ReadonlyArray<Effect.Effect<number, string>>) => {
  const pool = makeFiberPool(Runtime.defaultRuntime)
  const exits = effects.map(
    (effect) => new Promise<Exit.Exit<number, string>>((resolve) => pool.run(Effect.map(Effect.exit(effect), resolve))),
  )
  return { pool, exits: Promise.all(exits) }
}

const anyEffect = FastCheck.tuple(FastCheck.nat(3), FastCheck.nat(3), FastCheck.nat()).map(
  ([outcome, waits, value]): readonly [Effect.Effect<number, string>, Exit.Exit<number, string>] => {
    const end: Exit.Exit<number, string> =
      outcome === 0 ? Exit.fail(`failed ${value}`) : outcome === 1 ? Exit.die(value) : Exit.succeed(value)
    const wait = [Effect.void, Effect.yieldNow(), Effect.sleep("1 milli"), Effect.promise(() => Promise.resolve())]
    return [Effect.zipRight(wait[waits] ?? Effect.void, end), end]
  },
)

describe("a pool of fibers", () => {
  it("gives each effect its own exit, however they end and wait", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.array(anyEffect, { maxLength: 40 }), async (cases) => {
        assert.deepStrictEqual(
          await exitsOf(cases.map(([effect]) => effect)).exits,
          cases.map(([, exit]) => exit),
        )
      }),
      { numRuns: 40 },
    ))

  it("has as many fibers as effects run at a time", async () => {
    const ids = new Set<string>()
    const note = Effect.map(Effect.fiberId, (id) => void ids.add(JSON.stringify(id)))
    const pool = makeFiberPool(Runtime.defaultRuntime)
    const run = (effect: Effect.Effect<void>) =>
      new Promise<void>((resolve) => pool.run(Effect.map(effect, () => resolve())))
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([run(note), run(Effect.zipRight(Effect.sleep("1 milli"), note))])
    }
    assert.isAtMost(ids.size, 2)
  })

  it("goes on after an effect that dies, and after one that stops its own fiber", async () => {
    const { exits, pool } = exitsOf([])
    await exits
    pool.run(Effect.die("of an effect"))
    pool.run(Effect.interrupt)
    assert.strictEqual(await new Promise((resolve) => pool.run(Effect.sync(() => resolve(1)))), 1)
  })

  it("runs no effect with what an earlier one has set for its fiber", async () => {
    const ref = FiberRef.unsafeMake(0)
    const { exits } = exitsOf([Effect.as(FiberRef.set(ref, 1), 1), FiberRef.get(ref), FiberRef.get(ref)])
    assert.deepStrictEqual(await exits, [Exit.succeed(1), Exit.succeed(0), Exit.succeed(0)])
  })
})
