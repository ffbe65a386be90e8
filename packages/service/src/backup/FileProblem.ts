/**
 * What kind of backup a file is, by its first bytes.
 *
 * @module
 */
import { closeSync, openSync, readSync } from "node:fs"
import { messageOf } from "../thrown/Thrown.js"

const beginningOf = (path: string): string => {
  const file = openSync(path, "r")
  try {
    const buffer = Buffer.alloc(16)
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0)).toString("latin1")
  } finally {
    closeSync(file)
  }
}

const check = "restore it into an empty database, and check that: consent-service restore --check URL"

/** Why a file cannot be checked as an SQLite database, or null. */
export const fileProblem = (path: string): string | null => {
  let beginning: string
  try {
    beginning = beginningOf(path)
  } catch (error) {
    return `${path} cannot be read: ${messageOf(error)}`
  }
  if (beginning.startsWith("SQLite format 3")) return null
  if (beginning === "") return `${path} is empty`
  if (beginning.startsWith("PGDMP")) return `${path} is an archive of pg_dump; ${check}`
  return /^(--|\/\*)/.test(beginning) ? `${path} is a dump in SQL; ${check}` : `${path} is no SQLite database`
}
