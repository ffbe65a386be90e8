/**
 * What is under way: answers that are waited for, and work that outlives them.
 *
 * @module
 */

/** Keeps count of work, so that a service can end after it. */
import type { Kernel } from "@consent-service/adapter-http/kernel"
export interface InFlight {
  /** Counts a task until it has settled; it must not reject. */
  readonly track: (task: Promise<unknown>) => void
  /** The kernel, with every request counted that has to wait for something. */
  readonly tracking: (kernel: Kernel) => Kernel
  /** How much is under way. */
  readonly count: () => number
  /**
   * Resolves when nothing is under way any more, or when the time is up.
   *
   * @param graceMs - how long to wait, in milliseconds
   * @returns whether all of it has ended
   */
  readonly idle: (graceMs: number) => Promise<boolean>
}

/** Nothing is under way yet. */
export const makeInFlight = (): InFlight => {
  const tasks = new Set<Promise<unknown>>()

  const track = (task: Promise<unknown>): void => {
    tasks.add(task)
    void task.finally(() => tasks.delete(task))
  }

  /** What is under way may leave more behind. */
  const empty = async (): Promise<boolean> => {
    while (tasks.size > 0) await Promise.allSettled(tasks)
    return true
  }

  return {
    track,
    count: () => tasks.size,
    tracking: (kernel) => (exchange) => {
      const reply = kernel(exchange)
      if (reply instanceof Promise) track(reply)
      return reply
    },
    idle: async (graceMs) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const timeUp = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), graceMs)
      })
      const ended = await Promise.race([empty(), timeUp])
      clearTimeout(timer)
      return ended
    },
  }
}
