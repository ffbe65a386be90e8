/**
 * What a witness must not forget, in a file: on the disk before a cosignature leaves, and of one process at a time.
 *
 * @module
 */
import { readWitnessState, type WitnessState, writeWitnessState } from "@consent-service/core/evidence"
import * as Either from "effect/Either"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { writeWhole } from "../backup/WholeFile.js"
import { codeOf, reasonOf } from "../thrown/Thrown.js"

/** The state file of a running witness. */
export interface WitnessFile {
  readonly state: () => WitnessState
  /** Resolves once the state is on the disk. */
  readonly keep: (state: WitnessState) => Promise<void>
  readonly close: () => void
}

const isRunning = (pid: number): boolean => {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === "EPERM"
  }
}

/** Two processes over one file would cosign two histories. What a killed process has left does not count. */
const lockProblem = (lock: string): string | null => {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" })
    return null
  } catch (error) {
    if (codeOf(error) !== "EEXIST") return `${lock} cannot be written: ${reasonOf(error)}`
  }
  const holder = Number(readFileSync(lock, "utf8"))
  if (Number.isSafeInteger(holder) && holder > 0 && isRunning(holder))
    return `the process ${holder} uses the same state`
  rmSync(lock, { force: true })
  return lockProblem(lock)
}

const readState = (path: string): Either.Either<WitnessState, string> => {
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch (error) {
    if (codeOf(error) === "ENOENT") return Either.right(new Map())
    return Either.left(`${path} cannot be read: ${reasonOf(error)}`)
  }
  const state = readWitnessState(text)
  return state === null
    ? Either.left(`${path} is no state of a witness; restore it, never delete it`)
    : Either.right(state)
}

/** Opens the state of a witness; a file that is not there is one of a new witness. */
export const openWitnessFile = (path: string): Either.Either<WitnessFile, string> => {
  const lock = `${path}.lock`
  const problem = lockProblem(lock)
  if (problem !== null) return Either.left(problem)
  const close = (): void => rmSync(lock, { force: true })
  const read = readState(path)
  if (Either.isLeft(read)) {
    close()
    return Either.left(read.left)
  }
  let state = read.right
  const keep = async (next: WitnessState): Promise<void> => {
    await writeWhole(path, (partial) => writeFile(partial, writeWitnessState(next)))
    state = next
  }
  return Either.right({ state: () => state, keep, close })
}
