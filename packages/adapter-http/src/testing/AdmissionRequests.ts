/** Requests on an admission gate, on a clock that is moved by hand. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { type AdmissionClock, type AdmissionOptions, makeAdmission, type Overloaded } from "../limit/Admission.js"

/** A clock that moves when told, and fires its timers only when asked to: in between, the thread is blocked. */
const manualClock = () => {
  let now = 0
  const timers = new Map<() => void, number>()
  const clock: AdmissionClock = {
    now: () => now,
    after: (ms, run) => {
      timers.set(run, now + ms)
      return () => timers.delete(run)
    },
  }
  const fire = () => {
    for (const [run, due] of [...timers].sort(([, a], [, b]) => a - b)) {
      if (due < now && timers.delete(run)) run()
    }
  }
  return { clock, fire, pass: (ms: number) => (now += ms), now: () => now, timers: () => timers.size }
}

/** Lets every fiber go as far as it can. */
export const settled = () => new Promise((resolve) => setImmediate(resolve))

/** What ends a piece of work: with a value, an error or a defect. */
const endings = {
  succeeds: Effect.succeed("done"),
  fails: Effect.fail("failed"),
  dies: Effect.die("defect"),
} as const

/** How a piece of work ends. */
export type Ending = keyof typeof endings

/** What a request has come to. */
export type Fate = "waits" | "runs" | "overloaded" | "interrupted" | Ending

const fateOf = (exit: Exit.Exit<string, string | Overloaded>): Fate => {
  if (Exit.isSuccess(exit)) return "succeeds"
  if (Cause.isInterrupted(exit.cause)) return "interrupted"
  if (Cause.isDie(exit.cause)) return "dies"
  return exit.cause._tag === "Fail" && typeof exit.cause.error === "object" ? "overloaded" : "fails"
}

/** Requests on a gate, each known by its number, and ended from outside. */
export const makeRequests = (options: AdmissionOptions) => {
  const time = manualClock()
  const admission = makeAdmission({ ...options, clock: time.clock })
  const fibers: Array<Fiber.RuntimeFiber<string, string | Overloaded>> = []
  const running = new Map<number, (ending: Ending) => void>()
  const begun: Array<number> = []

  const work = (id: number) =>
    Effect.async<string, string>((resume) => {
      begun.push(id)
      running.set(id, (ending) => {
        running.delete(id)
        resume(endings[ending])
      })
      return Effect.sync(() => running.delete(id))
    })

  const fate = (id: number): Fate => {
    const exit = fibers[id]?.unsafePoll()
    if (exit) return fateOf(exit)
    return running.has(id) ? "runs" : "waits"
  }

  return {
    time,
    admission,
    running,
    begun,
    arrive: (arrivedAt: number) => fibers.push(Effect.runFork(admission.run(arrivedAt, work(fibers.length)))),
    end: (id: number, ending: Ending) => running.get(id)?.(ending),
    interrupt: (id: number) => fibers[id]?.unsafeInterruptAsFork(fibers[id].id()),
    fates: () => fibers.map((_, id) => fate(id)),
  }
}

/** As `makeRequests` gives them. */
export type Requests = ReturnType<typeof makeRequests>
