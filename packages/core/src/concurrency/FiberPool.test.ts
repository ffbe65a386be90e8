import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Runtime from "effect/Runtime"
import * as Supervisor from "effect/Supervisor"
import { makeFiberPool } from "./FiberPool.js"

const exitsOf = (effects: ReadonlyArray<Effect.Effect<number, string>>) => {
  const pool = makeFiberPool(Runtime.defaultRuntime)
  const exits = effects.map((effect) => new Promise<Exit.Exit<number, string>>((resolve) => pool.run(effect, resolve)))
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
    const run = (effect: Effect.Effect<void>) => new Promise((resolve) => pool.run(effect, resolve))
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([run(note), run(Effect.zipRight(Effect.sleep("1 milli"), note))])
    }
    assert.isAtMost(ids.size, 2)
  })

  it("reports the end of each effect, and goes on, also where the fiber was interrupted", async () => {
    const stopOwnFiber = Effect.withFiberRuntime<number, string>((fiber) => {
      fiber.unsafeInterruptAsFork(fiber.id())
      return Effect.zipRight(Effect.yieldNow(), Effect.succeed(1))
    })
    const [first, second, third] = await exitsOf([stopOwnFiber, Effect.interrupt, Effect.succeed(3)]).exits
    assert.isTrue(first !== undefined && Exit.isInterrupted(first))
    assert.isTrue(second !== undefined && Exit.isInterrupted(second))
    assert.deepStrictEqual(third, Exit.succeed(3))
  })

  it("gives nothing to a fiber that was interrupted while it had nothing to do", async () => {
    const { pool } = exitsOf([])
    const run = <A>(effect: Effect.Effect<A>) => new Promise<Exit.Exit<A>>((resolve) => pool.run(effect, resolve))
    const fiber = await run(Effect.withFiberRuntime<Fiber.RuntimeFiber<unknown, unknown>>(Effect.succeed))
    assert.isTrue(Exit.isSuccess(fiber))
    if (Exit.isSuccess(fiber)) await Effect.runPromise(Fiber.interrupt(fiber.value))
    assert.deepStrictEqual(await run(Effect.succeed(2)), Exit.succeed(2))
  })

  it("runs no effect with what an earlier one has set for its fiber", async () => {
    const ref = FiberRef.unsafeMake(0)
    const { exits } = exitsOf([
      Effect.as(FiberRef.set(ref, 1), 1),
      FiberRef.get(ref),
      Effect.locally(Effect.zipRight(Effect.yieldNow(), FiberRef.get(ref)), ref, 2),
      FiberRef.get(ref),
    ])
    assert.deepStrictEqual(
      await exits,
      [0, 0, 2, 0].map((value, at) => Exit.succeed(at === 0 ? 1 : value)),
    )
  })

  it("ends with an effect what that has forked, and keeps what is a daemon", async () => {
    const { pool } = exitsOf([])
    const ended: Array<string> = []
    const note = (name: string) => Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended.push(name)))
    const daemon = await new Promise<Fiber.RuntimeFiber<void>>((resolve) =>
      pool.run(
        Effect.gen(function* () {
          yield* Effect.fork(note("child"))
          const kept = yield* Effect.forkDaemon(note("daemon"))
          yield* Effect.yieldNow()
          resolve(kept)
        }),
        () => {},
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
    assert.deepStrictEqual(ended, ["child"])
    await Effect.runPromise(Fiber.interrupt(daemon))
    assert.deepStrictEqual(ended, ["child", "daemon"])
  })

  it("ends its fibers when it is closed, and still runs what comes later", async () => {
    const { fibers, later } = await Effect.runPromise(
      Effect.gen(function* () {
        const supervisor = yield* Supervisor.track
        const pool = makeFiberPool(Runtime.setFiberRef(Runtime.defaultRuntime, FiberRef.currentSupervisor, supervisor))
        const run = <A>(effect: Effect.Effect<A>) =>
          Effect.promise(() => new Promise<Exit.Exit<A>>((resolve) => pool.run(effect, resolve)))
        const slow = yield* Effect.fork(run(Effect.as(Effect.sleep("5 millis"), 1)))
        yield* run(Effect.void)
        yield* Effect.yieldNow()
        pool.close()
        const exits = [yield* Fiber.join(slow), yield* run(Effect.succeed(2))]
        yield* Effect.sleep("5 millis")
        return { fibers: yield* supervisor.value, later: exits }
      }),
    )
    assert.deepStrictEqual(later, [Exit.succeed(1), Exit.succeed(2)])
    assert.isEmpty(fibers)
  })

  it("is seen by the supervisor of its runtime", async () => {
    const fibers = await Effect.runPromise(
      Effect.gen(function* () {
        const supervisor = yield* Supervisor.track
        const runtime = Runtime.setFiberRef(Runtime.defaultRuntime, FiberRef.currentSupervisor, supervisor)
        const pool = makeFiberPool(runtime)
        pool.run(Effect.zipRight(Effect.fork(Effect.never), Effect.never), () => {})
        return yield* supervisor.value
      }),
    )
    assert.lengthOf(fibers, 2)
  })
})
