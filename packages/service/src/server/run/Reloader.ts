/**
 * Reloads the configuration of a server: reads and checks it, and passes it to the server. An invalid one changes nothing.
 *
 * @module
 */
import type { Observe } from "@consent-service/core/ports"
import * as Either from "effect/Either"
import type { ConfigurationIssue } from "../../configuration/ConsentConfigurationError.js"
import type { ServerSettings } from "../../options/ServerOptions.js"
import { digestOf } from "./FileDigest.js"
import { reasonOf } from "../../thrown/Thrown.js"
import { databaseKind } from "../DatabaseKind.js"
import type { ServerConfiguration } from "../ServerConfiguration.js"

/** Reads the current configuration. */
export type ReadConfiguration = () => Promise<Either.Either<ServerConfiguration, ReadonlyArray<ConfigurationIssue>>>

/** Serves with a configuration. */
export interface Reloadable {
  readonly read: ReadConfiguration
  /** Logs, by the configuration in force. */
  readonly observe: Observe
  /**
   * Serves with another configuration. Rejects when it cannot, and continues as before.
   *
   * @returns null; where some processes still serve with the former one, and are tried again, what resolves when none does
   */
  readonly apply: (next: ServerConfiguration) => Promise<{ readonly finished: Promise<void> } | null>
  /** Whether each configuration is read by a new process, which has nothing from before in memory. */
  readonly inNewProcess: boolean
}

/** Reloads. */
export interface Reloader {
  /**
   * Resolves when the new configuration was refused, or is in force: in all processes, or in the first of them, with others
   * tried again. Further calls meanwhile are one more reload.
   */
  readonly reload: () => Promise<void>
  /** The configuration in force. */
  readonly configuration: () => ServerConfiguration
}

const settingNames = ["port", "host", "maxConnections", "graceMs", "workers", "watch"] as const
const placeNames = ["port", "host"] as const

/** Options that are read once, when the server starts. */
const fixed = (started: ServerSettings, next: ServerSettings): ReadonlyArray<string> =>
  [
    ...settingNames.filter((name) => started[name] !== next[name]),
    ...placeNames.filter((name) => started.metrics[name] !== next.metrics[name]).map((name) => `metrics.${name}`),
  ].map((name) => `server.${name}`)

const records =
  "records are kept in memory, where a new instance would not find them: restart to change the configuration"

/** Makes the reloader of a running server. */
export const makeReloader = (
  started: ServerConfiguration,
  { apply, inNewProcess, observe, read }: Reloadable,
): Reloader => {
  let current = started
  let running: Promise<void> | null = null
  let again: Promise<void> | null = null
  const lasting = new Map(started.lasting.map((path) => [path, digestOf(path)]))

  const applied = async () => {
    const next = await read()
    if (Either.isLeft(next)) return Either.left(next.left.map(({ message, option }) => `${option}: ${message}`))
    if (databaseKind(current.options.database) === "memory") return Either.left([records])
    return Either.right({ next: next.right, unfinished: await apply(next.right) })
  }

  const stale = (next: ServerConfiguration): ReadonlyArray<string> =>
    inNewProcess ? [] : next.lasting.filter((path) => (lasting.get(path) ?? digestOf(path)) !== digestOf(path))

  const once = async (): Promise<void> => {
    const since = performance.now()
    const durationMs = (): number => Math.round(performance.now() - since)
    const result = await applied().catch((error: unknown) => Either.left([reasonOf(error)]))
    if (Either.isLeft(result)) {
      observe({ _tag: "ReloadRefused", durationMs: durationMs(), issues: result.left })
      return
    }
    const { next, unfinished } = result.right
    current = next
    const reloaded = (): void => {
      const needRestart = [...fixed(started.server, next.server), ...stale(next)]
      observe({ _tag: "ConfigurationReloaded", durationMs: durationMs(), needRestart })
    }
    if (unfinished === null) reloaded()
    else void unfinished.finished.then(reloaded)
  }

  const reload = (): Promise<void> => {
    if (running === null) {
      running = once().finally(() => {
        running = null
      })
      return running
    }
    again ??= running.then(() => {
      again = null
      return reload()
    })
    return again
  }

  return { reload, configuration: () => current }
}
