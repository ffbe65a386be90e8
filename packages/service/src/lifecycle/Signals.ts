/**
 * Handles SIGTERM and SIGINT: the first signal shuts the process down gracefully, the second exits immediately.
 *
 * @module
 */
import { constants } from "node:os"

/** Anything with a graceful shutdown. */
export interface Stoppable {
  readonly close: () => Promise<void>
}

const signals = ["SIGTERM", "SIGINT"] as const

/**
 * Exits on SIGTERM and SIGINT: with code 0 after `close`, with 1 and the reason on standard error when that rejects. A
 * second signal exits immediately, with 128 plus the signal's number.
 *
 * To close several things, pass an object whose `close` closes them all.
 *
 * @returns stops handling the signals
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { serve, stopOnSignals } from "consent-service/node"
 *
 * const service = createConsentService({ database: "sqlite:./consent.db" })
 * stopOnSignals(await serve(service, { port: 8787 }))
 * ```
 */
export const stopOnSignals = ({ close }: Stoppable): (() => void) => {
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
  return () => {
    for (const signal of signals) process.off(signal, stop)
  }
}
