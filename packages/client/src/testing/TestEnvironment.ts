/**
 * Time and randomness for tests: timers fire on command, and advance the clock by their length.
 *
 * @module
 */
import type { Environment } from "../request/Environment.js"

interface Timer {
  readonly milliseconds: number
  readonly run: () => void
}

export interface TestEnvironment extends Environment {
  /** The lengths of the timers that fired, in order. */
  readonly fired: () => ReadonlyArray<number>
  /** The lengths of all timers that were ever set, in order. */
  readonly set: () => ReadonlyArray<number>
  /** The lengths of the pending timers. */
  readonly pending: () => ReadonlyArray<number>
  /** Fires the first timer of a length, once there is one. */
  readonly fire: (milliseconds: number) => Promise<void>
  /** Resolves once there is a timer of a length. */
  readonly waitsFor: (milliseconds: number) => Promise<void>
  /** Advances the clock; no timer fires. */
  readonly pass: (milliseconds: number) => void
}

export interface TestEnvironmentOptions {
  /** The constant random number: 0.5 by default. */
  readonly random?: number
  /** The initial time, in epoch milliseconds. */
  readonly now?: number
  /** Timers up to this length fire immediately; none by default. */
  readonly impatience?: number
}

export const makeTestEnvironment = (options: TestEnvironmentOptions = {}): TestEnvironment => {
  const { impatience = -1, random = 0.5 } = options
  let clock = options.now ?? Date.UTC(2026, 2, 1)
  const pending = new Set<Timer>()
  const set: Array<number> = []
  const fired: Array<number> = []
  const listeners = new Set<(timer: Timer) => void>()

  const goOff = (timer: Timer) => {
    if (!pending.delete(timer)) return
    clock += timer.milliseconds
    fired.push(timer.milliseconds)
    timer.run()
  }
  const timerOf = (milliseconds: number) =>
    new Promise<Timer>((resolve) => {
      const look = (timer: Timer) => {
        if (timer.milliseconds !== milliseconds) return
        listeners.delete(look)
        resolve(timer)
      }
      listeners.add(look)
      for (const timer of pending) look(timer)
    })

  return {
    now: () => clock,
    random: () => random,
    after: (milliseconds, run) => {
      const timer = { milliseconds, run }
      pending.add(timer)
      set.push(milliseconds)
      if (milliseconds <= impatience) queueMicrotask(() => goOff(timer))
      for (const listener of listeners) listener(timer)
      return () => pending.delete(timer)
    },
    fired: () => fired,
    set: () => set,
    pending: () => [...pending].map(({ milliseconds }) => milliseconds),
    fire: async (milliseconds) => goOff(await timerOf(milliseconds)),
    waitsFor: async (milliseconds) => {
      await timerOf(milliseconds)
    },
    pass: (milliseconds) => {
      clock += milliseconds
    },
  }
}
