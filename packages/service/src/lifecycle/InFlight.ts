/**
 * Tracks running work: answers that clients wait for, and background work after them.
 *
 * @module
 */

import type { Kernel } from "@consent-service/adapter-http/kernel"

/** Keeps count of work, so that a service can end after it. */
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
  // A number: a collection that every request enters and leaves is dear to the garbage collector.
  let running = 0
  let whenEmpty: Array<() => void> = []

  const leave = (): void => {
    running -= 1
    if (running > 0) return
    for (const resolve of whenEmpty) resolve()
    whenEmpty = []
  }

  const track = (task: Promise<unknown>): void => {
    running += 1
    void task.then(leave, leave)
  }

  /** Running work may start more background work. */
  const empty = async (): Promise<true> => {
    if (running === 0) return true
    await new Promise<void>((resolve) => whenEmpty.push(resolve))
    return empty()
  }

  return {
    track,
    count: () => running,
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
