/** Rows of the log's tables, and what they are read as. */
import {
  type Bundle,
  decodeBase64,
  type EntryKind,
  entryKindFacts,
  type LogHead,
  type QueuedEntry,
  type Tile,
} from "@consent-service/core/evidence"
import type { KeptCheckpoint, KeptTimestamp } from "@consent-service/core/ports"
import type { Row } from "@effect/sql/SqlConnection"
import { integer, text } from "../statement/Columns.js"
import { UnexpectedAnswer } from "../statement/Guard.js"
import { readBundleText, readTileText } from "./BundleText.js"
import { bytesOfBase64Url, hexOfBase64Url } from "../log-queue/Hex.js"

/** The failure for a row whose text is not what was written there. */
export const unreadable = (): UnexpectedAnswer =>
  new UnexpectedAnswer({ message: "a row of the evidence log is not as it was written" })

export const headOf = (row: Row): LogHead => ({
  size: integer(row["size"]),
  root: bytesOfBase64Url(text(row["root"])),
  lastTime: integer(row["last_time"]),
})

const kindOf = (value: unknown): EntryKind => {
  const kind = integer(value)
  const facts = entryKindFacts(kind)
  if (facts === null) throw new TypeError(`there is no kind ${kind} of entries`)
  return facts.kind
}

export const queuedOf = (row: Row): QueuedEntry => ({
  kind: kindOf(row["kind"]),
  id: text(row["id"]),
  salt: text(row["salt"]),
  commitment: hexOfBase64Url(text(row["commitment"])),
  receivedAt: integer(row["received_at"]),
})

/** Null when the content of the row is not what a bundle's is. */
export const bundleOf = (row: Row): Bundle | null => {
  const entries = readBundleText(text(row["content"]))
  if (entries === null) return null
  return {
    n: integer(row["n"]),
    entries,
    firstReceived: integer(row["first_received"]),
    lastReceived: integer(row["last_received"]),
  }
}

/** Null when the hashes of the row are not what a tile's are. */
export const tileOf = (row: Row): Tile | null => {
  const hashes = readTileText(text(row["hashes"]))
  return hashes === null ? null : { level: integer(row["level"]), n: integer(row["n"]), hashes }
}

export const checkpointOf = (row: Row): KeptCheckpoint => ({
  size: integer(row["size"]),
  note: text(row["note"]),
  signedAt: integer(row["signed_at"]),
})

/** Null when the answer of the row is not as it was written. */
export const timestampOf = (row: Row): KeptTimestamp | null => {
  const answer = decodeBase64(text(row["answer"]))
  if (answer === null) return null
  return {
    size: integer(row["size"]),
    authority: text(row["authority"]),
    text: text(row["text"]),
    answer,
    keptAt: integer(row["kept_at"]),
  }
}
