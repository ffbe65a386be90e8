/**
 * The digest of a file: a file that was rewritten with the same content has not changed.
 *
 * @module
 */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

/** The digest of a file's content; a word for one that cannot be read. */
export const digestOf = (path: string): string => {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("base64")
  } catch {
    return "unreadable"
  }
}
