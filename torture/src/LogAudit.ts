/**
 * The checker of the evidence log: each record has its entry once, and the tree is what was signed. It reads the tables
 * past the service's own code; what it hashes with is the core's, which Go's implementation is compared with elsewhere.
 */
import {
  type EntryKind,
  entryKindFacts,
  leafData,
  leafHash,
  readCheckpoint,
  readNote,
  rootOf,
} from "@consent-service/core/evidence"
import { run, type StoredRow } from "./Store.js"

/** The tables of the log, and the ids of all records. */
export interface StoredLog {
  readonly consents: ReadonlyArray<string>
  readonly log: ReadonlyArray<StoredRow>
  readonly queue: ReadonlyArray<StoredRow>
  readonly bundles: ReadonlyArray<StoredRow>
  readonly checkpoints: ReadonlyArray<StoredRow>
  /** The sums of what is counted of records, by unit and dimension. */
  readonly counts: ReadonlyArray<StoredRow>
}

/** What the statistics count by, and over how much time. */
const [dimensions, units] = [
  ["day", "country", "rule", "action", "language", "experiment"],
  ["day", "month", "ever"],
]

/** Reads the log of a database with one tenant. */
export const readLog = async (url: string): Promise<StoredLog> => ({
  // Before the queue and the tree: an entry only ever moves from the one to the other.
  consents: (await run(url, "select id from cs_consent")).map((row) => row["id"] ?? ""),
  queue: await run(url, "select id, kind from cs_log_queue"),
  // In one statement with the head that they are of.
  counts: await run(
    url,
    `select s.unit, s.dimension, sum(s.records) as records, max(l.counted_to) as counted_to
      from cs_statistic s cross join cs_log l group by s.unit, s.dimension`,
  ),
  log: await run(url, "select size, root from cs_log"),
  bundles: await run(url, "select n, width, content from cs_log_bundle order by n"),
  checkpoints: await run(url, "select size, note from cs_log_checkpoint order by size"),
})

interface Entry {
  readonly kind: EntryKind
  readonly time: number
  readonly id: string
  readonly commitment: string
}

const entryIn = (line: string): Entry => {
  const [kind = "", time = "", id = "", , commitment = ""] = line.split(" ")
  const facts = entryKindFacts(Number(kind))
  if (facts === null) throw new Error(`an entry of the kind ${kind}`)
  return { kind: facts.kind, time: Number(time), id, commitment: Buffer.from(commitment, "base64url").toString("hex") }
}

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

const repeated = (ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return ids.filter((id) => seen.size === seen.add(id).size)
}

/** What is wrong with the tree. */
const treeFindings = (
  { bundles, checkpoints, log }: StoredLog,
  entries: ReadonlyArray<Entry>,
): ReadonlyArray<string> => {
  const leaves = entries.map((entry) => leafHash(leafData(entry)))
  const dense = bundles.flatMap(({ content, n, width }, at) => {
    const lines = content?.split("\n").length
    const isLast = at === bundles.length - 1
    return Number(n) === at && Number(width) === lines && (isLast || lines === 256) ? [] : [`bundle ${n} is not whole`]
  })
  const head = log.flatMap(({ root, size }) =>
    Number(size) === leaves.length && root === base64Url(rootOf(leaves))
      ? []
      : [`the head of ${size} entries is another`],
  )
  const signed = checkpoints.flatMap(({ note, size }) => {
    const body = readCheckpoint(readNote(note ?? "")?.text ?? "")
    const root = base64Url(rootOf(leaves.slice(0, Number(size))))
    return body?.size === Number(size) && base64Url(body.root) === root ? [] : [`the checkpoint of ${size} is another`]
  })
  const backwards = entries.some(({ time }, at) => time < (entries[at - 1]?.time ?? 0)) ? ["times go back"] : []
  return [...dense, ...head, ...signed, ...backwards]
}

/** What is counted otherwise than the entries of the tree say. */
const countFindings = ({ counts }: StoredLog, entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const [first] = counts
  const countedTo = Number(first?.["counted_to"] ?? 0)
  const expected = entries.slice(0, countedTo).filter(({ kind }) => kind === 1 || kind === 8).length
  if (expected === 0) return counts.length === 0 ? [] : ["records are counted that are not logged"]
  return dimensions.flatMap((dimension) =>
    units.flatMap((unit) => {
      const row = counts.find((one) => one["dimension"] === dimension && one["unit"] === unit)
      const records = Number(row?.["records"] ?? 0)
      return records === expected ? [] : [`${records} records are counted by ${dimension} and ${unit}, not ${expected}`]
    }),
  )
}

/** Everything wrong with a log: records without an entry or with several, entries without a record, another tree or counts. */
export const auditLog = (stored: StoredLog): ReadonlyArray<string> => {
  const entries = stored.bundles.flatMap(({ content }) => (content ?? "").split("\n").map(entryIn))
  const queued = stored.queue.filter(({ kind }) => kind === "1").map(({ id }) => id ?? "")
  const logged = [...entries.filter(({ kind }) => kind === 1).map(({ id }) => id), ...queued]
  const [known, recorded] = [new Set(logged), new Set(stored.consents)]
  return [
    ...stored.consents.filter((id) => !known.has(id)).map((id) => `record ${id} has no entry`),
    ...repeated(logged).map((id) => `record ${id} has several entries`),
    ...logged.filter((id) => !recorded.has(id)).map((id) => `entry ${id} has no record`),
    ...treeFindings(stored, entries),
    ...countFindings(stored, entries),
  ]
}
