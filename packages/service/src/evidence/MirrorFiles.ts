/**
 * Reads the files of a published log from a directory, or from a web server.
 *
 * @module
 */
import { MirrorUnusable, type ReadLogFile } from "@consent-service/core/evidence-log"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { codeOf, reasonOf } from "../thrown/Thrown.js"
import { boundedBody } from "./BoundedBody.js"

/** How long a web server may take to answer. */
const answerMs = 30_000

/** No file of a log is as long: the longest are lists of time stamps and erasures. */
const mostFileBytes = 16_777_216

const fromDirectory =
  (directory: string) =>
  async (path: string): Promise<Option.Option<Uint8Array>> => {
    try {
      return Option.some(await readFile(join(directory, path)))
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error
      if (!existsSync(directory)) throw new Error(`there is no directory ${directory}`, { cause: error })
      return Option.none()
    }
  }

const closed = ": it opens entries to API keys only; read the published files, or audit with --proofs"

/** The error of `fetch` says only that it failed; its cause says why. */
const whyUnanswered = (error: unknown): string =>
  reasonOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)

const fromUrl =
  (address: string) =>
  async (path: string): Promise<Option.Option<Uint8Array>> => {
    const signal = AbortSignal.timeout(answerMs)
    const url = `${address.replace(/\/$/, "")}/${path}`
    const response = await fetch(url, { signal, redirect: "error" }).catch((error: unknown) => {
      throw new Error(`${url} cannot be read: ${whyUnanswered(error)}`, { cause: error })
    })
    if (response.status === 404) return Option.none()
    if (response.status === 401) throw new Error(`the server answers 401 for ${path}${closed}`)
    if (!response.ok) throw new Error(`the server answers ${response.status} for ${path}`)
    return Option.some(await boundedBody(response, mostFileBytes))
  }

/**
 * Reads files of the log that is published at a place.
 *
 * @param place - a directory, or a URL of `http:` or `https:`
 */
export const mirrorAt = (place: string): ReadLogFile => {
  const read = /^https?:\/\//.test(place) ? fromUrl(place) : fromDirectory(place)
  return (path) =>
    Effect.tryPromise({ try: () => read(path), catch: (error) => new MirrorUnusable({ reason: reasonOf(error) }) })
}
