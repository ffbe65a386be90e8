/** Callers of a semaphore, on a clock that is moved by hand. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"
import { type FairSemaphore, makeFairSemaphore, type Refusal, type WaitLimits } from "../concurrency/FairSemaphore.js"

/** A clock that moves on command, and wakes sleepers only on command: in between, the thread is blocked. */
const manualClock = () => {
  let now = 0
  const sleepers = new Map<() => void, number>()
  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    sleep: (duration) =>
      Effect.async<void>((resume) => {
        const wake = () => resume(Effect.void)
        sleepers.set(wake, now + Duration.toMillis(duration))
        return Effect.sync(() => sleepers.delete(wake))
      }),
  }
  const wake = () => {
    for (const [run, due] of sleepers) if (due <= now && sleepers.delete(run)) run()
  }
  return { clock, wake, pass: (ms: number) => (now += ms), now: () => now, sleepers: () => sleepers.size }
}

/** Lets every fiber go as far as it can. */
export const settled = () => new Promise((resolve) => setImmediate(resolve))

/** What ends a caller's work: a value, an error or a defect. */
const endings = {
  succeeds: Effect.succeed("done"),
  fails: Effect.fail("failed" as const),
  dies: Effect.die("defect"),
} as const

/** How a caller's work ends. */
export type Ending = keyof typeof endings

/** The state of a caller. */
export type Fate = "waits" | "runs" | "interrupted" | Refusal | Ending

type Failure = Refusal | "failed"

const fateOf = (exit: Exit.Exit<string, Failure>): Fate => {
  if (Exit.isSuccess(exit)) return "succeeds"
  if (Cause.isInterrupted(exit.cause)) return "interrupted"
  if (exit.cause._tag !== "Fail") return "dies"
  return exit.cause.error === "failed" ? "fails" : exit.cause.error
}

/** One that asks for permits. */
export interface Caller {
  readonly permits: number
  readonly waitedMs: number
  /** The operation of its fiber at which it yields to others; none by default. */
  readonly yieldsAt?: number
}

/** What the callers of a test share. */
export interface CallersOptions extends Pick<WaitLimits<never>, "maxWaiting" | "maxWaitMs"> {
  readonly permits: number
}

/** Lets a fiber yield once, where it would not yield by itself. */
const yieldingAt = (operation: number): Scheduler.Scheduler => {
  let operations = 0
  return {
    shouldYield: () => (operations++ === operation ? 0 : false),
    scheduleTask: (task, priority) => Scheduler.defaultScheduler.scheduleTask(task, priority),
  }
}

/** A caller of one permit runs its work with it, one of several holds them in a scope. */
const held = <A, E>(semaphore: FairSemaphore<Refusal>, { permits, waitedMs }: Caller, work: Effect.Effect<A, E>) =>
  permits === 1 ? semaphore.run(work, waitedMs) : Effect.scoped(Effect.zipRight(semaphore.hold(permits), work))

/** Callers of a semaphore, each known by its number, and ended from outside. */
export const makeCallers = ({ permits, ...limits }: CallersOptions) => {
  const time = manualClock()
  const semaphore = makeFairSemaphore<Refusal>(permits, { ...limits, clock: time.clock, refuse: Effect.fail })
  const fibers: Array<Fiber.RuntimeFiber<string, Failure>> = []
  const running = new Map<number, { readonly permits: number; readonly end: (ending: Ending) => void }>()
  const begun: Array<number> = []

  // Removed on every exit: a fiber that yields between the registration of an asynchronous effect and the installation
  // of its canceler is interrupted without running the canceler.
  const work = (id: number, wanted: number) =>
    Effect.async<string, "failed">((resume) => {
      begun.push(id)
      const end = (ending: Ending) => {
        running.delete(id)
        resume(endings[ending])
      }
      running.set(id, { permits: wanted, end })
    }).pipe(Effect.ensuring(Effect.sync(() => running.delete(id))))

  const fate = (id: number): Fate => {
    const exit = fibers[id]?.unsafePoll()
    if (exit) return fateOf(exit)
    return running.has(id) ? "runs" : "waits"
  }

  return {
    time,
    semaphore,
    running,
    begun,
    arrive: (caller: Caller) => {
      const effect = held(semaphore, caller, work(fibers.length, caller.permits))
      fibers.push(Effect.runFork(effect, { scheduler: yieldingAt(caller.yieldsAt ?? -1) }))
    },
    end: (id: number, ending: Ending) => running.get(id)?.end(ending),
    interrupt: (id: number) => fibers[id]?.unsafeInterruptAsFork(fibers[id].id()),
    fates: () => fibers.map((_, id) => fate(id)),
  }
}

/** As `makeCallers` gives them. */
export type Callers = ReturnType<typeof makeCallers>
