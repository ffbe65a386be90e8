/** Faults of the disk and of the clock in a server's process: a library that is compiled for the run and loaded with LD_PRELOAD. */
import { findProgram } from "@consent-service/test-engines/private"
import { execFileSync } from "node:child_process"
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from "node:fs"
import { constants, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"

/** Where each setting is in the file that the library maps, in 64-bit numbers; faults.c has the same. */
const positions = { clockOffsetMs: 0, room: 1, writeError: 2, syncError: 3, syncUs: 4, lies: 5, faults: 6 }

/** What the library does from now on. */
export interface FaultSettings {
  /** How far the wall clock is ahead, in whole seconds; negative when it is behind. The monotonic clock is right. */
  readonly clockOffsetMs: number
  /** How many bytes may still be written; -1 for no limit. */
  readonly room: number
  /** What every write fails with; 0 for nothing. */
  readonly writeError: number
  /** What every flush fails with; 0 for nothing. */
  readonly syncError: number
  /** How long a flush takes that is logged instead of done, in microseconds. */
  readonly syncUs: number
  /** 1 for a disk that acknowledges flushes and forgets them. */
  readonly lies: number
}

export const errors = { full: constants.errno.ENOSPC, io: constants.errno.EIO }

/** Faults for the files within one folder. */
export interface NativeFaults {
  /** The files that faults are for; SQLite's file goes here. */
  readonly folder: string
  /** Of the server's process. @param log - where to log all writes and flushes, for `PowerCut` */
  readonly env: (log?: string) => Readonly<Record<string, string>>
  readonly set: (settings: Partial<FaultSettings>) => void
  /** How many calls failed so far. */
  readonly failedCalls: () => number
}

const compiler = (): string | undefined => findProgram("cc", "gcc", "clang")

/** Why {@link openNativeFaults} cannot work here, or null. */
export const whyNoNativeFaults = (): string | null => {
  if (process.platform !== "linux") return "LD_PRELOAD and /proc are Linux's"
  return compiler() === undefined ? "no C compiler is installed" : null
}

const compiledIn = (folder: string): string => {
  const library = join(folder, "faults.so")
  const source = fileURLToPath(new URL("../native/faults.c", import.meta.url))
  execFileSync(compiler() ?? "cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"])
  return library
}

/** Compiles the library, for the running test. @param within - a folder to use instead of one that the test deletes */
export const openNativeFaults = (within?: string): NativeFaults => {
  const own = mkdtempSync(join(tmpdir(), "cs-faults-"))
  onTestFinished(() => rmSync(own, { recursive: true, force: true }))
  const folder = within ?? join(own, "disk")
  mkdirSync(folder, { recursive: true })
  const [library, control] = [compiledIn(own), join(own, "control")]
  writeFileSync(control, Buffer.alloc(64))
  const fd = openSync(control, "r+")
  onTestFinished(() => closeSync(fd))
  const set = (settings: Partial<FaultSettings>): void => {
    for (const [name, position] of Object.entries(positions)) {
      const value = Object.entries(settings).find(([key]) => key === name)?.[1]
      if (value === undefined) continue
      const bytes = Buffer.alloc(8)
      bytes.writeBigInt64LE(BigInt(value))
      writeSync(fd, bytes, 0, 8, position * 8)
    }
  }
  set({ room: -1 })
  return {
    folder,
    env: (log) => ({
      LD_PRELOAD: library,
      FAULTS_FOLDER: `${folder}/`,
      FAULTS_CONTROL: control,
      ...(log === undefined ? {} : { FAULTS_LOG: log }),
    }),
    set,
    failedCalls: () => {
      const bytes = Buffer.alloc(8)
      readSync(fd, bytes, 0, 8, positions.faults * 8)
      return Number(bytes.readBigInt64LE())
    },
  }
}
