/**
 * Long-lived fibers that run one effect after another.
 *
 * A fiber of its own for each request enters and leaves Effect's set of all root fibers, which keeps finished requests
 * reachable until the next full garbage collection: see `memory/Line`.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"

/** Runs effects. */
export interface FiberPool {
  /** Runs an effect that cannot fail, on a fiber that has nothing to do. */
  readonly run: (effect: Effect.Effect<unknown>) => void
}

/**
 * Makes a pool. It has as many fibers as effects were running at a time.
 *
 * @example
 * ```ts
 * import { makeFiberPool } from "@consent-service/core/primitives"
 * import * as Effect from "effect/Effect"
 * import * as Runtime from "effect/Runtime"
 *
 * const pool = makeFiberPool(Runtime.defaultRuntime)
 * pool.run(Effect.sync(() => {}))
 * ```
 */
export const makeFiberPool = (runtime: Runtime.Runtime<never>): FiberPool => {
  const fork = Runtime.runFork(runtime)
  const idle: Array<(next: Effect.Effect<unknown>) => void> = []
  const wait = Effect.async<unknown>((resume) => {
    idle.push(resume)
  })
  const forever = Effect.whileLoop({ while: () => true, body: () => wait, step: () => {} })
  return {
    run: (effect) => {
      const resume = idle.pop()
      if (resume === undefined) fork(Effect.zipRight(effect, forever))
      else resume(effect)
    },
  }
}
