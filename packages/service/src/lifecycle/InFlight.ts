/**
 * Tracks running work: answers that clients wait for, and background work after them.
 *
 * @module
 */

/** Keeps count of work, so that a service can end after it. */
import type { Kernel } from "@consent-service/adapter-http/kernel"
export interface InFlight {
  /** Counts a task until it has settled; it must not reject. */
  readonly track: (task: Promise<unknown>) => void
  /** The kernel, which counts every asynchronous request. */
  readonly tracking: (kernel: Kernel) => Kernel
  /** How much work is running. */
  readonly count: () => number
  /**
   * Resolves when no work is running, or on timeout.
   *
   * @param graceMs - how long to wait, in milliseconds
   * @returns whether all of it has ended
   */
  readonly idle: (graceMs: number) => Promise<boolean>
}

/** No work is running yet. */
export const makeInFlight = (): InFlight => {
  const tasks = new Set<Promise<unknown>>()

  const track = (task: Promise<unknown>): void => {
    tasks.add(task)
    void task.finally(() => tasks.delete(task))
  }

  /** Running work may start more background work. */
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
