/**
 * The processes that serve: starts them, starts those again that died, and replaces them one after another.
 *
 * @module
 */
import type { Observe } from "@consent-service/core/ports"
import * as Either from "effect/Either"
import cluster, { type Worker } from "node:cluster"
import { setTimeout as sleep } from "node:timers/promises"
import { watchHandedOver } from "./HandedOver.js"
import { type FromPrimary, FromWorker, receive } from "./Messages.js"
import { planRestart } from "./Restarts.js"

/** The message of a worker that accepts connections. */
export type Ready = Extract<FromWorker, { readonly _tag: "Ready" }>

type Start = Extract<FromPrimary, { readonly _tag: "Start" }>

/** A process that serves. */
export interface WorkerProcess {
  /** The number of the worker, which its successor has too. */
  readonly worker: number
  /** The number of the process, which no other one has. */
  readonly process: number
}

/** The fleet's view of its processes. */
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

/** A process. */
interface Member {
  readonly number: number
  readonly identity: WorkerProcess
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

/** How long an exiting process may take beyond its grace period, in milliseconds, to close its database. */
const overtimeMs = 3_000

const inWords = (code: number | null, signal: string | null): string => signal ?? `exit code ${String(code)}`

/**
 * How long the messages of a process that has exited may take to arrive, in milliseconds. Node tells the end of a channel
 * unless the process was killed before it took a connection that it was handed: then it waits for the receipt forever.
 */
const lastMessagesMs = 1_000

/** How a process ended, once it has, and everything that it sent has been received. */
const exitOf = async (worker: Worker): Promise<string> => {
  const closed = new Promise<void>((resolve) => worker.once("disconnect", resolve))
  const because = await new Promise<string>((resolve) => {
    worker.once("exit", (code, signal) => resolve(inWords(code, signal)))
  })
  const patience = new AbortController()
  await Promise.race([closed, sleep(lastMessagesMs, null, { signal: patience.signal, ref: false }).catch(() => null)])
  patience.abort()
  return because
}

/** A process that has exited receives nothing. */
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

  const launch = (number: number): Member => {
    const worker = cluster.fork()
    // Without a listener an error of the channel would end this process; the exit follows in any case.
    worker.on("error", () => {})
    const closeUntaken = watchHandedOver(worker)
    const identity = { worker: number, process: worker.id }
    const exited = exitOf(worker)
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
          case "StoppedListening":
            deaf.add(member)
            dismiss()
            break
        }
        for (const handle of handlers) handle(identity, message)
      })
      void exited.then((because) => resolve(Either.left(`worker ${number} ended before it served: ${because}`)))
      const late = setTimeout(() => {
        resolve(Either.left(`worker ${number} did not serve within ${startMs / 1000} seconds`))
        worker.process.kill("SIGKILL")
      }, startMs)
      void exited.finally(() => clearTimeout(late))
      worker.once("listening", () => clearTimeout(late))
    })
    const member = { number, identity, worker, ready, exited }
    alive.add(member)
    const leave = (): void => {
      alive.delete(member)
      deaf.delete(member)
      closeUntaken()
      dismiss()
      for (const handle of farewells) handle(identity)
    }
    void exited.then(leave)
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
      const members = serving()
      for (const { worker } of members) send(worker, message)
      return members.map(({ identity }) => identity)
    },
    onMessage: (handle) => void handlers.add(handle),
    onGone: (handle) => void farewells.add(handle),
  }
}
