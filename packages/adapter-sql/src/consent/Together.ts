/** Helpers for batched work: a separate fiber, and a turn of the event loop. */
import { sharedScheduler } from "@consent-service/core/primitives"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Runtime from "effect/Runtime"
import * as RuntimeFlags from "effect/RuntimeFlags"

const runtime = Runtime.setFiberRef(Runtime.defaultRuntime, FiberRef.currentScheduler, sharedScheduler)

/** Starts a separate fiber, without the transaction, the span and the interruption of its starter. */
export const forkDetached = Runtime.runFork(runtime)

/**
 * Like {@link forkDetached}, but an interruption reaches only what is made interruptible. That is a property of the fiber: an
 * uninterruptible effect on another fiber would lose its result to an interruption as it ends.
 */
export const forkUninterruptible = Runtime.runFork(Runtime.disableRuntimeFlag(runtime, RuntimeFlags.Interruption))

/** Continues in the next turn of the event loop, after the work that has arrived by now. */
export const nextTurn = Effect.async<void>((resume) => {
  const handle = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(handle))
})
