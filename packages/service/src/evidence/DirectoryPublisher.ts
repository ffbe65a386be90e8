/**
 * Publishes a log to a directory: a file has all of its bytes, and is on the disk, as soon as it has its name.
 *
 * @module
 */
import { logPaths, readTilePath, tileWidth } from "@consent-service/core/evidence"
import { type LogFile, LogPublisher, PublishFailed } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { randomBytes } from "node:crypto"
import { mkdir, open, readFile, rename, rm } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { codeOf, reasonOf } from "../thrown/Thrown.js"

const failing = <A>(promise: () => Promise<A>): Effect.Effect<A, PublishFailed> =>
  Effect.tryPromise({ try: promise, catch: (error) => new PublishFailed({ reason: reasonOf(error) }) })

/** Windows opens no directories; there a rename is durable by itself. */
const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform === "win32") return
  const handle = await open(directory, "r")
  await handle.sync().finally(() => handle.close())
}

/** A new directory is durable once the one that it is in is. */
const makeDirectory = async (directory: string): Promise<void> => {
  const first = await mkdir(directory, { recursive: true })
  if (first === undefined) return
  for (let made = directory; ; made = dirname(made)) {
    await syncDirectory(dirname(made))
    if (made === first) return
  }
}

const writeSynced = async (file: string, bytes: Uint8Array): Promise<void> => {
  const handle = await open(file, "w", 0o644)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isFull = (path: string): boolean => readTilePath(path)?.width === tileWidth

const write = async (directory: string, { bytes, path }: LogFile): Promise<void> => {
  const file = join(directory, path)
  await makeDirectory(dirname(file))
  // Several processes may write the same file.
  const partial = `${file}.new-${randomBytes(4).toString("hex")}`
  try {
    await writeSynced(partial, bytes)
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  await syncDirectory(dirname(file))
  // Readers that look for the beginning of a full tile take the full one, as C2SP tlog-tiles has it.
  if (isFull(path)) await rm(`${file}.p`, { recursive: true, force: true })
}

const read = async (file: string): Promise<Option.Option<string>> => {
  try {
    return Option.some(await readFile(file, "utf8"))
  } catch (error) {
    if (codeOf(error) === "ENOENT") return Option.none()
    throw error
  }
}

/**
 * Publishes to a directory, which is made where there is none.
 *
 * @param directory - relative to the working directory
 */
export const directoryPublisher = (directory: string): Context.Tag.Service<LogPublisher> => {
  const root = resolve(directory)
  return {
    put: (file) => failing(() => write(root, file)),
    latest: failing(() => read(join(root, logPaths.checkpoint))),
  }
}
