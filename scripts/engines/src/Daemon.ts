/** A program that runs next to a test until it is killed, at the latest with the test's own process. */
import { spawn } from "node:child_process"
import { findProgram } from "./Programs.js"

export interface Daemon {
  /** The end of what it wrote to its standard error, or why it could not be started. */
  readonly log: () => string
  /** Resolves when it is gone. */
  readonly kill: () => Promise<void>
}

/** How to run it. */
export interface DaemonOptions {
  readonly cwd?: string
  readonly uid?: number
  readonly gid?: number
}

const keptLog = 8_000

/** Starts an installed program. */
export const startDaemon = (name: string, args: ReadonlyArray<string>, options: DaemonOptions = {}): Daemon => {
  const program = findProgram(name)
  if (program === undefined) throw new Error(`${name} is not installed`)
  const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "pipe"] })
  let log = ""
  const note = (text: string) => void (log = (log + text).slice(-keptLog))
  child.stderr.setEncoding("utf8").on("data", note)
  const abandon = () => void child.kill("SIGKILL")
  process.once("exit", abandon)
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    child.once("error", ({ message }) => {
      note(message)
      resolve()
    })
  })
  const kill = async (): Promise<void> => {
    abandon()
    await ended
    process.removeListener("exit", abandon)
  }
  return { log: () => log, kill }
}
