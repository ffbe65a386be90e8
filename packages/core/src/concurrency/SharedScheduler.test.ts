import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { onTestFinished } from "vitest"
import { sharedScheduler } from "./SharedScheduler.js"

const schedule = (task: () => void, priority = 0) => sharedScheduler.scheduleTask(task, priority)

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

describe("the shared scheduler", () => {
  it("runs tasks in the order in which they came, later, and lower priorities first", async () => {
    const ran: Array<number> = []
    schedule(() => ran.push(3), 1)
    schedule(() => {
      ran.push(1)
      schedule(() => ran.push(4))
    })
    schedule(() => ran.push(2))
    assert.isEmpty(ran)
    await turn()
    assert.deepStrictEqual(ran, [1, 2, 3, 4])
  })

  it("runs the others when one throws, and reports the error as uncaught", async () => {
    const uncaught: Array<unknown> = []
    const listeners = process.listeners("uncaughtException")
    process.removeAllListeners("uncaughtException").on("uncaughtException", (error) => uncaught.push(error))
    onTestFinished(() => {
      process.removeAllListeners("uncaughtException")
      for (const listener of listeners) process.on("uncaughtException", listener)
    })
    const error = new Error("of a task")
    const ran: Array<number> = []
    schedule(() => {
      throw error
    })
    schedule(() => ran.push(1))
    await turn()
    schedule(() => ran.push(2))
    await turn()
    assert.deepStrictEqual([ran, uncaught], [[1, 2], [error]])
  })

  it("lets timers run between the turns of fibers that only yield", async () => {
    let isOver = false
    setTimeout(() => {
      isOver = true
    }, 1)
    const spin: Effect.Effect<void> = Effect.suspend(() =>
      isOver ? Effect.void : Effect.zipRight(Effect.yieldNow(), spin),
    )
    await Effect.runPromise(Effect.withScheduler(spin, sharedScheduler))
    assert.isTrue(isOver)
  })

  it("takes so many turns before a timer that is due gets one", async () => {
    let turns = 0
    let isDue = false
    const spin = (): void => {
      turns += 1
      if (!isDue) schedule(spin)
    }
    const seen = await new Promise<number>((resolve) => {
      setTimeout(() => {
        isDue = true
        resolve(turns)
      }, 0)
      schedule(spin)
    })
    assert.strictEqual(seen, 2_047)
  })

  it("runs a task that comes while others run once, after them", async () => {
    const ran: Array<string> = []
    schedule(() => {
      ran.push("first")
      schedule(() => ran.push("late"))
      schedule(() => ran.push("later"))
    })
    schedule(() => ran.push("second"))
    await turn()
    assert.deepStrictEqual(ran, ["first", "second", "late", "later"])
  })

  it("runs many fibers that wait for each other", async () => {
    const chain = (depth: number): Effect.Effect<number> =>
      depth === 0
        ? Effect.succeed(0)
        : Effect.flatMap(Effect.fork(chain(depth - 1)), (fiber) => Effect.map(Fiber.join(fiber), (value) => value + 1))
    const all = Effect.all(
      Array.from({ length: 50 }, () => chain(20)),
      { concurrency: "unbounded" },
    )
    const sums = await Effect.runPromise(Effect.withScheduler(all, sharedScheduler))
    assert.deepStrictEqual(new Set(sums), new Set([20]))
  })
})
