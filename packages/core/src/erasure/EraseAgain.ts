/**
 * Erases again what a restored backup brought back: what the erasures in the log say was erased.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { hasDropped } from "../evidence/Opener.js"
import { type LoggedEntry, tileWidth } from "../evidence/Tiles.js"
import type { MirrorUnusable, ReadLogFile } from "../evidence-log/Mirror.js"
import { erasedKind, erasureOf, readMirrorErasures } from "../evidence-log/PublishedErasures.js"
import type { SaidErasure } from "../evidence-log/SaidErasure.js"
import { storedStatement } from "../evidence-log/StoredStatement.js"
import { ErasureDecision, Erasures } from "../ports/Erasures.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { piecesOf } from "./Pieces.js"
import { planReturned, tracePart } from "./PlanErasure.js"

const reason = "erased before a restore"

/** How many bundles are read together, and how many subjects are erased in one step. */
const page = 16

/** How many entries are looked at together. */
const mostEntries = 500

/** How what came back is found. */
export interface EraseAgainOptions {
  /** Reads the published files. */
  readonly mirror: ReadLogFile
  /** The size of the published checkpoint. */
  readonly size: number
  /** Returns a new salt at each call. */
  readonly salts: () => string
}

/** What was erased again. */
export interface ErasedAgain {
  /** How many entries were back. */
  readonly entries: number
  /** How many erasures are in the log of which nothing tells what they were of: repeat these by hand. */
  readonly unknown: number
}

type PlacedErasure = readonly [position: number, said: SaidErasure | null]

/** What the erasures of a bundle say: as the database has it, or as it was published. */
const saidIn = ({ mirror, size }: EraseAgainOptions, n: number, entries: ReadonlyArray<LoggedEntry>) =>
  Effect.gen(function* () {
    const placed = entries
      .map((entry, at) => ({ entry, position: n * tileWidth + at }))
      .filter(({ entry }) => entry.kind === erasedKind)
    if (placed.length === 0) return []
    const { statements } = yield* EvidenceReader
    const stored = yield* statements(placed.flatMap(({ entry }) => entry.id ?? []))
    const own = placed.map(({ entry: { commitment, id, opener }, position }): PlacedErasure => {
      const statement = stored.get(id ?? "")
      const isHere = statement !== undefined && opener !== null
      return [position, isHere ? erasureOf(commitment, opener, statement) : null]
    })
    if (own.every(([, said]) => said !== null)) return own
    const published = yield* readMirrorErasures(mirror, n, entries, size)
    return own.map(([position, said]): PlacedErasure => [position, said ?? published.get(position) ?? null])
  })

const readSaid = (options: EraseAgainOptions) =>
  Effect.gen(function* () {
    const { bundles } = yield* EvidenceReader
    const found: Array<PlacedErasure> = []
    for (let first = 0; ; first += page) {
      const bundlesHere = yield* bundles(first, page)
      for (const { entries, n } of bundlesHere) found.push(...(yield* saidIn(options, n, entries)))
      if (bundlesHere.length < page) return found
    }
  })

/** The ids of the entries at some positions that are as if nothing had been erased. */
const returnedAt = (positions: ReadonlySet<number>, isPart: boolean) =>
  Effect.gen(function* () {
    const { bundles } = yield* EvidenceReader
    const numbers = new Set(Array.from(positions, (position) => Math.floor(position / tileWidth)))
    const ids: Array<string> = []
    for (const n of numbers) {
      const [bundle] = yield* bundles(n, 1)
      for (const [at, { id, opener }] of (bundle?.entries ?? []).entries()) {
        if (id === null || !positions.has(n * tileWidth + at)) continue
        if (!isPart || (opener !== null && !hasDropped(opener))) ids.push(id)
      }
    }
    return ids
  })

const LinkText = Schema.parseJson(Schema.Struct({ subjectId: Schema.String }))

const readLink = Schema.decodeUnknownOption(LinkText)

const linkedIn = (statement: string): ReadonlyArray<string> =>
  (storedStatement(2, statement)?.parts ?? []).flatMap(({ text }) =>
    Option.match(readLink(text), { onNone: () => [], onSome: ({ subjectId }) => [subjectId] }),
  )

/** The subjects of records and links. */
const subjectsOf = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { consentFacts, statements } = yield* EvidenceReader
    const records = yield* consentFacts(ids)
    const links = yield* statements(ids.filter((id) => !records.has(id)))
    const subjects = Array.from(records.values(), ({ subjectId }) => subjectId)
    return Array.from(new Set([...subjects, ...Array.from(links.values()).flatMap(linkedIn)]))
  })

/** Erases entries by their ids: records, and subjects of which nothing else is left. */
const eraseEntries = (ids: ReadonlyArray<string>, part: typeof tracePart | null, salts: () => string) =>
  Effect.gen(function* () {
    const { erase } = yield* Erasures
    const returned = new Set(ids)
    let entries = 0
    for (const subjects of piecesOf(yield* subjectsOf(ids), page)) {
      const task = { id: `again_${salts()}`, at: yield* Clock.currentTimeMillis, reason, salts }
      const decision = yield* erase(subjects, (found) => planReturned(task, part, found, returned))
      if (ErasureDecision.$is("Erase")(decision)) entries += decision.plan.entries.length
    }
    return entries
  })

/**
 * Erases again what a restored backup brought back. Holds do not keep it: it was erased when it might be, and the backup
 * may have holds that were released since. It may be killed at any time and run again.
 *
 * @returns fails with `MirrorUnusable` when the published files cannot be read, and with `StoreError` when the store fails
 * @example
 * ```ts
 * import { eraseAgain, type EraseAgainOptions } from "@consent-service/core/erasure"
 * import * as Effect from "effect/Effect"
 *
 * const isComplete = (options: EraseAgainOptions) => Effect.map(eraseAgain(options), ({ unknown }) => unknown === 0)
 * ```
 */
export const eraseAgain = (
  options: EraseAgainOptions,
): Effect.Effect<ErasedAgain, StoreError | MirrorUnusable, EvidenceReader | Erasures> =>
  Effect.gen(function* () {
    const erasures = yield* readSaid(options)
    const said = erasures.flatMap(([, one]) => (one === null ? [] : [one]))
    let entries = 0
    for (const isPart of [false, true]) {
      const positions = new Set(said.filter((one) => one.isPart === isPart).flatMap(({ leaves }) => leaves))
      const ids = yield* returnedAt(positions, isPart)
      for (const piece of piecesOf(ids, mostEntries)) {
        entries += yield* eraseEntries(piece, isPart ? tracePart : null, options.salts)
      }
    }
    return { entries, unknown: erasures.length - said.length }
  })
