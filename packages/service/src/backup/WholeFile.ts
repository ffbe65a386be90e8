/**
 * Files that are there whole or not at all: written under a temporary name, synced, then renamed.
 *
 * @module
 */
import { createHash } from "node:crypto"
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs"
import { hostname } from "node:os"
import { basename, dirname, join, resolve } from "node:path"

/** The exit code of a process that a signal ended, as shells report it. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const

/** Runs `use`, and removes a path after a result or an error. */
const withLastRemoval = async <A>(path: string, use: () => Promise<A>): Promise<A> => {
  try {
    return await use()
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

/** Runs `use`, and removes a path afterwards, whatever comes: a result, an error, SIGINT or SIGTERM. */
export const withRemoval = async <A>(path: string, use: () => Promise<A>): Promise<A> => {
  const stop = (signal: keyof typeof exitCodes): void => {
    rmSync(path, { recursive: true, force: true })
    process.exit(exitCodes[signal])
  }
  process.once("SIGINT", stop).once("SIGTERM", stop)
  try {
    return await withLastRemoval(path, use)
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop)
  }
}

const synced = (path: string): void => {
  const descriptor = openSync(path, "r")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path))

/** What is wrong with a name for a new file, or null. */
export interface NewFile {
  readonly path: string
  /** Replaces a file that is there. */
  readonly force: boolean
  /** Files that must never be replaced. */
  readonly protectedFiles: ReadonlyArray<string>
}

/** Why a new file cannot be written, or null. */
export const newFileProblem = ({ force, path, protectedFiles }: NewFile): string | null => {
  const folder = dirname(resolve(path))
  if (!existsSync(folder)) return `there is no folder ${folder}; create it first`
  if (!existsSync(path)) return null
  if (statSync(path).isDirectory()) return `${path} is a folder; name a file in it`
  if (protectedFiles.map(realPath).includes(realPath(path))) return `${path} is the database itself; name another file`
  return force ? null : `${path} exists; name another file, or replace it with --force`
}

/** Processes have numbers of their own on each machine, and in each container. */
const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8)

const partialOf = (path: string, processId: number): string => `${resolve(path)}.partial-${machine}-${processId}`

const isRunning = (processId: number): boolean => {
  // Of an earlier process with this number: a process writes a file once at a time.
  if (processId === process.pid) return false
  try {
    return process.kill(processId, 0)
  } catch (error) {
    // A process of another user cannot be sent a signal, and runs.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** What processes left that were killed while they wrote this file. */
const leftovers = (path: string): ReadonlyArray<string> => {
  const [folder, beginning] = [dirname(resolve(path)), basename(partialOf(path, 0)).slice(0, -1)]
  return readdirSync(folder)
    .filter((name) => name.startsWith(beginning) && /^\d+$/.test(name.slice(beginning.length)))
    .filter((name) => !isRunning(Number(name.slice(beginning.length))))
    .map((name) => join(folder, name))
}

/**
 * Writes a file that only its owner may read. It has its name once `write` succeeds and its bytes are on the disk.
 *
 * What a killed process left of the file is removed.
 *
 * @param write - receives the temporary name of an empty file in the same folder
 * @param options - `onSignal`: a command's process ends on SIGINT and SIGTERM while it writes; one that ends in its own
 *   way continues
 */
export const writeWhole = <A>(
  path: string,
  write: (partial: string) => Promise<A>,
  { onSignal = "exit" }: { readonly onSignal?: "exit" | "continue" } = {},
): Promise<A> => {
  const partial = partialOf(path, process.pid)
  for (const left of leftovers(path)) rmSync(left, { force: true })
  const removing = onSignal === "exit" ? withRemoval : withLastRemoval
  return removing(partial, async () => {
    closeSync(openSync(partial, "wx", 0o600))
    const written = await write(partial)
    synced(partial)
    renameSync(partial, path)
    synced(dirname(resolve(path)))
    return written
  })
}
