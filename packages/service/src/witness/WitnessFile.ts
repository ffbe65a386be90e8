/**
 * What a witness must not forget, in a file: on the disk before a cosignature leaves, and of one process at a time.
 *
 * @module
 */
import { readWitnessState, type WitnessState, writeWitnessState } from "@consent-service/core/evidence"
import * as Either from "effect/Either"
import { existsSync, readFileSync, realpathSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { writeWhole } from "../backup/WholeFile.js"
import { codeOf, reasonOf } from "../thrown/Thrown.js"
import { takeLock } from "./StateLock.js"

/** The state file of a running witness. */
export interface WitnessFile {
  readonly state: () => WitnessState
  /** Resolves once the state is on the disk; rejects when it is not, or when another program has changed the file. */
  readonly keep: (state: WitnessState) => Promise<void>
  readonly close: () => Promise<void>
}

/** The text of the file; null without one. */
const textIn = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null
    throw error
  }
}

/** A state, and the text that it was read from. */
interface Read {
  readonly text: string | null
  readonly state: WitnessState
}

const readState = (path: string): Either.Either<Read, string> => {
  let text: string | null
  try {
    text = textIn(path)
  } catch (error) {
    return Either.left(`${path} cannot be read: ${reasonOf(error)}`)
  }
  const state = text === null ? new Map() : readWitnessState(text)
  return state === null
    ? Either.left(`${path} is no state of a witness; restore it, never delete it`)
    : Either.right({ text, state })
}

/**
 * Keeps states in the file. A file system that ignores locks lets a second witness in: whatever this one has not written
 * itself, it does not overwrite.
 */
const keeper = (path: string, { state: first, text }: Read): Pick<WitnessFile, "keep" | "state"> => {
  let state = first
  // A write that failed has replaced the file, or not.
  let own: ReadonlyArray<string | null> = [text]
  const keep = async (next: WitnessState): Promise<void> => {
    if (!own.includes(textIn(path))) {
      throw new Error(`${path} was changed by another program: end it, and start this witness again`)
    }
    const written = writeWitnessState(next)
    own = [...own, written]
    // The process ends in order, and not before the write: a signal must not end it here.
    await writeWhole(path, (partial) => writeFile(partial, written), { onSignal: "continue" })
    own = [written]
    state = next
  }
  return { keep, state: () => state }
}

/** Opens the state of a witness; a file that is not there is one of a new witness. */
export const openWitnessFile = async (named: string): Promise<Either.Either<WitnessFile, string>> => {
  const path = existsSync(named) ? realpathSync(named) : named
  const lock = await takeLock(`${path}.lock`)
  if (Either.isLeft(lock)) return Either.left(lock.left)
  const { release: close } = lock.right
  const read = readState(path)
  if (Either.isRight(read)) return Either.right({ ...keeper(path, read.right), close })
  await close()
  return Either.left(read.left)
}
