/**
 * The checker of the evidence log: each record has its entry once, and the tree is what was signed. It reads the tables
 * past the service's own code; what it hashes with is the core's, which Go's implementation is compared with elsewhere.
 */
import {
  entryKindFacts,
  leafData,
  leafHash,
  nodeHash,
  readCheckpoint,
  readNote,
  rootOfSubtrees,
} from "@consent-service/core/evidence"
import { setTimeout as sleep } from "node:timers/promises"
import { type Entry, leafFindings } from "./LogLeaves.js"
import { readStored, run, type Stored, type StoredRow } from "./Store.js"

/** The tables of the log, and what its entries are about. */
export interface StoredLog {
  readonly consents: ReadonlyArray<StoredRow>
  readonly statements: ReadonlyArray<StoredRow>
  /** Those with a user account. */
  readonly linked: ReadonlyArray<StoredRow>
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

/**
 * Reads the log of a database with one tenant.
 *
 * @param before - all there was, when it has been read already: two copies of a long run are too much
 */
export const readLog = async (url: string, before?: Stored): Promise<StoredLog> => {
  // Before the queue and the tree: an entry only ever moves from the one to the other.
  const { consents, subjects } = before ?? (await readStored(url))
  return {
    consents,
    linked: subjects.filter((row) => row["external_id"] !== null),
    queue: await run(url, "select id, kind, salt, commitment from cs_log_queue"),
    // In one statement with the head that they are of.
    counts: await run(
      url,
      `select s.unit, s.dimension, sum(s.records) as records, max(l.counted_to) as counted_to
        from cs_statistic s cross join cs_log l group by s.unit, s.dimension`,
    ),
    log: await run(url, "select size, root from cs_log"),
    bundles: await run(url, "select n, width, content from cs_log_bundle order by n"),
    checkpoints: await run(url, "select size, note from cs_log_checkpoint order by size"),
    statements: await run(url, "select id, statement from cs_log_statement"),
  }
}

/** Waits until no entry waits for the tree: what a killed server left there is moved once its lease has ended. */
export const untilLogged = async (url: string): Promise<void> => {
  const waiting = async () => Number((await run(url, "select count(*) as n from cs_log_queue"))[0]?.["n"])
  for (let attempt = 0; attempt < 100 && (await waiting()) > 0; attempt += 1) await sleep(200)
}

interface Sequenced extends Entry {
  readonly time: number
}

const entryOf = (kind: string, id: string, opener: string, commitment: string): Entry => {
  const facts = entryKindFacts(Number(kind))
  if (facts === null) throw new Error(`an entry of the kind ${kind}`)
  return { kind: facts.kind, id, opener, commitment: Buffer.from(commitment, "base64url").toString("hex") }
}

const entryIn = (line: string): Sequenced => {
  const [kind = "", time = "", id = "", opener = "", commitment = ""] = line.split(" ")
  return { time: Number(time), ...entryOf(kind, id, opener, commitment) }
}

const queuedIn = ({ commitment, id, kind, salt }: StoredRow): Entry =>
  entryOf(kind ?? "", id ?? "", salt ?? "", commitment ?? "")

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

const repeated = (ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return ids.filter((id) => seen.size === seen.add(id).size)
}

/** The roots of a tree at some of the sizes that it grew through. */
const rootsAt = (leaves: ReadonlyArray<Uint8Array>, sizes: ReadonlySet<number>): ReadonlyMap<number, string> => {
  const subtrees: Array<{ readonly level: number; readonly hash: Uint8Array }> = []
  const root = () => base64Url(rootOfSubtrees(subtrees.map(({ hash }) => hash)))
  const roots = new Map([[0, root()]])
  leaves.forEach((leaf, at) => {
    let grown = { level: 0, hash: leaf }
    for (let last = subtrees.at(-1); last?.level === grown.level; last = subtrees.at(-1)) {
      subtrees.pop()
      grown = { level: grown.level + 1, hash: nodeHash(last.hash, grown.hash) }
    }
    subtrees.push(grown)
    if (sizes.has(at + 1)) roots.set(at + 1, root())
  })
  return roots
}

/** What is wrong with the tree. */
const treeFindings = (
  { bundles, checkpoints, log }: StoredLog,
  entries: ReadonlyArray<Sequenced>,
): ReadonlyArray<string> => {
  const sizes = new Set([entries.length, ...checkpoints.map(({ size }) => Number(size))])
  const roots = rootsAt(
    entries.map((entry) => leafHash(leafData(entry))),
    sizes,
  )
  const dense = bundles.flatMap(({ content, n, width }, at) => {
    const lines = content?.split("\n").length
    const isLast = at === bundles.length - 1
    return Number(n) === at && Number(width) === lines && (isLast || lines === 256) ? [] : [`bundle ${n} is not whole`]
  })
  const head = log.flatMap(({ root, size }) =>
    Number(size) === entries.length && root === roots.get(entries.length)
      ? []
      : [`the head of ${size} entries is another`],
  )
  const signed = checkpoints.flatMap(({ note, size }) => {
    const body = readCheckpoint(readNote(note ?? "")?.text ?? "")
    const isRight = body?.size === Number(size) && base64Url(body.root) === roots.get(body.size)
    return isRight ? [] : [`the checkpoint of ${size} is another`]
  })
  const backwards = entries.some(({ time }, at) => time < (entries[at - 1]?.time ?? 0)) ? ["times go back"] : []
  return [...dense, ...head, ...signed, ...backwards]
}

/** What is counted otherwise than the entries of the tree say. */
const countFindings = ({ counts }: StoredLog, entries: ReadonlyArray<Sequenced>): ReadonlyArray<string> => {
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

/** What is wrong with the entries of records and links: one each, and none of anything else. */
const membershipFindings = ({ consents, linked }: StoredLog, entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const logged = entries.filter(({ kind }) => kind === 1).map(({ id }) => id)
  const stored = consents.map(({ id }) => id ?? "")
  const [known, recorded] = [new Set(logged), new Set(stored)]
  const links = entries.filter(({ kind }) => kind === 2).length
  return [
    ...stored.filter((id) => !known.has(id)).map((id) => `record ${id} has no entry`),
    ...repeated(logged).map((id) => `record ${id} has several entries`),
    ...logged.filter((id) => !recorded.has(id)).map((id) => `entry ${id} has no record`),
    ...(links === linked.length ? [] : [`${links} links are logged, and ${linked.length} subjects have one`]),
  ]
}

/**
 * Everything wrong with a log: records without an entry or with several, entries without a record or of another content,
 * another tree or counts.
 */
export const auditLog = (stored: StoredLog): ReadonlyArray<string> => {
  const sequenced = stored.bundles.flatMap(({ content }) => (content ?? "").split("\n").map(entryIn))
  const entries = [...sequenced, ...stored.queue.map(queuedIn)]
  return [
    ...membershipFindings(stored, entries),
    ...leafFindings(stored, entries),
    ...treeFindings(stored, sequenced),
    ...countFindings(stored, sequenced),
  ]
}

/** What is found out about a log when all is over. */
export interface LogReport {
  /** What is wrong with it. */
  readonly log: ReadonlyArray<string>
  /** How many entries are in its tree, and how many checkpoints were signed. */
  readonly logged: number
  readonly checkpoints: number
  /** How many entries the newest checkpoint covers. */
  readonly signed: number
}

/** Audits the log of a database that nothing writes to any more, and whose records have been read. */
export const reportOnLog = async (url: string, before: Stored): Promise<LogReport> => {
  const stored = await readLog(url, before)
  return {
    log: auditLog(stored),
    logged: Number(stored.log[0]?.["size"] ?? 0),
    checkpoints: stored.checkpoints.length,
    signed: Number(stored.checkpoints.at(-1)?.["size"] ?? 0),
  }
}
