/**
 * The options by which commands find the configuration of a server.
 *
 * @module
 */
import * as Either from "effect/Either"
import { resolve } from "node:path"
import { type ConfigurationIssue, ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { inspectOptions } from "../options/CheckOptions.js"
import type { ServiceSettings } from "../options/Settings.js"
import { readConfigurationIn, type SearchPlace, type ServerConfiguration } from "../server/ServerConfiguration.js"
import type { SaidValue } from "../server/Variables.js"
import type { Given } from "./Command.js"

/** `--config`, and the flags that stand over variables. */
export const serverOptions = {
  config: { type: "string", help: "the configuration file; default: consent.config.{ts,mjs,js,json,yaml}" },
  database: { type: "string", help: "sqlite:FILE, postgres://… or mysql://…; overrides the configuration's" },
  port: { type: "string", help: "the port; default: 8787; 0 for any free port" },
  host: { type: "string", help: "the address to listen on; default: all; 127.0.0.1 for this machine only" },
  workers: { type: "string", help: "how many processes serve: a number, or auto for one on each core; 1 on SQLite" },
} as const

const flagPaths: Readonly<Record<string, ReadonlyArray<string>>> = {
  database: ["database"],
  port: ["server", "port"],
  host: ["server", "host"],
  workers: ["server", "workers"],
}

/** Flags that are numbers; what is not one is refused by the check of the option, with the flag's name. */
const numbers = new Set(["port", "workers"])

const flagsOf = (given: Given): ReadonlyArray<SaidValue> => [
  ...Object.entries(flagPaths).flatMap(([name, path]) => {
    const text = given.value(name)
    if (text === null) return []
    return [{ path, value: numbers.has(name) && /^\d+$/.test(text) ? Number(text) : text, source: `--${name}` }]
  }),
  ...(given.flags.has("watch") ? [{ path: ["server", "watch"], value: true, source: "--watch" }] : []),
]

/** Where a command that was called so finds its configuration. */
export const placeOf = (given: Given): SearchPlace => {
  const named = given.value("config")
  return { folder: process.cwd(), path: named === null ? null : resolve(named), flags: flagsOf(given) }
}

/** Reads the configuration that a command was called with, the folder's `.env` included. */
export const configurationOf = (
  given: Given,
): Promise<Either.Either<ServerConfiguration, ReadonlyArray<ConfigurationIssue>>> => readConfigurationIn(placeOf(given))

/** The settings that a server would run with. */
export const settingsOf = async (given: Given): Promise<Either.Either<ServiceSettings, ConsentConfigurationError>> => {
  const configuration = await configurationOf(given)
  return Either.isLeft(configuration)
    ? Either.left(new ConsentConfigurationError(configuration.left))
    : Either.map(inspectOptions(configuration.right.options), ({ options }) => options)
}
