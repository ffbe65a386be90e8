/**
 * First-come, first-served permits with limits: callers wait in order, and both their number and the time that they
 * wait can be limited.
 *
 * @module
 */
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Scope from "effect/Scope"
import { makeLine, type Place } from "../memory/Line.js"

/** Why a caller gets no permits: the queue is full, or its turn does not come in time. */
export type Refusal = "full" | "late"

/** Limits on waiting. */
export interface WaitLimits<E> {
  /** How many callers wait at most. The next one is refused. */
  readonly maxWaiting: number
  /** How long a caller waits at most, in milliseconds; more than 0. */
  readonly maxWaitMs: number
  /** Its monotonic time is used, so that a clock correction refuses no caller. */
  readonly clock: Clock.Clock
  /** What a refused caller gets. */
  readonly refuse: (why: Refusal) => Effect.Effect<never, E>
}

/** Grants permits in the order of the requests. */
export interface FairSemaphore<E> {
  /**
   * Takes permits until the scope closes. Free permits are granted without a fiber while no caller waits. A request
   * for more than the total is granted once no other caller holds any.
   */
  readonly hold: (permits: number) => Effect.Effect<void, E, Scope.Scope>
  /**
   * Runs an effect with one permit. The effect of a refused caller does not start.
   *
   * @param waitedMs - how long the caller has waited elsewhere, which counts as waiting here; 0 by default
   */
  readonly run: <A, E2, R>(work: Effect.Effect<A, E2, R>, waitedMs?: number) => Effect.Effect<A, E | E2, R>
  /** How many permits are taken, and how many callers wait for some. */
  readonly counts: () => { readonly taken: number; readonly waiting: number }
  /** Completes when no permit is taken and no caller waits. */
  readonly idle: Effect.Effect<void>
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

interface Waiter<E> {
  readonly permits: number
  /** In milliseconds of the clock. */
  readonly deadline: number
  readonly turn: Deferred.Deferred<void, E>
  granted: boolean
  /** Null before and after it waits. */
  place: Place<Waiter<E>> | null
}

const unlimited: WaitLimits<never> = {
  maxWaiting: Number.POSITIVE_INFINITY,
  maxWaitMs: Number.POSITIVE_INFINITY,
  clock: Clock.make(),
  refuse: () => Effect.never,
}

/** One timer for all waiting callers, set to the earliest deadline. */
const makeAlarm = (clock: Clock.Clock, now: () => number, ring: () => void) => {
  let sleeper: Fiber.RuntimeFiber<void> | null = null
  let due = Number.POSITIVE_INFINITY

  const stop = (): void => {
    sleeper?.unsafeInterruptAsFork(FiberId.none)
    sleeper = null
    due = Number.POSITIVE_INFINITY
  }
  const rings = Effect.sync(() => {
    sleeper = null
    due = Number.POSITIVE_INFINITY
    ring()
  })
  return {
    stop,
    set: (at: number): void => {
      if (at >= due) return
      stop()
      due = at
      sleeper = Effect.runFork(Effect.zipRight(clock.sleep(Duration.millis(at - now())), rings))
    },
  }
}

/** The queue's view of the permits. */
interface Permits {
  /** Takes permits if enough are free. */
  readonly take: (permits: number) => boolean
  readonly release: (permits: number) => void
}

/** The waiting callers, in order. */
const makeQueue = <E>({ clock, maxWaiting, maxWaitMs, refuse }: WaitLimits<E>, { release, take }: Permits) => {
  const waiting = makeLine<Waiter<E>>()
  const now = (): number => Number(clock.unsafeCurrentTimeNanos()) / 1e6

  const leave = (waiter: Waiter<E>, turn: Effect.Effect<void, E>): void => {
    if (waiter.place !== null) waiting.remove(waiter.place)
    waiter.place = null
    if (waiting.size() === 0) alarm.stop()
    Deferred.unsafeDone(waiter.turn, turn)
  }

  /** Serves the first callers for as long as permits are free. */
  const advance = (): void => {
    for (let waiter = waiting.first(); waiter !== undefined; waiter = waiting.first()) {
      if (now() >= waiter.deadline) leave(waiter, refuse("late"))
      else if (take(waiter.permits)) {
        waiter.granted = true
        leave(waiter, Exit.void)
      } else return
    }
  }

  const alarm = makeAlarm(clock, now, () => {
    const time = now()
    for (const waiter of waiting.values()) if (time >= waiter.deadline) leave(waiter, refuse("late"))
    advance()
    let next = Number.POSITIVE_INFINITY
    for (const { deadline } of waiting.values()) next = Math.min(next, deadline)
    alarm.set(next)
  })

  const giveUp = (waiter: Waiter<E>): void => {
    if (waiter.granted) release(waiter.permits)
    if (waiter.place === null) return
    leave(waiter, Effect.interrupt)
    advance()
  }

  /** If the first caller is overdue, the timer is late, and so is everything else. */
  const isLate = (time: number, deadline: number): boolean => {
    const first = waiting.first()
    return time >= Math.min(first?.deadline ?? deadline, deadline)
  }

  /** Waits in line. The entry is queued before this returns, so no release is missed in between. */
  const join = (permits: number, waitedMs: number, restore: Restore): Effect.Effect<void, E> => {
    const time = now()
    const deadline = time + maxWaitMs - waitedMs
    if (waiting.size() >= maxWaiting) return refuse("full")
    if (isLate(time, deadline)) return refuse("late")
    const waiter: Waiter<E> = {
      permits,
      deadline,
      turn: Deferred.unsafeMake(FiberId.none),
      granted: false,
      place: null,
    }
    waiter.place = waiting.join(waiter)
    alarm.set(deadline)
    return Effect.tapErrorCause(restore(Deferred.await(waiter.turn)), () => Effect.sync(() => giveUp(waiter)))
  }

  return { advance, join, isEmpty: (): boolean => waiting.size() === 0, size: waiting.size }
}

/**
 * Makes a semaphore with all permits free.
 *
 * @param permits - the total number; more than 0
 * @param limits - without them, any number of callers wait for any time
 *
 * @example
 * ```ts
 * import { makeFairSemaphore } from "@consent-service/core/primitives"
 * import * as Effect from "effect/Effect"
 *
 * const program = Effect.gen(function* () {
 *   const clock = yield* Effect.clock
 *   const refuse = (why: "full" | "late") => Effect.fail(new Error(why))
 *   const semaphore = makeFairSemaphore(8, { maxWaiting: 100, maxWaitMs: 1_000, clock, refuse })
 *   return yield* semaphore.run(Effect.succeed("done"))
 * })
 * await Effect.runPromise(program) // "done"
 * ```
 */
export const makeFairSemaphore = <E = never>(permits: number, limits: WaitLimits<E> = unlimited): FairSemaphore<E> => {
  const watchers = new Set<() => void>()
  let taken = 0

  const take = (wanted: number): boolean => {
    const fits = taken === 0 || taken + wanted <= permits
    if (fits) taken += wanted
    return fits
  }
  const release = (returned: number): void => {
    taken -= returned
    queue.advance()
    if (taken > 0) return
    for (const tell of watchers) tell()
    watchers.clear()
  }
  const queue = makeQueue(limits, { take, release })
  const takeNow = (wanted: number): boolean => queue.isEmpty() && take(wanted)

  const failed = <E2>(cause: Cause.Cause<E2>): Effect.Effect<never, E2> => {
    release(1)
    return Effect.failCause(cause)
  }
  const succeeded = <A>(value: A): Effect.Effect<A> => {
    release(1)
    return Effect.succeed(value)
  }

  return {
    hold: (wanted) => {
      const keep = Effect.flatMap(Effect.scope, (scope) =>
        Scope.addFinalizer(
          scope,
          Effect.sync(() => release(wanted)),
        ),
      )
      return Effect.uninterruptibleMask((restore) =>
        takeNow(wanted) ? keep : Effect.zipRight(queue.join(wanted, 0, restore), keep),
      )
    },
    run: (work, waitedMs = 0) =>
      Effect.uninterruptibleMask((restore) => {
        const during = Effect.matchCauseEffect(restore(work), { onFailure: failed, onSuccess: succeeded })
        return takeNow(1) ? during : Effect.zipRight(queue.join(1, waitedMs, restore), during)
      }),
    counts: () => ({ taken, waiting: queue.size() }),
    idle: Effect.async<void>((resume) => {
      const tell = () => resume(Effect.void)
      if (taken === 0) return tell()
      watchers.add(tell)
      return Effect.sync(() => watchers.delete(tell))
    }),
  }
}
