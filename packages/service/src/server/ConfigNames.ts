/**
 * The names of configuration files. Loaded before anything else is, so it imports only Node's own modules.
 *
 * @module
 */
import { existsSync } from "node:fs"
import { extname, join } from "node:path"

/** The names that are looked for, in this order; several of them in one folder are refused. */
export const configNames: ReadonlyArray<string> = ["ts", "mts", "mjs", "js", "json", "yaml", "yml"].map(
  (extension) => `consent.config.${extension}`,
)

/** The configuration files of a folder. */
export const configFilesIn = (folder: string): ReadonlyArray<string> =>
  configNames.map((name) => join(folder, name)).filter((path) => existsSync(path))

/** Whether a configuration file is data, and not a module that is run to read it. */
export const isDataFile = (path: string): boolean => [".json", ".yaml", ".yml"].includes(extname(path))
