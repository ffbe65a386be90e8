/**
 * The entries that introduce the keys of a log: each key has one before it signs.
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type PendingEntry, pendingEntry } from "../evidence/PendingEntry.js"
import { readVerifierKey } from "../evidence/SignedNote.js"
import { keyStatement } from "../evidence/Statement.js"
import type { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { formerKeys, keyEntryId, signersOf } from "./LogKeys.js"
import type { DrawSalt } from "./QueuedEntries.js"

const entryIdOf = (key: string): string => keyEntryId(readVerifierKey(key)?.id ?? "")

/** The key that signed the newest checkpoint, of those that are not configured any more. */
const replacedKey = (reader: Context.Tag.Service<EvidenceReader>, origin: string) =>
  Effect.gen(function* () {
    const newest = yield* reader.checkpoint(0)
    const ids = Option.match(newest, { onNone: () => [], onSome: (checkpoint) => signersOf(checkpoint, origin) })
    return (yield* formerKeys(ids))[0] ?? null
  })

/**
 * The entries of configured keys that the log does not know yet, the oldest key first. Each names the key that it
 * follows: the one behind it in the configuration, or the one that signed last; the first key of all follows none.
 *
 * @param keys - the verifier keys, the current one first
 * @param now - epoch milliseconds
 */
export const newKeyEntries = (
  reader: Context.Tag.Service<EvidenceReader>,
  { keys, origin }: { readonly keys: ReadonlyArray<string>; readonly origin: string },
  now: number,
  draw: DrawSalt,
): Effect.Effect<ReadonlyArray<PendingEntry>, StoreError, EvidenceReader> =>
  Effect.gen(function* () {
    if (keys.length === 0) return []
    const known = yield* reader.statements(keys.map(entryIdOf))
    const fresh = keys
      .map((key, at) => ({ key, follows: keys[at + 1] }))
      .filter(({ key }) => !known.has(entryIdOf(key)))
    if (fresh.length === 0) return []
    const replaced = yield* replacedKey(reader, origin)
    return fresh.toReversed().map(({ follows, key }) => {
      const statement = keyStatement({ at: now, new: key, old: follows ?? replaced, reason: null })
      return pendingEntry(statement, { id: entryIdOf(key), receivedAt: now, salt: draw() })
    })
  })
