/**
 * What an erasure changes: a pure decision on what is stored of some subjects.
 *
 * Nothing that the tree is computed from changes. Of an erased entry the id and the opener go: the id of a record is an
 * unsalted digest of subject, domain and time, and must not outlive the person. Of a dropped part only its key goes.
 *
 * @module
 */
import { dropPart, hasDropped } from "../evidence/Opener.js"
import { type PendingEntry, pendingEntry } from "../evidence/PendingEntry.js"
import { type ConsentFacts, consentStatement, erasedStatement, hasTrace, type Trace } from "../evidence/Statement.js"
import {
  type EntryAt,
  ErasureDecision,
  type ErasurePlan,
  type Footprint,
  type StoredErasure,
} from "../ports/Erasures.js"
import { holdOf } from "./Holds.js"

/** The part that can be dropped: address, browser, language and metadata of the request. */
export const tracePart = "trace"

const filled = (records: ReadonlyArray<Trace>, name: keyof Trace): number =>
  records.filter((record) => record[name] !== null).length

/** Of the columns that a dropped trace empties, how many had something. */
const emptiedColumns = (records: ReadonlyArray<Trace>): Readonly<Record<string, number>> => ({
  "consent.ip_address": filled(records, "ipAddress"),
  "consent.language": filled(records, "language"),
  "consent.metadata": filled(records, "metadata"),
  "consent.user_agent": filled(records, "userAgent"),
})

/** How an erasure is named, explained and dated. */
export interface ErasureTask {
  /** Names it; not an id of a person. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly reason: string
  /** Returns a new salt at each call. */
  readonly salts: () => string
}

const positionsOf = (entries: ReadonlyArray<EntryAt>): ReadonlyArray<number> =>
  entries.map(({ position }) => position).sort((one, other) => one - other)

const entryOf = (
  { at, reason, salts }: ErasureTask,
  leaves: ReadonlyArray<number>,
  parts: ReadonlyArray<string> | null,
): PendingEntry =>
  pendingEntry(
    erasedStatement({ count: leaves.length, erasedAt: at, leaves, reason, ...(parts === null ? {} : { parts }) }),
    { id: `ers_${salts()}`, receivedAt: at, salt: salts() },
  )

interface Changes extends Pick<ErasurePlan, "entries" | "records" | "statements" | "subjects" | "traces" | "unlinked"> {
  readonly parts: ReadonlyArray<string> | null
  readonly deleted: Readonly<Record<string, number>>
}

const planOf = (task: ErasureTask, isLogged: boolean, { deleted, parts, ...changes }: Changes): ErasurePlan => {
  const leaves = positionsOf(changes.entries)
  const entry = isLogged ? entryOf(task, leaves, parts) : null
  const erasure: StoredErasure = {
    id: task.id,
    erasedAt: task.at,
    reason: task.reason,
    parts,
    deleted,
    leaves,
    entry: entry === null ? null : { id: entry.id, receivedAt: entry.receivedAt },
  }
  return { ...changes, entry, erasure }
}

const emptied = ({ entry, position }: EntryAt): EntryAt => ({ position, entry: { ...entry, id: null, opener: null } })

const noLinks: ReadonlySet<string> = new Set()

/** What becomes of the links of subjects. */
const planLinks = (
  { links, subjects }: Footprint,
  gone: ReadonlySet<string>,
  returned: ReadonlySet<string>,
): Pick<ErasurePlan, "statements" | "unlinked"> => {
  const erased = links.filter(({ id, subjectId }) => gone.has(subjectId) || returned.has(id))
  const linkedSince = new Set(links.filter((link) => !erased.includes(link)).map(({ subjectId }) => subjectId))
  const losing = new Set(erased.map(({ subjectId }) => subjectId).filter((id) => !gone.has(id) && !linkedSince.has(id)))
  const unlinked = subjects.filter(({ externalId, id }) => externalId !== null && losing.has(id))
  return { statements: erased.map(({ id }) => id), unlinked: unlinked.map(({ id }) => id) }
}

/**
 * Erases records, and subjects of which none is left, with the links of these.
 *
 * @param returned - links that are erased in any case
 */
const planRecords = (
  task: ErasureTask,
  found: Footprint,
  erased: ReadonlyArray<ConsentFacts>,
  returned: ReadonlySet<string> = noLinks,
): ErasureDecision => {
  const records = new Set(erased.map(({ id }) => id))
  const waiting = new Set(found.queued)
  const kept = new Set(
    [
      ...found.records.filter(({ id }) => !records.has(id)),
      // A link whose entry waits has no position yet.
      ...found.links.filter(({ id }) => waiting.has(id)),
    ].map(({ subjectId }) => subjectId),
  )
  const subjects = found.subjects.map(({ id }) => id).filter((id) => !kept.has(id))
  const { statements, unlinked } = planLinks(found, new Set(subjects), returned)
  if (records.size + subjects.length + statements.length === 0) return ErasureDecision.NothingThere()
  const erasedIds: ReadonlySet<string | null> = new Set([...records, ...statements])
  const entries = found.entries.filter(({ entry }) => erasedIds.has(entry.id)).map(emptied)
  const deleted = {
    consent: records.size,
    subject: subjects.length,
    log_statement: statements.length,
    ...(unlinked.length === 0 ? {} : { "subject.external_id": unlinked.length }),
  }
  return ErasureDecision.Erase({
    plan: planOf(task, found.isLogged, {
      records: Array.from(records),
      traces: [],
      subjects,
      unlinked,
      statements,
      entries,
      parts: null,
      deleted,
    }),
  })
}

const withoutTrace = (record: ConsentFacts, { entry, position }: EntryAt): ReadonlyArray<EntryAt> => {
  if (entry.opener === null || hasDropped(entry.opener)) return []
  const opener = dropPart(entry.opener, consentStatement(record), tracePart)
  // An opener that cannot be read opens nothing; a verification names it.
  return opener === null ? [] : [{ position, entry: { ...entry, opener } }]
}

/** Drops the traces of those records that have one. */
const planTraces = (task: ErasureTask, found: Footprint, records: ReadonlyArray<ConsentFacts>): ErasureDecision => {
  const traced = records.filter(hasTrace)
  if (traced.length === 0) return ErasureDecision.NothingThere()
  const byId: ReadonlyMap<string | null, ConsentFacts> = new Map(traced.map((record) => [record.id, record]))
  const entries = found.entries.flatMap((placed) => {
    const record = byId.get(placed.entry.id)
    return record === undefined ? [] : withoutTrace(record, placed)
  })
  return ErasureDecision.Erase({
    plan: planOf(task, found.isLogged, {
      records: [],
      traces: traced.map(({ id }) => id),
      subjects: [],
      unlinked: [],
      statements: [],
      entries,
      parts: [tracePart],
      deleted: emptiedColumns(traced),
    }),
  })
}

/**
 * Decides on the erasure of subjects: all that is on record, or a part of it.
 *
 * @param part - the part to drop; null for everything
 * @returns `Held` when a hold covers any of it, `StillQueued` while an entry of it waits for the tree
 * @example
 * ```ts
 * import { planErasure } from "@consent-service/core/erasure"
 * import type { Footprint } from "@consent-service/core/ports"
 *
 * const decide = (found: Footprint, salts: () => string) =>
 *   planErasure({ id: "request-17", at: 1796083200000, reason: "art. 17", salts }, null, found)
 * ```
 */
export const planErasure = (task: ErasureTask, part: typeof tracePart | null, found: Footprint): ErasureDecision => {
  if (found.subjects.length + found.records.length === 0) return ErasureDecision.NothingThere()
  const hold = holdOf(found)
  if (hold !== null) return ErasureDecision.Held({ hold })
  if (found.queued.length > 0) return ErasureDecision.StillQueued()
  return part === null ? planRecords(task, found, found.records) : planTraces(task, found, found.records)
}

/**
 * Decides on the erasure of some records of subjects, which nothing may hold or keep waiting: the choice of a retention.
 *
 * @param part - the part to drop; null for the whole records
 * @example
 * ```ts
 * import { planSelected } from "@consent-service/core/erasure"
 * import type { Footprint } from "@consent-service/core/ports"
 *
 * const decide = (found: Footprint, salts: () => string) =>
 *   planSelected({ id: "retention-1", at: 1796083200000, reason: "retention", salts }, null, found, found.records)
 * ```
 */
export const planSelected = (
  task: ErasureTask,
  part: typeof tracePart | null,
  found: Footprint,
  selected: ReadonlyArray<ConsentFacts>,
): ErasureDecision => {
  if (selected.length === 0) return ErasureDecision.NothingThere()
  return part === null ? planRecords(task, found, selected) : planTraces(task, found, selected)
}

/**
 * Decides on the erasure of entries that were erased before, and that a restored backup brought back.
 *
 * @param part - the part to drop; null for whole records
 * @param returned - the ids of the entries
 * @example
 * ```ts
 * import { planReturned } from "@consent-service/core/erasure"
 * import type { Footprint } from "@consent-service/core/ports"
 *
 * const decide = (found: Footprint, salts: () => string, returned: ReadonlySet<string>) =>
 *   planReturned({ id: "again-1", at: 1796083200000, reason: "restored", salts }, null, found, returned)
 * ```
 */
export const planReturned = (
  task: ErasureTask,
  part: typeof tracePart | null,
  found: Footprint,
  returned: ReadonlySet<string>,
): ErasureDecision => {
  const selected = found.records.filter(({ id }) => returned.has(id))
  if (part !== null) return planTraces(task, found, selected)
  // A subject without records is one whose link was erased with its last one. One that came again keeps what is new.
  return planRecords(task, found, selected, returned)
}
