/**
 * What a process does when it is told to end: the first signal ends it in order, the second at once.
 *
 * @module
 */
import { constants } from "node:os"

/** What can be ended in order. */
export interface Stoppable {
  readonly close: () => Promise<void>
}

const signals = ["SIGTERM", "SIGINT"] as const

/**
 * Ends the process on SIGTERM and SIGINT: with exit code 0 after `close`, with 1 and the reason on standard error when
 * that rejects, and at once (128 and the signal's number) when a second signal comes before.
 *
 * Whoever has more to close gives an object whose `close` does it all.
 */
export const stopOnSignals = ({ close }: Stoppable): void => {
  let stopping = false
  const stop = (signal: (typeof signals)[number]): void => {
    if (stopping) process.exit(128 + constants.signals[signal])
    stopping = true
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, stop)
}
