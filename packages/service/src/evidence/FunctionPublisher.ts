/**
 * Publishes a log through functions of the integrator's: to an object store, for example.
 *
 * @module
 */
import { logPaths } from "@consent-service/core/evidence"
import { type LogFile, LogPublisher, PublishFailed } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { reasonOf } from "../thrown/Thrown.js"

/** Puts a file of the log, durably: it resolves, or returns, when the file is there. */
export type PutLogFile = (file: LogFile) => unknown

/** Puts files of the log, and reads the newest published checkpoint. */
export interface LogFiles {
  readonly put: PutLogFile
  /**
   * The text of the file `checkpoint`, read from where it was put; null when there is none. Without this function, each
   * start publishes the whole log again, and a restored database is not compared with what is published.
   */
  readonly latest?: (() => Promise<string | null> | string | null) | undefined
}

const failing = <A>(promise: () => A | PromiseLike<A>): Effect.Effect<A, PublishFailed> =>
  Effect.tryPromise({
    try: async () => await promise(),
    catch: (error) => new PublishFailed({ reason: reasonOf(error) }),
  })

/** Publishes through functions. What is never read is remembered as long as the process runs. */
export const functionPublisher = (files: PutLogFile | LogFiles): Context.Tag.Service<LogPublisher> => {
  const { latest, put }: LogFiles = typeof files === "function" ? { put: files } : files
  let remembered: Option.Option<string> = Option.none()
  return {
    put: (file) =>
      Effect.map(
        failing(() => put(file)),
        () => {
          if (file.path === logPaths.checkpoint) remembered = Option.some(new TextDecoder().decode(file.bytes))
        },
      ),
    latest:
      latest === undefined
        ? Effect.sync(() => remembered)
        : Effect.map(
            failing(() => latest()),
            Option.fromNullable,
          ),
  }
}
