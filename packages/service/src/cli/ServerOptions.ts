/**
 * The options by which commands find the configuration of a server.
 *
 * @module
 */
import type { Either } from "effect/Either"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseEnv } from "node:util"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"
import { readServerConfiguration, type ServerConfiguration } from "../server/ServerConfiguration.js"
import type { SaidValue } from "../server/Variables.js"
import type { Given } from "./Command.js"

/** `--config`, and the flags that stand over variables. */
export const serverOptions = {
  config: { type: "string", help: "the configuration file; consent.config.{ts,mjs,js,json,yaml} when left out" },
  database: { type: "string", help: "sqlite:FILE, postgres://… or mysql://…; in place of the configuration's" },
  port: { type: "string", help: "the port; 8787 when nothing says otherwise, 0 takes any free one" },
  host: { type: "string", help: "the address to listen on; all when left out, 127.0.0.1 for this machine only" },
} as const

const flagPaths: Readonly<Record<string, ReadonlyArray<string>>> = {
  database: ["database"],
  port: ["server", "port"],
  host: ["server", "host"],
}

const flagsOf = (given: Given): ReadonlyArray<SaidValue> =>
  Object.entries(flagPaths).flatMap(([name, path]) => {
    const text = given.value(name)
    if (text === null) return []
    // What is not a number is refused by the check of the port, with its name.
    return [{ path, value: name === "port" && /^\d+$/.test(text) ? Number(text) : text, source: `--${name}` }]
  })

/** Adds the variables of the folder's `.env` to those of the process that are not set. */
const loadDotEnv = (folder: string): void => {
  let text: string
  try {
    text = readFileSync(join(folder, ".env"), "utf8")
  } catch {
    return
  }
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
}

/** Reads the configuration that a command was called with, the folder's `.env` included. */
export const configurationOf = (
  given: Given,
): Promise<Either<ServerConfiguration, ReadonlyArray<ConfigurationIssue>>> => {
  const folder = process.cwd()
  loadDotEnv(folder)
  const named = given.value("config")
  return readServerConfiguration({
    folder,
    path: named === null ? null : resolve(named),
    variables: process.env,
    flags: flagsOf(given),
  })
}
