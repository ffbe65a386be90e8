/**
 * Imports the current version of a module: Node caches every imported module by its address.
 *
 * @module
 */
import { createRequire, register } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads"
import * as Predicate from "effect/Predicate"
import { freshParameter, type ImportedFile } from "./FreshHooks.js"

/** A module and the files that it imports by relative paths, directly or through each other. */
export interface FreshModule {
  readonly module: unknown
  readonly imported: ReadonlyArray<string>
  /** The modules that a later import does not reload. */
  readonly lasting: ReadonlyArray<string>
}

const isImported = (message: unknown): message is ImportedFile =>
  Predicate.hasProperty(message, "url") && typeof message.url === "string"

let port: MessagePort | null = null

/** The hooks report from their thread which files they resolved. */
const hook = (): MessagePort => {
  const { port1, port2 } = new MessageChannel()
  // The built file, also for tests of this one: Node runs it in a thread of its own.
  register("../../dist/server/FreshHooks.js", {
    parentURL: import.meta.url,
    data: { port: port2 },
    transferList: [port2],
  })
  return port1
}

/** What was reported since the last call. A file is reported before Node loads it, so no report is missing. */
const reported = (from: MessagePort): ReadonlyArray<ImportedFile> => {
  const files = new Map<string, ImportedFile>()
  for (;;) {
    const received: { readonly message: unknown } | undefined = receiveMessageOnPort(from)
    if (received === undefined) return Array.from(files.values())
    if (isImported(received.message)) files.set(received.message.url, received.message)
  }
}

const { cache } = createRequire(import.meta.url)

const isOwn = (path: string): boolean => !/[\\/]node_modules[\\/]/.test(path)

/** The cache of `require`, which `jiti` uses, too. */
const forgetRequired = (): void => {
  for (const path of Object.keys(cache)) if (isOwn(path)) delete cache[path]
}

let number = 0

/**
 * Imports a module and its relative imports again. Each time leaves the former modules in memory, because Node
 * never forgets one.
 *
 * @param path - the absolute path of a file
 * @param load - imports an address
 */
export const importFresh = async (path: string, load: (url: string) => Promise<unknown>): Promise<FreshModule> => {
  port ??= hook()
  // Of an import that failed.
  reported(port)
  forgetRequired()
  number += 1
  const url = pathToFileURL(path)
  url.searchParams.set(freshParameter, String(number))
  const module = await load(url.href)
  const found = reported(port)
  const required = Object.keys(cache).filter((each) => isOwn(each) && each !== path)
  const pathsOf = (some: ReadonlyArray<ImportedFile>) => some.map((each) => fileURLToPath(each.url))
  return {
    module,
    imported: Array.from(new Set([...pathsOf(found), ...required])),
    lasting: pathsOf(found.filter(({ lasting }) => lasting)),
  }
}
