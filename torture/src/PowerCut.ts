/**
 * What a disk may hold after a power cut, from the log of native/faults.c. What was flushed is there; of every write after
 * that the disk has all, nothing, or whole sectors from its start, whatever the order in which they were made. Pure.
 */
import type { Random } from "./Random.js"

/** The files of a disk by their path. */
export type Disk = ReadonlyMap<string, Buffer>

const sector = 512
const headerBytes = 24
const kinds = { write: 1, sync: 2, truncate: 3, unlink: 4 }

interface Entry {
  readonly kind: number
  readonly path: string
  readonly offset: number
  readonly length: number
  readonly data: Buffer
  /** Where it is in the log. */
  readonly at: number
}

/** The entries of a log; a part of one at its end does not count. */
const entriesIn = (log: Buffer): ReadonlyArray<Entry> => {
  const entries: Array<Entry> = []
  for (let at = 0; at + headerBytes <= log.length; ) {
    const [kind, pathLength] = [log.readUInt32LE(at), log.readUInt32LE(at + 4)]
    const [offset, length] = [Number(log.readBigUInt64LE(at + 8)), Number(log.readBigUInt64LE(at + 16))]
    const dataAt = at + headerBytes + pathLength
    const end = dataAt + length
    if (end > log.length) break
    const path = log.toString("utf8", at + headerBytes, dataAt)
    entries.push({ kind, path, offset, length, data: log.subarray(dataAt, end), at })
    at = end
  }
  return entries
}

const written = (file: Buffer, offset: number, data: Buffer): Buffer => {
  const end = offset + data.length
  const grown = end > file.length ? Buffer.concat([file, Buffer.alloc(end - file.length)]) : file
  data.copy(grown, offset)
  return grown
}

const resized = (file: Buffer, length: number): Buffer =>
  length <= file.length ? file.subarray(0, length) : Buffer.concat([file, Buffer.alloc(length - file.length)])

const applied = (file: Buffer, { data, kind, offset }: Entry): Buffer =>
  kind === kinds.write ? written(file, offset, data) : resized(file, offset)

/** A file, and what was done to it since it was flushed. */
interface Flushed {
  readonly file: Buffer
  readonly pending: ReadonlyArray<Entry>
}

const nothing: Flushed = { file: Buffer.alloc(0), pending: [] }

const flush = ({ file, pending }: Flushed, before: number): Flushed => ({
  file: pending.filter(({ at }) => at < before).reduce(applied, file),
  pending: pending.filter(({ at }) => at >= before),
})

type Luck = "none" | "all" | "some"

/** What became of one change that was not flushed; null when it is lost. */
const survivor = (entry: Entry, luck: Luck, random: Random): Entry | null => {
  if (luck !== "some") return luck === "all" ? entry : null
  const fate = random.pick(["kept", "lost", "torn"] as const)
  if (fate === "kept" || (fate === "torn" && entry.kind !== kinds.write)) return entry
  if (fate === "lost") return null
  const kept = random.between(0, Math.floor(entry.data.length / sector)) * sector
  return { ...entry, data: entry.data.subarray(0, kept) }
}

/** A disk after the power is back. */
export interface AfterCut {
  readonly disk: Disk
  /** How many changes were not flushed when the power went. */
  readonly atRisk: number
}

/**
 * Decides what a disk holds after a power cut.
 *
 * @param before - what it held, all of it flushed, when the log began
 */
export const afterPowerCut = (before: Disk, log: Buffer, random: Random): AfterCut => {
  const files = new Map<string, Flushed>()
  // Copied: changes are made in place.
  for (const [path, file] of before) files.set(path, { file: Buffer.from(file), pending: [] })
  for (const entry of entriesIn(log)) {
    const { file, pending } = files.get(entry.path) ?? nothing
    if (entry.kind === kinds.unlink) files.delete(entry.path)
    else if (entry.kind === kinds.sync) files.set(entry.path, flush({ file, pending }, entry.offset))
    else files.set(entry.path, { file, pending: [...pending, entry] })
  }
  const luck = random.pick(["none", "all", "some", "some"] as const)
  const disk = new Map<string, Buffer>()
  let atRisk = 0
  for (const [path, { file, pending }] of files) {
    atRisk += pending.length
    const survivors = pending.flatMap((entry) => survivor(entry, luck, random) ?? [])
    disk.set(path, survivors.reduce(applied, Buffer.from(file)))
  }
  return { disk, atRisk }
}
