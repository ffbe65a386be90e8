/**
 * Admits saves: a limited number run concurrently, some wait in order for a limited time, and the rest are refused
 * immediately, so that accepted saves are answered in time and reads stay fast.
 *
 * @module
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"

/** A save that was not begun; nothing of it has happened. */
export interface Overloaded {
  readonly _tag: "Overloaded"
}

/** Where admission takes the time from. */
export interface AdmissionClock {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Runs something once, after that many milliseconds; what it returns calls that off. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** How much is admitted. */
export interface AdmissionOptions {
  /** How many run at a time; at least 1, 512 by default. */
  readonly maxConcurrent?: number
  /** How many wait for their turn; 1,024 by default. */
  readonly maxQueued?: number
  /** How long a request waits for its turn, in milliseconds; 1,000 by default. */
  readonly maxWaitMs?: number
  /**
   * How late the thread is right now, in milliseconds; see `LoopDelay`. Where the store blocks the thread, as SQLite
   * does, what has to wait waits in sockets, where no counter sees it.
   */
  readonly loopDelayMs?: () => number
  /** The monotonic clock of the process by default. */
  readonly clock?: AdmissionClock
}

/** Admits work, or refuses it. */
export interface Admission {
  /**
   * Does the work as soon as it may begin. Fails with `Overloaded` instead, and does nothing, when too many wait
   * already, when the oldest of them has waited too long, when the thread is too late, or when its own turn does not
   * come in time.
   *
   * @param arrivedAt - when the whole request was there, on the same clock: after its body, because a slow connection
   *   is no overload of ours
   */
  readonly run: <A, E, R>(arrivedAt: number, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Overloaded, R>
  /** Ends when nothing runs or waits, at once when that is so already. */
  readonly drained: Effect.Effect<void>
}

type Turn = "came" | "passed"

interface Waiter {
  readonly deadline: number
  readonly callOff: () => void
  readonly told: Deferred.Deferred<Turn>
  /** What came of it; null while it waits. */
  turn: Turn | null
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const systemClock: AdmissionClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

const refused: Effect.Effect<never, Overloaded> = Effect.fail({ _tag: "Overloaded" })

/** Those who wait, in order. */
const makeQueue = (clock: AdmissionClock, maxWaitMs: number) => {
  const waiting = new Set<Waiter>()

  const settle = (waiter: Waiter, turn: Turn): void => {
    waiter.callOff()
    waiting.delete(waiter)
    waiter.turn = turn
    Deferred.unsafeDone(waiter.told, Exit.succeed(turn))
  }

  const join = (arrivedAt: number): Waiter => {
    const deadline = arrivedAt + maxWaitMs
    const waiter: Waiter = {
      deadline,
      callOff: clock.after(deadline - clock.now(), () => settle(waiter, "passed")),
      told: Deferred.unsafeMake(FiberId.none),
      turn: null,
    }
    waiting.add(waiter)
    return waiter
  }

  /** Gives the turn to the first who is still in time; false when there is none. */
  const pass = (): boolean => {
    const now = clock.now()
    for (const waiter of waiting) {
      const inTime = now <= waiter.deadline
      settle(waiter, inTime ? "came" : "passed")
      if (inTime) return true
    }
    return false
  }

  /** Whether the first has waited for longer than anybody should: then its timer is late, and so is all else. */
  const isStale = (now: number): boolean => {
    for (const { deadline } of waiting) return now > deadline
    return false
  }

  return { join, pass, isStale, leave: (waiter: Waiter) => settle(waiter, "passed"), size: () => waiting.size }
}

/** Makes the gate of an instance. */
export const makeAdmission = (options: AdmissionOptions = {}): Admission => {
  const {
    clock = systemClock,
    loopDelayMs = () => 0,
    maxConcurrent = 512,
    maxQueued = 1024,
    maxWaitMs = 1000,
  } = options
  const queue = makeQueue(clock, maxWaitMs)
  const idle = new Set<() => void>()
  let running = 0

  const release = (): void => {
    if (queue.pass()) return
    running--
    if (running > 0) return
    for (const tell of idle) tell()
    idle.clear()
  }

  const tooLate = (arrivedAt: number): boolean => {
    const now = clock.now()
    return now - arrivedAt > maxWaitMs || loopDelayMs() > maxWaitMs || queue.isStale(now)
  }

  /** Work whose place has been taken; called where nothing interrupts between taking it and this. */
  const occupied = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.matchCauseEffect(work, {
      onFailure: (cause) => {
        release()
        return Effect.failCause(cause)
      },
      onSuccess: (value) => {
        release()
        return Effect.succeed(value)
      },
    })

  const queued = <A, E, R>(
    waiter: Waiter,
    work: Effect.Effect<A, E, R>,
    restore: Restore,
  ): Effect.Effect<A, E | Overloaded, R> =>
    Effect.matchCauseEffect(restore(Deferred.await(waiter.told)), {
      onFailure: (cause) => {
        // Whoever is interrupted when his turn has just come gives it on.
        if (waiter.turn === "came") release()
        else queue.leave(waiter)
        return Effect.failCause(cause)
      },
      onSuccess: (turn): Effect.Effect<A, E | Overloaded, R> => (turn === "came" ? occupied(restore(work)) : refused),
    })

  // One region for the whole of it, because what interrupts in between would keep a place for ever.
  const run: Admission["run"] = (arrivedAt, work) =>
    Effect.uninterruptibleMask((restore) => {
      if (tooLate(arrivedAt)) return refused
      if (running < maxConcurrent) {
        running++
        return occupied(restore(work))
      }
      return queue.size() < maxQueued ? queued(queue.join(arrivedAt), work, restore) : refused
    })

  const drained = Effect.async<void>((resume) => {
    const tell = () => resume(Effect.void)
    if (running === 0) tell()
    else idle.add(tell)
    return Effect.sync(() => idle.delete(tell))
  })

  return { run, drained }
}
