/**
 * What a client needs from its platform besides `fetch`: time and randomness. Tests provide their own.
 *
 * @module
 */

export interface Environment {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** At least 0, less than 1. */
  readonly random: () => number
  /** Runs a function after some milliseconds; returns a function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void
}

export const systemEnvironment: Environment = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Waits; false where the signal aborted the wait. */
export const waited = (environment: Environment, milliseconds: number, signal: AbortSignal | undefined) =>
  new Promise<boolean>((resolve) => {
    if (signal?.aborted === true) {
      resolve(false)
      return
    }
    const aborted = () => {
      callOff()
      resolve(false)
    }
    const callOff = environment.after(milliseconds, () => {
      signal?.removeEventListener("abort", aborted)
      resolve(true)
    })
    signal?.addEventListener("abort", aborted, { once: true })
  })
