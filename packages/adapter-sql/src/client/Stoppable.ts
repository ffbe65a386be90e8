/**
 * Connections whose statements are stopped by us and not by the driver: PostgreSQL's driver takes another connection of its pool
 * for that, and waits for one while each runs a statement that is to be stopped.
 */
import type { Connection } from "@effect/sql/SqlConnection"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import { wrapped } from "./Wrapped.js"

/** How a connection's statement is stopped. */
export interface StopOptions {
  /** Stops the statement on the server. */
  readonly stop: Effect.Effect<void>
  /** Closes the connection, which fails its statement. */
  readonly close: () => void
  /** How long a statement that was to be stopped may go on until its connection is closed. */
  readonly patienceMs: number
}

const ended = (fiber: Fiber.RuntimeFiber<unknown, unknown>, { close, patienceMs }: StopOptions) =>
  Effect.async<void>((resume) => {
    const end = () => {
      clearTimeout(timer)
      resume(Effect.void)
    }
    const timer = setTimeout(() => {
      close()
      end()
    }, patienceMs)
    fiber.addObserver(end)
  })

/**
 * A connection like the given one. An interrupted caller waits until its statement has been stopped: in a transaction, the
 * rollback comes next. The driver never sees an interruption.
 */
export const stoppable = (connection: Connection, options: StopOptions): Connection =>
  wrapped(connection, (statement) =>
    Effect.async((resume) => {
      const fiber = Effect.runFork(Effect.uninterruptible(statement))
      fiber.addObserver(resume)
      return Effect.zipRight(options.stop, ended(fiber, options))
    }),
  )
