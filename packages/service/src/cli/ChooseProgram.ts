/**
 * Chooses between the bundled command line and the one from the packages. Loaded before either, so it imports only Node's own
 * modules and `ConfigNames`.
 *
 * @module
 */
import { parseArgs } from "node:util"
import { configFilesIn, isDataFile } from "../server/ConfigNames.js"

/** The configuration file that `--config` names, or null. */
const namedConfig = (args: ReadonlyArray<string>): string | null => {
  const { values } = parseArgs({
    args: [...args],
    options: { config: { type: "string" } },
    strict: false,
    allowPositionals: true,
  })
  return typeof values.config === "string" ? values.config : null
}

/**
 * Whether the bundled command line may run: it starts in half the time, but has an `effect` of its own. A configuration that is
 * code may contain layers of the installed `effect`, so only `serve` with a configuration that is data, or with none, is bundled.
 *
 * @param args - the arguments of the command line
 * @param folder - where a configuration is looked for
 */
export const runsBundled = ([command, ...args]: ReadonlyArray<string>, folder: string): boolean => {
  if (command !== "serve") return false
  const named = namedConfig(args)
  return (named === null ? configFilesIn(folder) : [named]).every(isDataFile)
}
