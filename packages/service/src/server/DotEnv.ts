/**
 * The variables of a folder's `.env`: those of the process that are not set by anything else.
 *
 * @module
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"

/** Where the file of a folder is. */
export const dotEnvPath = (folder: string): string => join(folder, ".env")

/** The variables that the file has set, which it may change when it is read again. */
const fromFile = new Set<string>()

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** Sets the variables of the file that the process was not started with, and takes back those it no longer has. */
export const loadDotEnv = (folder: string): void => {
  for (const name of fromFile) delete process.env[name]
  fromFile.clear()
  for (const [name, value] of Object.entries(parseEnv(textOf(dotEnvPath(folder))))) {
    if (process.env[name] !== undefined) continue
    process.env[name] = value
    fromFile.add(name)
  }
}
