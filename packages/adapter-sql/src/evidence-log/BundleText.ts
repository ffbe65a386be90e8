/**
 * The text of a bundle's row: a line an entry, `kind time id opener commitment`, with blanks between and commitments as
 * base64url. What was erased is `-`.
 */
import { type EntryKind, entryKindFacts, type LoggedEntry } from "@consent-service/core/evidence"
import { base64UrlOfHex, hexOfBase64Url } from "../log-queue/Hex.js"

const erased = "-"

/** Ids are of any characters: those that end a field or a line, and what would read as erased, are percent-encoded. */
const fieldOf = (id: string | null): string => {
  if (id === null) return erased
  return id === erased ? "%2D" : id.replaceAll(/[%\s]/gu, (character) => encodeURIComponent(character))
}

const lineOf = ({ commitment, id, kind, opener, time }: LoggedEntry): string =>
  `${kind} ${time} ${fieldOf(id)} ${opener ?? erased} ${base64UrlOfHex(commitment)}`

/** The text of entries that follow each other. */
export const bundleText = (entries: ReadonlyArray<LoggedEntry>): string => entries.map(lineOf).join("\n")

const linePattern = /^(\d{1,3}) (\d{1,16}) (\S+) (\S+) ([\w-]{43})$/

const kindOf = (text: string | undefined): EntryKind | null => entryKindFacts(Number(text))?.kind ?? null

const decoded = (field: string): string | null => {
  try {
    return decodeURIComponent(field)
  } catch {
    return null
  }
}

const entryOf = (line: string): LoggedEntry | null => {
  const [, kindText, time, idField, opener, commitment] = linePattern.exec(line) ?? []
  const kind = kindOf(kindText)
  if (kind === null || idField === undefined || opener === undefined || commitment === undefined) return null
  const id = idField === erased ? null : decoded(idField)
  if (id === null && idField !== erased) return null
  return {
    kind,
    time: Number(time),
    id,
    opener: opener === erased ? null : opener,
    commitment: hexOfBase64Url(commitment),
  }
}

/** The entries of a text; null when it is none that {@link bundleText} writes. */
export const readBundleText = (text: string): ReadonlyArray<LoggedEntry> | null => {
  const entries = text.split("\n").map(entryOf)
  const read = entries.filter((entry) => entry !== null)
  return read.length === entries.length ? read : null
}

const hashWidth = 43

/** The text of a tile's row: its hashes as base64url, one after another. */
export const tileText = (hashes: ReadonlyArray<Uint8Array>): string =>
  hashes.map((hash) => Buffer.from(hash).toString("base64url")).join("")

/** The hashes of a tile's row; null when it is no text that {@link tileText} writes. */
export const readTileText = (text: string): ReadonlyArray<Uint8Array> | null => {
  if (!/^[\w-]*$/.test(text) || text.length % hashWidth !== 0) return null
  return Array.from({ length: text.length / hashWidth }, (_, at) =>
    Uint8Array.from(Buffer.from(text.slice(at * hashWidth, (at + 1) * hashWidth), "base64url")),
  )
}
