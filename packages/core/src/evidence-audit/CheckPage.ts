/**
 * Checks some entries that follow each other, of which each was compared with its row: what they say, and what they refer to.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { lostInRestore } from "../evidence-log/Recover.js"
import { readErasure, type SaidErasure } from "../evidence-log/SaidErasure.js"
import { storedStatement } from "../evidence-log/StoredStatement.js"
import { hasDropped } from "../evidence/Opener.js"
import type { ConsentFacts, Statement } from "../evidence/Statement.js"
import { StoredEvidence } from "../ports/StoredEvidence.js"
import type { StoreError } from "../ports/StoreError.js"
import type { EntryRows } from "./CheckEntry.js"
import { checkArchived, checkDecisions, checkDocuments } from "./CheckReferences.js"
import type { NamedKey } from "./CheckSignatures.js"
import { LateRuns } from "./CheckTimes.js"
import { ErasedPositions } from "./ErasedPositions.js"
import { type Finding, findingOf } from "./Finding.js"
import { isOpen, isRecord, type OpenEntry, type ReadEntries } from "./ReadPage.js"

/** What entries of the log's own say. */
const Said = {
  log: Schema.decodeUnknownOption(Schema.parseJson(Schema.Struct({ origin: Schema.String }))),
  key: Schema.decodeUnknownOption(
    Schema.parseJson(Schema.Struct({ new: Schema.String, old: Schema.NullOr(Schema.String) })),
  ),
  task: Schema.decodeUnknownOption(
    Schema.parseJson(Schema.Struct({ what: Schema.Literal(lostInRestore), count: Schema.Number })),
  ),
}

/** What a walk over the log remembers from page to page. */
export interface WalkMemory {
  /** The position of the first entry that is walked. */
  readonly first: number
  readonly late: LateRuns
  readonly erased: ErasedPositions
  /** Entries without one of their parts, that no erasure has named yet. */
  readonly dropped: ErasedPositions
  readonly keys: Array<NamedKey>
  /** How many entries restores have lost, by the entries that say so. */
  lost: number
  /** The name of the log by the last entry that opened or renamed it; null before. */
  origin: string | null
  /** Archived content that was checked already, the latest last. */
  readonly archived: Set<string>
}

export const newWalk = (first: number): WalkMemory => ({
  first,
  late: new LateRuns(),
  erased: new ErasedPositions(),
  dropped: new ErasedPositions(),
  keys: [],
  lost: 0,
  origin: null,
  archived: new Set(),
})

/** How many names of archived content are remembered. */
const mostRemembered = 10_000

const distinct = (ids: ReadonlyArray<string | null>): ReadonlyArray<string> =>
  Array.from(new Set(ids)).filter((id) => id !== null)

const factsOf = (rows: EntryRows): ReadonlyArray<ConsentFacts> =>
  Array.from(rows.records.values()).filter((facts) => facts !== null)

/** Archived content is large, and most records refer to the same: each is read once. */
const unseen = (memory: WalkMemory, ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const fresh = ids.filter((id) => !memory.archived.has(id))
  for (const id of fresh) memory.archived.add(id)
  for (const id of memory.archived) {
    if (memory.archived.size <= mostRemembered) break
    memory.archived.delete(id)
  }
  return fresh
}

const checkReferences = (rows: EntryRows, memory: WalkMemory) =>
  Effect.gen(function* () {
    const stored = yield* StoredEvidence
    const facts = factsOf(rows)
    const decisionIds = distinct(facts.map(({ decisionId }) => decisionId))
    const documentIds = distinct(facts.map(({ documentId }) => documentId))
    const decisions = yield* stored.decisions(decisionIds)
    const documents = yield* stored.documents(documentIds)
    // Decisions without a digest of texts were made before there was an archive.
    const archivedIds = Array.from(decisions.values()).flatMap((decision) =>
      decision?.textsDigest === undefined ? [] : [decision.manifestRevision, decision.textsDigest],
    )
    const fresh = unseen(memory, distinct([...archivedIds, ...rows.archived.keys()]))
    return [
      ...checkDecisions(decisions, decisionIds),
      ...checkDocuments(stored.tenant, documents, documentIds),
      ...checkArchived(yield* stored.archived(fresh), fresh),
    ]
  })

const lostBy = (text: string): number =>
  Option.match(Said.task(text), { onNone: () => 0, onSome: ({ count }) => count })

const nothingErased: SaidErasure = { leaves: [], isPart: false }

const erasureIn = (text: string): SaidErasure => readErasure(text) ?? nothingErased

/** Names an erased entry; returns whether it was erased as the erasure says. */
const name = (position: number, isPart: boolean, { dropped, erased }: WalkMemory): boolean =>
  // A part may have been dropped, and the rest erased later.
  isPart ? dropped.take(position) || erased.has(position) : erased.take(position)

/** Takes in what an entry behind those that were walked says of empty ones: an erasure, or a restore. */
export const takeExplaining = (stored: string, memory: WalkMemory): void => {
  for (const { text } of storedStatement(10, stored)?.parts ?? []) memory.lost += lostBy(text)
  for (const { text } of storedStatement(5, stored)?.parts ?? []) {
    const { isPart, leaves } = erasureIn(text)
    for (const position of leaves) name(position, isPart, memory)
  }
}

/** Positions that an erasure names and that were not erased. */
const findReturned = ({ isPart, leaves }: SaidErasure, memory: WalkMemory): ReadonlyArray<Finding> =>
  leaves.flatMap((position) => {
    if (position < memory.first || name(position, isPart, memory)) return []
    const what = isPart ? `a part of entry ${position} was dropped` : `entry ${position} was erased`
    return [findingOf("ErasedReturned", { position }, `${what}, and is there again`)]
  })

/** Remembers what an entry of the log's own says. */
const remember = (memory: WalkMemory, position: number, { kind, parts }: Statement): ReadonlyArray<Finding> => {
  const text = parts[0]?.text ?? ""
  if (kind === 0)
    memory.origin = Option.match(Said.log(text), { onNone: () => memory.origin, onSome: ({ origin }) => origin })
  if (kind === 9) {
    for (const said of Option.toArray(Said.key(text))) {
      memory.keys.push(...distinct([said.new, said.old]).map((key) => ({ key, position })))
    }
  }
  if (kind === 10) memory.lost += lostBy(text)
  return kind === 5 ? findReturned(erasureIn(text), memory) : []
}

const checkOpen = (
  { entry, position }: OpenEntry,
  { checked, rows }: ReadEntries,
  memory: WalkMemory,
): ReadonlyArray<Finding> => {
  if (hasDropped(entry.opener)) memory.dropped.add(position)
  const { finding = null, statement = null } = checked.get(position) ?? {}
  const facts = rows.records.get(entry.id)
  const late =
    facts === undefined || facts === null ? [] : memory.late.add(entry.id, position, facts.createdAt, entry.time)
  return [
    ...(finding === null ? [] : [finding]),
    ...late,
    ...(statement === null ? [] : remember(memory, position, statement)),
  ]
}

/** A page that was checked. */
export interface CheckedPage {
  readonly findings: ReadonlyArray<Finding>
  /** The records in it that are stored. */
  readonly records: ReadonlyArray<ConsentFacts>
}

/** Checks a page of entries. */
export const checkPage = (
  read: ReadEntries,
  memory: WalkMemory,
): Effect.Effect<CheckedPage, StoreError, StoredEvidence> =>
  Effect.gen(function* () {
    const { entries, rows } = read
    const findings: Array<Finding> = []
    for (const placed of entries) {
      if (isOpen(placed)) findings.push(...checkOpen(placed, read, memory))
      else memory.erased.add(placed.position)
    }
    findings.push(...(yield* checkReferences(rows, memory)))
    const records = entries
      .filter(isOpen)
      .filter(isRecord)
      .flatMap(({ entry: { id } }) => rows.records.get(id) ?? [])
    return { findings, records }
  })
