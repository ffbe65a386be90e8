/**
 * Publishes the log of an instance in the background, behind its sequencer: nothing waits for it, and its trouble is
 * reported and tried again.
 *
 * @module
 */
import { makePublish, makePublishTimestamps, PublishRun } from "@consent-service/core/evidence-log"
import {
  type CheckpointSigner,
  type EvidenceReader,
  type LogStores,
  LogPublisher,
  type Observation,
  type Observe,
  PublishFailed,
  type StoreError,
} from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { directoryPublisher } from "./DirectoryPublisher.js"
import { functionPublisher, type LogFiles, type PutLogFile } from "./FunctionPublisher.js"
import { makeReport } from "./Report.js"

/** Where a log is published: a directory, or functions. */
export type PublishSetting = { readonly directory: string } | PutLogFile | LogFiles

/** What publishes to where the option says. */
export const publisherOf = (setting: PublishSetting): Context.Tag.Service<LogPublisher> =>
  typeof setting === "object" && "directory" in setting
    ? directoryPublisher(setting.directory)
    : functionPublisher(setting)

/** How long ending waits for the last files. */
const finishMs = 5_000

/** How long the sequencer waits for the published checkpoint, when it begins. */
const anchorMs = 2_000

/** How soon what failed is tried again, at the earliest. */
const retryMs = 5_000

/** The publishing of an instance. */
export interface Publishing {
  /** Publishes what was signed since, in the background. */
  readonly nudge: () => void
  /** Publishes what was stamped since, in the background. */
  readonly stamped: () => void
  /** The newest published checkpoint, which the stored tree has to continue. */
  readonly anchor: Effect.Effect<Option.Option<string>, PublishFailed>
}

const troubleOf = (run: PublishRun): Observation | null =>
  PublishRun.$is("Contradicted")(run) ? { _tag: "EvidencePublishFailed", failure: run.problem } : null

const failureOf = (error: StoreError | PublishFailed): Observation => ({
  _tag: "EvidencePublishFailed",
  failure: error._tag === "PublishFailed" ? error.reason : error._tag,
})

/**
 * Makes the publishing of an instance. When the scope closes, it publishes what is left: close that of the sequencing
 * before.
 */
export const makePublishing = (
  setting: PublishSetting,
  observe: Observe,
): Effect.Effect<Publishing, never, LogStores | CheckpointSigner | Scope.Scope> =>
  Effect.gen(function* () {
    const publisher = publisherOf(setting)
    const ports = yield* Effect.context<EvidenceReader | CheckpointSigner>()
    const report = makeReport(observe)
    const publishTimestamps = makePublishTimestamps()
    // Once after the start, and again after each new stamp.
    let [hasStamps, isNew] = [true, false]
    const publishStamps = Effect.suspend(() => {
      if (!hasStamps) return Effect.void
      hasStamps = false
      return Effect.tapError(publishTimestamps(isNew), () => Effect.sync(() => void (hasStamps = true)))
    })
    const publish = makePublish().pipe(
      Effect.tap((run) => {
        if (run._tag !== "Published") return Effect.void
        isNew ||= run.from === 0
        return publishStamps
      }),
      Effect.provideService(LogPublisher, publisher),
      Effect.provide(ports),
    )
    let failedAt = Number.NEGATIVE_INFINITY
    const attempt = publish.pipe(
      Effect.match({ onFailure: failureOf, onSuccess: troubleOf }),
      Effect.map((trouble) => {
        failedAt = trouble === null ? Number.NEGATIVE_INFINITY : performance.now()
        report(trouble)
      }),
    )
    let current: Promise<void> | null = null
    let isWanted = false
    const run = async (): Promise<void> => {
      do {
        isWanted = false
        await Effect.runPromise(attempt)
      } while (isWanted && performance.now() - failedAt >= retryMs)
      current = null
    }
    const nudge = (): void => {
      if (performance.now() - failedAt < retryMs) return
      isWanted = true
      current ??= run()
    }
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => await current).pipe(Effect.zipRight(attempt), Effect.timeout(finishMs), Effect.ignore),
    )
    const anchor = Effect.timeoutFail(publisher.latest, {
      duration: anchorMs,
      onTimeout: () => new PublishFailed({ reason: "the published checkpoint is not answered" }),
    })
    const stamped = (): void => {
      hasStamps = true
      nudge()
    }
    return { nudge, stamped, anchor }
  })
