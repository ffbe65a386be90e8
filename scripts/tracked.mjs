// @ts-check
// The files of the repository, as the checks of their text need them.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fromRoot } from "./workspace.mjs"

/** @returns {ReadonlyArray<string>} every tracked file, and every new one that is not ignored, relative to the root */
export const trackedFiles = () =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: fromRoot("."),
    encoding: "utf8",
    maxBuffer: 1 << 26,
  })
    .split("\0")
    .filter((path) => path !== "")

/** @param {string} path @returns {string | null} the text of a file; null where it is deleted and not committed yet */
export const readTracked = (path) => {
  try {
    return readFileSync(fromRoot(path), "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null
    throw error
  }
}
