/**
 * One process of several that serve: does what the primary process says, over the channel to it.
 *
 * @module
 */
import * as Either from "effect/Either"
import { createConsentService } from "../../ConsentService.js"
import { ConsentConfigurationError } from "../../configuration/ConsentConfigurationError.js"
import { serve, type ServedConsents } from "../../node.js"
import type { ConsentServiceOptions } from "../../options/Options.js"
import { cannotListen } from "../run/CannotListen.js"
import { readConfigurationIn } from "../ServerConfiguration.js"
import { FromPrimary, type FromWorker, receive } from "./Messages.js"

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

/** Serves where the primary says, or gives why not. */
const begin = async ({ place, server, worker }: Start): Promise<Either.Either<ServedConsents, string>> => {
  const configuration = await readConfigurationIn(place)
  if (Either.isLeft(configuration)) return Either.left(new ConsentConfigurationError(configuration.left).message)
  const service = createConsentService(numbered(configuration.right.options, worker))
  try {
    return Either.right(await serve(service, server))
  } catch (error) {
    await service.dispose()
    return Either.left(cannotListen(error, server))
  }
}

/** Runs until the primary says to drain, or is gone. */
export const runWorker = (): void => {
  let started: Promise<Either.Either<ServedConsents, string>> | null = null
  let ended: Promise<never> | null = null

  const start = async (message: Start): Promise<void> => {
    started = begin(message)
    const served = await started
    if (Either.isLeft(served)) {
      await post({ _tag: "Failed", why: served.left })
      process.exit(1)
    }
    const { address, url } = served.right
    await post({ _tag: "Ready", url, address: address.address, port: address.port })
  }

  const end = async (): Promise<never> => {
    const served = await started
    if (served !== null && Either.isRight(served)) await served.right.close()
    process.exit(0)
  }
  const drain = (): void => void (ended ??= end())

  receive(process, FromPrimary, (message) => {
    switch (message._tag) {
      case "Start":
        void start(message)
        break
      case "Drain":
        drain()
        break
    }
  })
  // Terminals and process managers signal a whole group: what SIGINT and SIGHUP mean is the primary's to decide.
  process.on("SIGTERM", drain)
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {})
  void post({ _tag: "Online" })
}
