/**
 * One of several serving processes: follows the primary process, over their channel.
 *
 * @module
 */
import * as Either from "effect/Either"
import { createConsentService } from "../../ConsentService.js"
import { serve, type ServedConsents } from "../../node.js"
import type { ConsentServiceOptions } from "../../options/Options.js"
import type { ServiceMetrics } from "../../metrics/ServiceMetrics.js"
import { loadMetrics } from "../LoadMetrics.js"
import { cannotListen } from "../run/CannotListen.js"
import { FromPrimary, type FromWorker, receive } from "./Messages.js"
import { receiveConfiguration } from "./WorkerConfiguration.js"

type Start = Extract<FromPrimary, { readonly _tag: "Start" }>

const post = (message: FromWorker): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, undefined, {}, () => resolve())
  })

/** Every event of its log carries the worker's number. */
const numbered = (options: ConsentServiceOptions, worker: number): ConsentServiceOptions => {
  const enrich = options.observability?.enrich
  const observability = {
    ...options.observability,
    enrich: (event: Parameters<NonNullable<typeof enrich>>[0]) => ({ ...enrich?.(event), worker }),
  }
  return { ...options, observability }
}

/** The server and its metrics; null where the primary wants none. */
interface Serving {
  readonly served: ServedConsents
  readonly metrics: ServiceMetrics | null
}

/** Serves at the primary's address, or returns why it cannot. */
const begin = async (
  { configuration: received, metrics: isMeasured, server, worker }: Start,
  stoppedListening: () => Promise<void>,
): Promise<Either.Either<Serving, string>> => {
  const configuration = await receiveConfiguration(received)
  if (Either.isLeft(configuration)) return Either.left(configuration.left)
  const loaded = isMeasured ? await loadMetrics() : Either.right(null)
  if (Either.isLeft(loaded)) return Either.left(loaded.left)
  const metrics = loaded.right
  const options = numbered(configuration.right, worker)
  const service = createConsentService(metrics === null ? options : { ...options, metrics })
  try {
    return Either.right({ served: await serve(service, { ...server, stoppedListening }), metrics })
  } catch (error) {
    await service.dispose()
    return Either.left(cannotListen(error))
  }
}

/** Runs until the primary requests a drain, or exits. */
export const runWorker = (): void => {
  let started: Promise<Either.Either<Serving, string>> | null = null
  let reported: Promise<void> = Promise.resolve()
  let ended: Promise<never> | null = null
  let dismiss = (): void => {}
  const dismissed = new Promise<void>((resolve) => void (dismiss = resolve))

  const stoppedListening = async (): Promise<void> => {
    await post({ _tag: "StoppedListening" })
    await dismissed
  }

  const start = async (message: Start): Promise<void> => {
    started = begin(message, stoppedListening)
    const serving = await started
    if (Either.isLeft(serving)) {
      await post({ _tag: "Failed", why: serving.left })
      process.exit(1)
    }
    const { address, url } = serving.right.served
    await post({ _tag: "Ready", url, address: address.address, port: address.port })
  }

  const measure = async (id: number | null): Promise<void> => {
    const serving = await started
    if (serving === null || Either.isLeft(serving) || serving.right.metrics === null) return
    await post({ _tag: "MetricsTaken", id, snapshot: await serving.right.metrics.snapshot() })
  }
  /** One after another, so that no older snapshot follows a newer one. */
  const report = (id: number | null): Promise<void> => (reported = reported.then(() => measure(id)))

  const end = async (): Promise<never> => {
    const serving = await started
    if (serving !== null && Either.isRight(serving)) {
      await serving.right.served.close()
      await report(null)
    }
    process.exit(0)
  }
  const drain = (): void => void (ended ??= end())

  receive(process, FromPrimary, (message) => {
    switch (message._tag) {
      case "Start":
        void start(message)
        break
      case "MetricsWanted":
        void report(message.id)
        break
      case "Drain":
        drain()
        break
      case "Dismiss":
        dismiss()
        break
    }
  })
  // Terminals and process managers signal a whole group: the primary decides about SIGINT and SIGHUP.
  process.on("SIGTERM", drain)
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {})
  void post({ _tag: "Online" })
}
