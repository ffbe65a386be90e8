/**
 * Long-lived fibers that run one effect after another.
 *
 * A fiber of its own for each request enters and leaves Effect's set of all root fibers, which keeps finished requests
 * reachable until the next full garbage collection: see `memory/Line`.
 *
 * An effect must find its fiber as if it were new. One that has forked another, or has set a `FiberRef` without setting it
 * back, was the last on its fiber: that ends, and with it, as always, what was forked on it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as Supervisor from "effect/Supervisor"

/** Runs effects. */
export interface FiberPool {
  /**
   * Runs an effect on a fiber that has nothing to do.
   *
   * @param ended - called once with the exit, also where the fiber itself was interrupted; it must not throw
   */
  readonly run: <A, E>(effect: Effect.Effect<A, E>, ended: (exit: Exit.Exit<A, E>) => void) => void
  /**
   * Ends its fibers: those with an effect after it. Otherwise they, and all that their runtime refers to, live as long as
   * the process. Effects that come later run, too, each on a fiber of its own.
   */
  readonly close: () => void
}

/** A fiber of a pool. */
interface Worker {
  /** Gives it its next effect; null once the fiber has ended. */
  resume: ((next: Effect.Effect<unknown>) => void) | null
  /** Ends the effect that is running; null while it waits for one. */
  fail: ((exit: Exit.Exit<never>) => void) | null
}

type OwnFiber = Fiber.RuntimeFiber<void>

/** Sees whether a fiber has forked another. */
class ForkWatch extends Supervisor.AbstractSupervisor<void> {
  hasForked = false
  override readonly value = Effect.void
  override onStart(_context: unknown, _effect: unknown, parent: Option.Option<unknown>): void {
    if (Option.isSome(parent)) this.hasForked = true
  }
}

const areEqual = (before: FiberRefs.FiberRefs, after: FiberRefs.FiberRefs): boolean => {
  if (before === after) return true
  for (const [ref, [[, value]]] of after.locals) {
    if (value !== FiberRefs.getOrDefault(before, ref)) return false
  }
  return true
}

/**
 * Makes a pool. It has as many fibers as effects were running at a time.
 *
 * @param runtime - a supervisor of its own sees the fibers of the pool, and not each effect
 * @example
 * ```ts
 * import { makeFiberPool } from "@consent-service/core/primitives"
 * import * as Effect from "effect/Effect"
 * import * as Runtime from "effect/Runtime"
 *
 * const pool = makeFiberPool(Runtime.defaultRuntime)
 * pool.run(Effect.succeed(42), (exit) => console.log(exit._tag))
 * ```
 */
export const makeFiberPool = (runtime: Runtime.Runtime<never>): FiberPool => {
  const idle: Array<Worker> = []
  let isOpen = true

  const begin = (worker: Worker, first: Effect.Effect<unknown>): void => {
    const watch = new ForkWatch()
    const wait = Effect.async<unknown>((resume) => {
      worker.resume = resume
      idle.push(worker)
    })
    const serve = (fiber: OwnFiber): Effect.Effect<void> => {
      const initial = fiber.getFiberRefs()
      const isAsNew = (): boolean => isOpen && !watch.hasForked && areEqual(initial, fiber.getFiberRefs())
      const others = Effect.whileLoop({ while: isAsNew, body: () => wait, step: () => {} })
      return Effect.zipRight(first, others)
    }
    const own = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentSupervisor)
    const supervisor = own === Supervisor.none ? watch : own.zip(watch)
    const fiber = Runtime.runFork(Runtime.setFiberRef(runtime, FiberRef.currentSupervisor, supervisor))(
      Effect.withFiberRuntime(serve),
    )
    fiber.addObserver((exit) => {
      worker.resume = null
      if (Exit.isFailure(exit)) worker.fail?.(Exit.failCause(exit.cause))
    })
  }

  /** The last fiber that has nothing to do and has not been interrupted meanwhile. */
  const next = (): Worker | undefined => {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) if (worker.resume !== null) return worker
    return undefined
  }

  return {
    run: (effect, ended) => {
      const worker = next() ?? { resume: null, fail: null }
      worker.fail = ended
      const whole = Effect.map(Effect.exit(effect), (exit) => {
        worker.fail = null
        ended(exit)
      })
      if (worker.resume === null) begin(worker, whole)
      else worker.resume(whole)
    },
    close: () => {
      isOpen = false
      for (const { resume } of idle.splice(0)) resume?.(Effect.void)
    },
  }
}
