/**
 * The processes that serve: starts them, starts those again that died, and replaces them one after another.
 *
 * @module
 */
import type { Observe } from "@consent-service/core/ports"
import * as Either from "effect/Either"
import {
  launch,
  type Launching,
  type Member,
  type Ready,
  retire,
  send,
  type Start,
  type WorkerProcess,
} from "./Launch.js"
import type { FromPrimary, FromWorker } from "./Messages.js"
import { planRestart } from "./Restarts.js"
import type { WorkerConfiguration } from "./WorkerConfiguration.js"

export type { Ready, WorkerProcess } from "./Launch.js"

/** The fleet's view of its processes. */
export interface FleetSettings {
  readonly count: number
  readonly configuration: WorkerConfiguration
  /** The first message of each, but for its number and the configuration. */
  readonly start: Omit<Start, "_tag" | "worker" | "configuration">
  readonly observe: Observe
  /** None serves, and none can be started: why, in one line. */
  readonly gaveUp: (why: string) => void
}

/** What a replacement of all leaves to do. */
export interface Unfinished {
  /** Resolves when all serve with the new configuration; never where the fleet ends, or gets a newer one first. */
  readonly finished: Promise<void>
}

/** The processes that serve. */
export interface Fleet {
  /** Starts all; where one cannot serve, none is left running. */
  readonly start: () => Promise<Either.Either<Ready, string>>
  /**
   * Replaces one after another by one with another configuration: a new one serves before an old one ends. Rejects where
   * the first new one cannot serve, and has replaced none then. A later one is tried again until it serves: going back
   * would start as many processes as going on, with a configuration that is to be replaced.
   *
   * @returns null when all were replaced
   */
  readonly roll: (next: WorkerConfiguration) => Promise<Unfinished | null>
  /** Ends all in order. */
  readonly stop: () => Promise<void>
  /**
   * Sends a message to each that serves.
   *
   * @returns those that it was sent to
   */
  readonly post: (message: FromPrimary) => ReadonlyArray<WorkerProcess>
  /** Calls back with every message of a worker. */
  readonly onMessage: (handle: (from: WorkerProcess, message: FromWorker) => void) => void
  /** Calls back when a process has exited; its last message has been received. */
  readonly onGone: (handle: (gone: WorkerProcess) => void) => void
}

/** The place of one process and those after it. */
interface Seat {
  readonly number: number
  member: Member | null
  servesSince: number
  /** How many in a row died soon. */
  earlier: number
  timer: NodeJS.Timeout | undefined
  /** The end of the last work on it: a process for a dead one, and one for a reload, start one after the other. */
  turn: Promise<unknown>
}

/** A process that never served. */
interface Failed {
  readonly member: Member
  readonly because: string
}

/** The processes that run, in a seat or not: what they are sent, and who is notified of them. */
const makeCrew = (start: FleetSettings["start"]) => {
  const alive = new Set<Member>()
  /** Those that accept no connection any more. */
  const deaf = new Set<Member>()
  const handlers = new Set<Parameters<Fleet["onMessage"]>[0]>()
  const farewells = new Set<Parameters<Fleet["onGone"]>[0]>()
  let stopping = false

  /**
   * A client that reads that its connection closes connects again. Where the server ends, it must not be accepted by what
   * still listens, only to be reset when the last worker stops listening; otherwise another worker serves it.
   */
  const dismiss = (): void => {
    if (stopping && deaf.size < alive.size) return
    for (const { worker } of deaf) send(worker, { _tag: "Dismiss" })
  }

  const hire = (worker: number, configuration: WorkerConfiguration): Member => {
    const launching: Launching = {
      first: () => (stopping ? { _tag: "Drain" } : { ...start, _tag: "Start", worker, configuration }),
      onMessage: (message) => {
        if (message._tag === "StoppedListening") {
          deaf.add(member)
          dismiss()
        }
        for (const handle of handlers) handle(member.identity, message)
      },
      onGone: () => {
        alive.delete(member)
        deaf.delete(member)
        dismiss()
        for (const handle of farewells) handle(member.identity)
      },
    }
    const member = launch(worker, configuration, launching)
    alive.add(member)
    return member
  }

  const letGo = (member: Member): Promise<void> => retire(member, start.server.graceMs)

  return {
    hire,
    letGo,
    stop: async (): Promise<void> => {
      stopping = true
      await Promise.all(Array.from(alive, letGo))
    },
    isStopping: () => stopping,
    onMessage: (handle: Parameters<Fleet["onMessage"]>[0]) => void handlers.add(handle),
    onGone: (handle: Parameters<Fleet["onGone"]>[0]) => void farewells.add(handle),
  }
}

/** Makes a fleet of none yet. */
export const makeFleet = ({ configuration, count, gaveUp, observe, start }: FleetSettings): Fleet => {
  const seats = Array.from(
    { length: count },
    (_, index): Seat => ({
      number: index + 1,
      member: null,
      servesSince: 0,
      earlier: 0,
      timer: undefined,
      turn: Promise.resolve(),
    }),
  )
  const { hire, isStopping, letGo, onGone, onMessage, stop: stopCrew } = makeCrew(start)
  /** What each is to serve with. */
  let inForce = configuration
  let finish = (): void => {}

  const serving = (): ReadonlyArray<Member> => seats.flatMap(({ member }) => (member === null ? [] : [member]))
  const isFormer = (member: Member): boolean => member.configuration !== inForce

  const inTurn = <A>(place: Seat, work: () => Promise<A>): Promise<A> => {
    const done = place.turn.then(work)
    place.turn = done
    return done
  }

  const later = (place: Seat, delayMs: number): void => {
    clearTimeout(place.timer)
    if (!isStopping()) place.timer = setTimeout(() => void renew(place), delayMs)
  }

  const finishIfAllServe = (): void => {
    if (!isStopping() && !serving().some(isFormer)) finish()
  }

  const seat = (place: Seat, member: Member): void => {
    place.member = member
    place.servesSince = performance.now()
    void watchOver(place, member)
    finishIfAllServe()
  }

  const watchOver = async (place: Seat, member: Member): Promise<void> => {
    const because = await member.exited
    if (place.member !== member) return
    place.member = null
    died(place, { member, because }, performance.now() - place.servesSince)
    finishIfAllServe()
  }

  const died = (place: Seat, { because, member: { worker } }: Failed, servedMs: number | null): void => {
    if (isStopping()) return
    const members = serving()
    const restart = planRestart({ earlier: place.earlier, servedMs, othersServe: members.length > 0 })
    if (restart._tag === "GiveUp") {
      gaveUp(`worker ${place.number} died before it served, again and again, and no other serves: ${because}`)
      return
    }
    const { delayMs, earlier } = restart
    place.earlier = earlier
    if (place.member === null) {
      observe({ _tag: "WorkerExited", worker: place.number, pid: worker.process.pid ?? 0, because, restartMs: delayMs })
    } else {
      const former = members.filter(isFormer).length
      observe({ _tag: "ReloadIncomplete", replaced: members.length - former, former, because, retryMs: delayMs })
    }
    later(place, delayMs)
  }

  /** Puts a new process into a place; its former one ends once the new one serves. */
  const replace = async (place: Seat, wanted: WorkerConfiguration, serves: () => void): Promise<Failed | null> => {
    const member = hire(place.number, wanted)
    const ready = await member.ready
    if (Either.isLeft(ready)) return { member, because: ready.left }
    const former = place.member
    serves()
    seat(place, member)
    if (former !== null) await letGo(former)
    return null
  }

  const renew = (place: Seat): Promise<void> =>
    inTurn(place, async () => {
      if (isStopping() || (place.member !== null && !isFormer(place.member))) return
      const failed = await replace(place, inForce, () => {})
      if (failed !== null) died(place, failed, null)
    })

  const roll = async (next: WorkerConfiguration): Promise<Unfinished | null> => {
    const begin = (): void => {
      if (inForce === next) return
      inForce = next
      finish = () => {}
    }
    for (const place of seats) {
      if (place.member?.configuration === next) continue
      const failed = await inTurn(place, () => {
        clearTimeout(place.timer)
        return replace(place, next, begin)
      })
      if (isStopping()) break
      if (failed === null) place.earlier = 0
      else if (inForce === next) died(place, failed, null)
      else {
        if (place.member === null || isFormer(place.member)) later(place, 0)
        throw new Error(failed.because)
      }
    }
    if (inForce === next && !serving().some(isFormer)) return null
    return { finished: new Promise((resolve) => void (finish = resolve)) }
  }

  const stop = async (): Promise<void> => {
    for (const { timer } of seats) clearTimeout(timer)
    await stopCrew()
  }

  return {
    start: async () => {
      const members = seats.map(({ number }) => hire(number, inForce))
      const results = await Promise.all(members.map(({ ready }) => ready))
      const failed = results.find(Either.isLeft)
      const [first] = results
      if (failed !== undefined || first === undefined) {
        await stop()
        return Either.left(failed?.left ?? "there is no worker")
      }
      for (const [index, place] of seats.entries()) {
        const member = members[index]
        if (member !== undefined) seat(place, member)
      }
      return first
    },
    roll,
    stop,
    post: (message) => {
      const members = serving()
      for (const { worker } of members) send(worker, message)
      return members.map(({ identity }) => identity)
    },
    onMessage,
    onGone,
  }
}
