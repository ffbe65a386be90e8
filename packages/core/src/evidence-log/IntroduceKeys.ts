/**
 * The entries that introduce the keys of a log: a key signs nothing before its entry is in the tree.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type PendingEntry, pendingEntry } from "../evidence/PendingEntry.js"
import { readVerifierKey } from "../evidence/SignedNote.js"
import { keyStatement } from "../evidence/Statement.js"
import { EvidenceLog } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { keyEntryId } from "./LogKeys.js"

/** The id of the entry that introduces a verifier key. */
export const introductionId = (key: string): string => keyEntryId(readVerifierKey(key)?.id ?? key)

/**
 * Decides which entries new keys need. The key before a new one is the first of the list that the log knows.
 *
 * @param keys - the configured verifier keys, the current one first
 * @param known - the ids of the entries that introduced keys
 * @param now - epoch milliseconds
 * @param salts - gives a new salt at each call
 */
export const keyEntries = (
  keys: ReadonlyArray<string>,
  known: ReadonlySet<string>,
  now: number,
  salts: () => string,
): ReadonlyArray<PendingEntry> => {
  const introduced = keys.filter((key) => known.has(introductionId(key)))
  const entries: Array<PendingEntry> = []
  for (const key of keys.toReversed()) {
    if (known.has(introductionId(key))) continue
    const old = introduced[0] ?? null
    const statement = keyStatement({ at: now, new: key, old, reason: old === null ? "signing begins" : "rotation" })
    entries.push(pendingEntry(statement, { id: introductionId(key), receivedAt: now, salt: salts() }))
    introduced.unshift(key)
  }
  return entries
}

/** Queues the entries of keys that the log does not know; returns whether there were any. */
export const introduceKeys = (
  keys: ReadonlyArray<string>,
  now: number,
  salts: () => string,
): Effect.Effect<boolean, StoreError, EvidenceLog | EvidenceReader> =>
  Effect.gen(function* () {
    if (keys.length === 0) return false
    const known = yield* (yield* EvidenceReader).statements(keys.map(introductionId))
    const entries = keyEntries(keys, new Set(known.keys()), now, salts)
    if (entries.length > 0) yield* (yield* EvidenceLog).queue(entries)
    return entries.length > 0
  })
