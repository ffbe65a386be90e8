import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { settled } from "../testing/SemaphoreCallers.js"
import { makeFairSemaphore } from "./FairSemaphore.js"

describe("the counts of a semaphore", () => {
  it("are the permits that are taken, and the callers that wait", async () => {
    const semaphore = makeFairSemaphore(2)
    assert.deepStrictEqual(semaphore.counts(), { taken: 0, waiting: 0 })
    const fibers = [1, 2, 3].map(() => Effect.runFork(semaphore.run(Effect.never)))
    await settled()
    assert.deepStrictEqual(semaphore.counts(), { taken: 2, waiting: 1 })
    await Effect.runPromise(Fiber.interruptAll(fibers.slice(0, 2)))
    assert.deepStrictEqual(semaphore.counts(), { taken: 1, waiting: 0 })
    await Effect.runPromise(Fiber.interruptAll(fibers))
    assert.deepStrictEqual(semaphore.counts(), { taken: 0, waiting: 0 })
  })
})

describe("a semaphore that is idle", () => {
  it("tells everyone who waits for it, immediately where no permit is taken", async () => {
    const semaphore = makeFairSemaphore(1)
    await Effect.runPromise(semaphore.idle)
    const work = Effect.runFork(semaphore.run(Effect.never))
    const watchers = [1, 2].map(() => Effect.runFork(semaphore.idle))
    await settled()
    for (const watcher of watchers) assert.isNull(watcher.unsafePoll())
    await Effect.runPromise(Fiber.interrupt(work))
    await Effect.runPromise(Fiber.awaitAll(watchers))
  })

  it("is still told to the others when one gives up waiting for it", async () => {
    const semaphore = makeFairSemaphore(1)
    const work = Effect.runFork(semaphore.run(Effect.never))
    const [first, second] = [Effect.runFork(semaphore.idle), Effect.runFork(semaphore.idle)]
    await settled()
    await Effect.runPromise(Fiber.interrupt(first))
    await Effect.runPromise(Fiber.interrupt(work))
    await Effect.runPromise(Fiber.await(second))
  })
})
