/**
 * The keys of a log, and which checkpoints each of them has signed.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { readNote, readVerifierKey } from "../evidence/SignedNote.js"
import { CheckpointSigner } from "../ports/CheckpointSigner.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"

/** A key of a log. */
export interface LogKey {
  /** The verifier key. */
  readonly key: string
  /** The size of the first checkpoint that it has signed, of those that are kept. */
  readonly from: number
  /** The size of the last one; null while it signs. */
  readonly until: number | null
}

/** The keys that have signed checkpoints of a log. */
export interface LogKeys {
  /** The name of the log. */
  readonly origin: string
  /** The current key first. */
  readonly keys: ReadonlyArray<LogKey>
}

/** The sizes of the first and the last checkpoint that a key has signed. */
interface Signed {
  readonly first: number
  readonly last: number
}

/** Checkpoints that are read together. */
const page = 1000

const idsIn = ({ note }: KeptCheckpoint, origin: string): ReadonlyArray<string> =>
  (readNote(note)?.signatures ?? []).flatMap(({ keyId, name }) => (name === origin ? [keyId] : []))

/** Adds what some checkpoints say; sizes never go back. */
const addTo = (signed: Map<string, Signed>, checkpoints: ReadonlyArray<KeptCheckpoint>, origin: string): void => {
  for (const checkpoint of checkpoints) {
    const last = checkpoint.size
    for (const id of idsIn(checkpoint, origin)) signed.set(id, { first: signed.get(id)?.first ?? last, last })
  }
}

/**
 * The id of the entry that introduces a key: with it, a key that signs no more is found.
 *
 * @param keyId - 8 lower-case hex digits
 * @example
 * ```ts
 * import { keyEntryId } from "@consent-service/core/evidence-log"
 *
 * keyEntryId("7b36f050") // "key_7b36f050"
 * ```
 */
export const keyEntryId = (keyId: string): string => `key_${keyId}`

const KeyStatement = Schema.parseJson(Schema.Struct({ key: Schema.parseJson(Schema.Struct({ new: Schema.String })) }))

const readKey = Schema.decodeUnknownOption(KeyStatement)

/** The verifier keys of these ids, as entries of the log introduced them. */
const formerKeys = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (ids.length === 0) return []
    const reader = yield* EvidenceReader
    const statements = yield* reader.statements(ids.map(keyEntryId))
    return Array.from(statements.values()).flatMap((text) => Option.toArray(readKey(text)).map(({ key }) => key.new))
  })

/** The newest first, as the configured ones are. */
const lastFirst = (one: LogKey, other: LogKey): number => (other.until ?? 0) - (one.until ?? 0)

const keysOf = (
  signed: ReadonlyMap<string, Signed>,
  configured: ReadonlyArray<string>,
  former: ReadonlyArray<string>,
): ReadonlyArray<LogKey> => {
  const found = (keys: ReadonlyArray<string>, isFormer: boolean) =>
    keys.flatMap((key): ReadonlyArray<LogKey> => {
      const span = signed.get(readVerifierKey(key)?.id ?? "")
      return span === undefined ? [] : [{ key, from: span.first, until: isFormer ? span.last : null }]
    })
  return [...found(configured, false), ...found(former, true).toSorted(lastFirst)]
}

/**
 * Makes a read of the keys of a log. It remembers what it has read of checkpoints: the first read looks at all that are
 * kept, each later one at those that came since.
 *
 * @returns an effect that gives none for a log that was not opened
 * @example
 * ```ts
 * import { makeReadKeys } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * const readKeys = makeReadKeys()
 * const current = Effect.map(readKeys, Option.map(({ keys }) => keys[0]?.key))
 * ```
 */
export const makeReadKeys = (): Effect.Effect<
  Option.Option<LogKeys>,
  StoreError,
  EvidenceReader | CheckpointSigner
> => {
  const signed = new Map<string, Signed>()
  let next = 0
  const readCheckpoints = (origin: string): Effect.Effect<void, StoreError, EvidenceReader> =>
    Effect.gen(function* () {
      const reader = yield* EvidenceReader
      const checkpoints = yield* reader.checkpoints(next, page)
      addTo(signed, checkpoints, origin)
      next = Math.max(next, (checkpoints.at(-1)?.size ?? -1) + 1)
      if (checkpoints.length === page) yield* readCheckpoints(origin)
    })
  return Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const state = yield* reader.state
    if (Option.isNone(state)) return Option.none()
    const { origin } = state.value
    yield* readCheckpoints(origin)
    const { keys: configured } = yield* CheckpointSigner
    const known = configured.map((key) => readVerifierKey(key)?.id)
    const former = yield* formerKeys(Array.from(signed.keys()).filter((id) => !known.includes(id)))
    return Option.some({ origin, keys: keysOf(signed, configured, former) })
  })
}
