/**
 * The port that publishes the files of a log to a place where others can read them and that outlives the database.
 *
 * Its law is the suite `LogPublisherLaws` of `@consent-service/testkit`: a file is durable once it was put; the newest
 * published checkpoint is the one that was put last, in every process; an incomplete file does not exist.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"

/** A file of a published log. */
export interface LogFile {
  /** Below the address of the log, with slashes: `tile/0/000`, `checkpoint`. */
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** For `Content-Type`. */
  readonly type: string
  /** For `Cache-Control`. */
  readonly cacheControl: string
}

/**
 * A file could not be published or read. It is retried.
 *
 * @example
 * ```ts
 * import { PublishFailed } from "@consent-service/core/ports"
 *
 * new PublishFailed({ reason: "the bucket does not answer" }).reason // "the bucket does not answer"
 * ```
 */
export class PublishFailed extends Data.TaggedError("PublishFailed")<{
  /** For the log of the service. */
  readonly reason: string
}> {}

/**
 * Publishes a log.
 *
 * @example
 * ```ts
 * import { LogPublisher } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const published = Effect.flatMap(LogPublisher, ({ latest }) => latest)
 * ```
 */
export class LogPublisher extends Context.Tag("@consent-service/core/ports/LogPublisher")<
  LogPublisher,
  {
    /**
     * Puts a file, complete and durable. Every path except those of the checkpoint, the keys and the list of time stamps always gets the same bytes.
     */
    readonly put: (file: LogFile) => Effect.Effect<void, PublishFailed>

    /** The newest published checkpoint, unchanged; none when there is none. */
    readonly latest: Effect.Effect<Option.Option<string>, PublishFailed>
  }
>() {}
