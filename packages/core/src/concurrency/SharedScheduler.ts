/**
 * A scheduler whose fibers share one queue.
 *
 * Effect's own keeps a queue a fiber in a `WeakMap`, which grows with every request and makes each garbage collection of
 * young objects several times as long.
 *
 * @module
 */
import * as Scheduler from "effect/Scheduler"

/** So many turns of the queue are taken before timers and sockets get one: as many as Effect's own scheduler takes. */
const turnsBeforeTimers = 2048

const makeQueue = () => {
  const tasks = new Scheduler.PriorityBuckets()
  let isRunning = false
  let turns = 0

  /** A task that throws must not keep the others from running. */
  const run = (task: Scheduler.Task): void => {
    try {
      task()
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }

  const drain = (): void => {
    const { buckets } = tasks
    tasks.buckets = []
    for (const [, bucket] of buckets) for (const task of bucket) run(task)
    if (tasks.buckets.length > 0) return plan()
    isRunning = false
    turns = 0
  }

  const afterTimers = (): void => {
    turns = 0
    drain()
  }

  const plan = (): void => {
    isRunning = true
    turns += 1
    if (turns < turnsBeforeTimers) queueMicrotask(drain)
    else setTimeout(afterTimers, 0)
  }

  return (task: Scheduler.Task, priority: number): void => {
    tasks.scheduleTask(task, priority)
    if (!isRunning) plan()
  }
}

/**
 * Runs the tasks of all fibers that it is given to in the order in which they come, those of equal priority.
 *
 * @example
 * ```ts
 * import { sharedScheduler } from "@consent-service/core/primitives"
 * import * as Effect from "effect/Effect"
 *
 * const answer = Effect.runPromise(Effect.withScheduler(Effect.delay(Effect.succeed(42), "1 milli"), sharedScheduler))
 * ```
 */
export const sharedScheduler: Scheduler.Scheduler = Scheduler.make(makeQueue())
