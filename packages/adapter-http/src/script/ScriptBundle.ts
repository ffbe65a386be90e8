/**
 * A bundle's text: loaded on first use, cached on success, loaded again after a failure.
 *
 * @module
 */
import { sha256Hex } from "@consent-service/core/primitives"
import * as Data from "effect/Data"
import type { BundleFile, BundleSource } from "./ScriptOptions.js"

/** The outcome of loading a bundle. */
export type BundleRead = Data.TaggedEnum<{
  /** `digest`: the SHA-256 of the text, as hex. */
  Found: { readonly text: string; readonly digest: string }
  /** No file is configured, the platform has no files, or this one could not be read. */
  Missing: { readonly cause: unknown }
}>
export const BundleRead = Data.taggedEnum<BundleRead>()

/** Reads a file as UTF-8 text; rejects when it cannot. */
export type ReadText = (file: BundleFile) => Promise<string>

/** Imported at run time: a static import of `node:fs` would exclude Workers and browsers. */
const builtIn = globalThis.process?.getBuiltinModule?.("node:fs/promises")

/** The platform's file reader; null where it has no files. */
export const platformReadText: ReadText | null =
  builtIn === undefined
    ? null
    : async (file) => builtIn.readFile(/^file:/i.test(String(file)) ? new URL(file) : file, "utf8")

const missing = (why: string): (() => Promise<BundleRead>) => {
  const answer = Promise.resolve(BundleRead.Missing({ cause: new Error(why) }))
  return () => answer
}

const found = (text: string): BundleRead => BundleRead.Found({ text, digest: sha256Hex(text) })

/** Loads a bundle's text; null where it is a file and the platform has none. */
const loader = (source: BundleSource, readText: ReadText | null): (() => Promise<string>) | null => {
  if (typeof source === "function") return source
  return readText === null ? null : () => readText(source)
}

/**
 * Makes the reader of one bundle. Requests that arrive while it is being read wait for the same read. It never rejects.
 *
 * @param source - where it is; `undefined` when none is configured
 */
export const makeBundle = (
  source: BundleSource | undefined,
  readText: ReadText | null,
): (() => Promise<BundleRead>) => {
  if (source === undefined) return missing("no bundle file is named")
  const load = loader(source, readText)
  if (load === null) return missing("this platform has no filesystem")
  let reading: Promise<BundleRead> | null = null

  const failed = (cause: unknown): BundleRead => {
    reading = null
    return BundleRead.Missing({ cause })
  }

  return () => (reading ??= Promise.resolve().then(load).then(found, failed))
}
