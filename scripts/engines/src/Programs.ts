/** Finds installed server programs. */
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

// Server programs live in `sbin`, which an ordinary user's PATH leaves out.
const programFolders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin", "/usr/libexec"]

/** The path of the first of these programs that is installed. */
export const findProgram = (...names: ReadonlyArray<string>): string | undefined =>
  names.flatMap((name) => programFolders.map((folder) => join(folder, name))).find((path) => existsSync(path))
