/**
 * The processes that serve: starts them, starts those again that died, and replaces them one after another.
 *
 * @module
 */
import type { Observe } from "@consent-service/core/ports"
import * as Either from "effect/Either"
import cluster, { type Worker } from "node:cluster"
import { type FromPrimary, FromWorker, receive } from "./Messages.js"
import { planRestart } from "./Restarts.js"

/** The message of a worker that accepts connections. */
export type Ready = Extract<FromWorker, { readonly _tag: "Ready" }>

type Start = Extract<FromPrimary, { readonly _tag: "Start" }>

/** What the fleet needs to know of its processes. */
export interface FleetSettings {
  readonly count: number
  /** The first message of each, but for its number. */
  readonly start: Omit<Start, "_tag" | "worker">
  readonly observe: Observe
  /** None serves, and none can be started: why, in one line. */
  readonly gaveUp: (why: string) => void
}

/** The processes that serve. */
export interface Fleet {
  /** Starts all; where one cannot serve, none is left running. */
  readonly start: () => Promise<Either.Either<Ready, string>>
  /** Replaces one after another: a new one serves before an old one ends. Rejects where a new one cannot serve. */
  readonly roll: () => Promise<void>
  /** Ends all in order. */
  readonly stop: () => Promise<void>
  /** Sends a message to each that serves. */
  readonly post: (message: FromPrimary) => void
  /** Calls back with every message of a worker and the worker's number. */
  readonly onMessage: (handle: (worker: number, message: FromWorker) => void) => void
}

/** A process. */
interface Member {
  readonly number: number
  readonly worker: Worker
  readonly ready: Promise<Either.Either<Ready, string>>
  /** Its exit code or signal, in words. */
  readonly exited: Promise<string>
}

/** The place of one process and those after it. */
interface Seat {
  readonly number: number
  member: Member | null
  servesSince: number
  /** How many in a row died soon. */
  earlier: number
  timer: NodeJS.Timeout | undefined
  rolling: boolean
}

/** How long a process may take until it serves, in milliseconds. */
const startMs = 60_000

/** What a process that ends may take beyond its grace, in milliseconds: it closes its database, and exits. */
const overtimeMs = 3_000

const inWords = (code: number | null, signal: string | null): string => signal ?? `exit code ${String(code)}`

/** A process that has gone receives nothing. */
const send = (worker: Worker, message: FromPrimary): void => {
  if (worker.isConnected()) worker.send(message, () => {})
}

/** Makes a fleet of none yet. */
export const makeFleet = ({ count, gaveUp, observe, start }: FleetSettings): Fleet => {
  const seats = Array.from(
    { length: count },
    (_, index): Seat => ({
      number: index + 1,
      member: null,
      servesSince: 0,
      earlier: 0,
      timer: undefined,
      rolling: false,
    }),
  )
  const alive = new Set<Member>()
  const handlers = new Set<(worker: number, message: FromWorker) => void>()
  let stopping = false

  const launch = (number: number): Member => {
    const worker = cluster.fork()
    // Without a listener an error of the channel would end this process; the exit follows in any case.
    worker.on("error", () => {})
    const exited = new Promise<string>((resolve) => {
      worker.once("exit", (code, signal) => resolve(inWords(code, signal)))
    })
    const ready = new Promise<Either.Either<Ready, string>>((resolve) => {
      receive(worker, FromWorker, (message) => {
        switch (message._tag) {
          case "Online":
            send(worker, stopping ? { _tag: "Drain" } : { ...start, _tag: "Start", worker: number })
            break
          case "Ready":
            resolve(Either.right(message))
            break
          case "Failed":
            resolve(Either.left(message.why))
            break
        }
        for (const handle of handlers) handle(number, message)
      })
      void exited.then((because) => resolve(Either.left(`worker ${number} ended before it served: ${because}`)))
      const late = setTimeout(() => {
        resolve(Either.left(`worker ${number} did not serve within ${startMs / 1000} seconds`))
        worker.process.kill("SIGKILL")
      }, startMs)
      void exited.finally(() => clearTimeout(late))
      worker.once("listening", () => clearTimeout(late))
    })
    const member = { number, worker, ready, exited }
    alive.add(member)
    void exited.then(() => alive.delete(member))
    return member
  }

  const retire = async ({ exited, worker }: Member): Promise<void> => {
    send(worker, { _tag: "Drain" })
    const late = setTimeout(() => worker.process.kill("SIGKILL"), start.server.graceMs + overtimeMs)
    await exited
    clearTimeout(late)
  }

  const serving = (): ReadonlyArray<Member> => seats.flatMap(({ member }) => (member === null ? [] : [member]))

  const seat = (place: Seat, member: Member): void => {
    clearTimeout(place.timer)
    place.member = member
    place.servesSince = performance.now()
    void watchOver(place, member)
  }

  const watchOver = async (place: Seat, member: Member): Promise<void> => {
    const because = await member.exited
    if (place.member !== member) return
    place.member = null
    died(place, member, because, performance.now() - place.servesSince)
  }

  const died = (place: Seat, { number, worker }: Member, because: string, servedMs: number | null): void => {
    if (stopping) return
    const restart = planRestart({ earlier: place.earlier, servedMs, othersServe: serving().length > 0 })
    if (restart._tag === "GiveUp") {
      gaveUp(`worker ${number} died before it served, again and again, and no other serves: ${because}`)
      return
    }
    const { delayMs, earlier } = restart
    place.earlier = earlier
    observe({ _tag: "WorkerExited", worker: number, pid: worker.process.pid ?? 0, because, restartMs: delayMs })
    // Where it is being replaced, the next one is on its way.
    if (!place.rolling) place.timer = setTimeout(() => void relaunch(place), delayMs)
  }

  const relaunch = async (place: Seat): Promise<void> => {
    const member = launch(place.number)
    const ready = await member.ready
    if (Either.isRight(ready)) seat(place, member)
    else died(place, member, ready.left, null)
  }

  const replace = async (place: Seat): Promise<void> => {
    const member = launch(place.number)
    const ready = await member.ready
    if (Either.isLeft(ready)) throw new Error(ready.left)
    const former = place.member
    seat(place, member)
    place.earlier = 0
    if (former !== null) await retire(former)
  }

  const stop = async (): Promise<void> => {
    stopping = true
    for (const { timer } of seats) clearTimeout(timer)
    await Promise.all(Array.from(alive, retire))
  }

  return {
    start: async () => {
      const members = seats.map(({ number }) => launch(number))
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
    roll: async () => {
      for (const place of seats) {
        if (stopping) return
        place.rolling = true
        clearTimeout(place.timer)
        try {
          await replace(place)
        } finally {
          place.rolling = false
          if (place.member === null && !stopping) place.timer = setTimeout(() => void relaunch(place), 0)
        }
      }
    },
    stop,
    post: (message) => {
      for (const { worker } of serving()) send(worker, message)
    },
    onMessage: (handle) => void handlers.add(handle),
  }
}
