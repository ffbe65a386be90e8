/**
 * One process that serves: starts it, and ends it.
 *
 * @module
 */
import * as Either from "effect/Either"
import cluster, { type Worker } from "node:cluster"
import { setTimeout as sleep } from "node:timers/promises"
import { watchHandedOver } from "./HandedOver.js"
import { type FromPrimary, FromWorker, receive } from "./Messages.js"
import type { WorkerConfiguration } from "./WorkerConfiguration.js"

/** The message of a worker that accepts connections. */
export type Ready = Extract<FromWorker, { readonly _tag: "Ready" }>

/** The first message to a process. */
export type Start = Extract<FromPrimary, { readonly _tag: "Start" }>

/** A process that serves. */
export interface WorkerProcess {
  /** The number of the worker, which its successor has too. */
  readonly worker: number
  /** The number of the process, which no other one has. */
  readonly process: number
}

/** A process. */
export interface Member {
  readonly identity: WorkerProcess
  readonly configuration: WorkerConfiguration
  readonly worker: Worker
  readonly ready: Promise<Either.Either<Ready, string>>
  /** Its exit code or signal, in words. */
  readonly exited: Promise<string>
}

/** What a process is started with, and who is notified of it. */
export interface Launching {
  /** The first message, once it can receive one. */
  readonly first: () => Start | Extract<FromPrimary, { readonly _tag: "Drain" }>
  readonly onMessage: (message: FromWorker) => void
  /** It has exited, and its last message was received. */
  readonly onGone: () => void
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
export const send = (worker: Worker, message: FromPrimary): void => {
  if (worker.isConnected()) worker.send(message, () => {})
}

/** Starts a process for a worker's number. One that does not serve in time is killed. */
export const launch = (
  number: number,
  configuration: WorkerConfiguration,
  { first, onGone, onMessage }: Launching,
): Member => {
  const worker = cluster.fork()
  // Without a listener an error of the channel would end this process; the exit follows in any case.
  worker.on("error", () => {})
  const closeUntaken = watchHandedOver(worker)
  const exited = exitOf(worker)
  const ready = new Promise<Either.Either<Ready, string>>((resolve) => {
    receive(worker, FromWorker, (message) => {
      if (message._tag === "Online") send(worker, first())
      if (message._tag === "Ready") resolve(Either.right(message))
      if (message._tag === "Failed") resolve(Either.left(message.why))
      onMessage(message)
    })
    void exited.then((because) => resolve(Either.left(`worker ${number} ended before it served: ${because}`)))
    const late = setTimeout(() => {
      resolve(Either.left(`worker ${number} did not serve within ${startMs / 1000} seconds`))
      worker.process.kill("SIGKILL")
    }, startMs)
    void exited.finally(() => clearTimeout(late))
    worker.once("listening", () => clearTimeout(late))
  })
  const leave = (): void => {
    closeUntaken()
    onGone()
  }
  void exited.then(leave)
  return { identity: { worker: number, process: worker.id }, configuration, worker, ready, exited }
}

/** Lets a process complete what it has received, and kills it when that takes too long. */
export const retire = async ({ exited, worker }: Member, graceMs: number): Promise<void> => {
  send(worker, { _tag: "Drain" })
  const late = setTimeout(() => worker.process.kill("SIGKILL"), graceMs + overtimeMs)
  await exited
  clearTimeout(late)
}
