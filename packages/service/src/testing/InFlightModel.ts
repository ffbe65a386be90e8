/** Requests, background work and shutdowns that count on `InFlight`, for `explore`. */
import type { Reply } from "@consent-service/adapter-http/kernel"
import type { Protocol, World } from "@consent-service/test-engines/explore"
import { type InFlight, makeInFlight } from "../lifecycle/InFlight.js"
import { exchange, reply } from "./EmptyExchange.js"

/** What runs, and how often the service is closed. */
export interface InFlightScenario {
  /** How many requests arrive. */
  readonly requests: number
  /** How many of the first of them start background work when they are answered. */
  readonly withBackground: number
  readonly closes: number
}

const graceMs = 1_000

/** A shutdown: when it began, and its end. */
interface Closing {
  readonly begun: number
  end: { readonly isIdle: boolean; readonly at: number; readonly running: number } | null
}

/** Requests that arrive one after another, and what they start. */
const makeWork = (world: World, inFlight: InFlight, { requests, withBackground }: InFlightScenario) => {
  const running = new Set<string>()

  /** Something that runs until the schedule ends it. */
  const work = (name: string): Promise<Reply> => {
    running.add(name)
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        running.delete(name)
        settle()
      }
      world.may(
        { label: `${name} ends`, act: end(() => resolve(reply)) },
        { label: `${name} fails`, act: end(() => reject(new Error(name))) },
      )
    })
  }
  const arrive = (at: number): void => {
    if (at === requests) return
    const answer = async (): Promise<Reply> => {
      try {
        return await work(`request ${at}`)
      } finally {
        if (at < withBackground) inFlight.track(work(`background work of request ${at}`))
      }
    }
    const answered = inFlight.tracking(answer)(exchange)
    if (answered instanceof Promise) answered.catch(() => {})
    world.may({ label: `request ${at + 1} arrives`, act: () => arrive(at + 1) })
  }
  world.may({ label: "request 0 arrives", act: () => arrive(0) })
  return running
}

/** Requests and shutdowns over `InFlight` or a variant of it, as a protocol to explore. */
export const inFlightProtocol =
  (scenario: InFlightScenario, make: () => InFlight = makeInFlight): Protocol =>
  (world) => {
    const inFlight = make()
    const running = makeWork(world, inFlight, scenario)
    const closings: Array<Closing> = []
    const close = async (): Promise<void> => {
      const closing: Closing = { begun: world.now(), end: null }
      closings.push(closing)
      const isIdle = await inFlight.idle(graceMs)
      closing.end = { isIdle, at: world.now(), running: running.size }
    }
    for (let at = 0; at < scenario.closes; at += 1) world.may({ label: "the service closes", act: () => void close() })
    const first = (isWrong: (closing: Closing) => boolean): string | null => {
      const wrong = closings.find(isWrong)
      return wrong === undefined ? null : JSON.stringify(wrong)
    }
    return {
      always: {
        "what runs is counted": () =>
          inFlight.count() === running.size ? null : `${running.size} run, and ${inFlight.count()} are counted`,
        "a shutdown waits for all that runs": () => first(({ end }) => end !== null && end.isIdle && end.running > 0),
        "a shutdown gives up only when its time is up": () =>
          first(({ begun, end }) => end !== null && !end.isIdle && end.at < begun + graceMs),
        "a shutdown ends in time": () => first(({ begun, end }) => (end?.at ?? world.now()) > begun + graceMs),
        "a shutdown ends when nothing runs": () => first(({ end }) => end === null && running.size === 0),
      },
      atEnd: { "every shutdown ends": () => first(({ end }) => end === null) },
    }
  }

/** A variant that breaks a promise: an exploration that does not find it proves nothing. */
export interface BrokenInFlight {
  readonly make: () => InFlight
  readonly violates: string
}

export const brokenInFlights: Readonly<Record<string, BrokenInFlight>> = {
  "does not count requests": {
    make: () => ({ ...makeInFlight(), tracking: (kernel) => kernel }),
    violates: "what runs is counted",
  },
  "ends with the first answer": {
    make: () => {
      const real = makeInFlight()
      const tasks: Array<Promise<unknown>> = []
      const note = (task: Promise<unknown>): void => {
        real.track(task)
        tasks.push(task.catch(() => {}))
      }
      return {
        ...real,
        track: note,
        tracking: (kernel) => (given) => {
          const answer = kernel(given)
          if (answer instanceof Promise) note(answer)
          return answer
        },
        idle: async () => {
          if (tasks.length > 0) await Promise.race(tasks)
          return true
        },
      }
    },
    violates: "a shutdown waits for all that runs",
  },
  "waits as long as it takes": {
    make: () => {
      const real = makeInFlight()
      return { ...real, idle: () => real.idle(1_000_000) }
    },
    violates: "a shutdown ends in time",
  },
}
