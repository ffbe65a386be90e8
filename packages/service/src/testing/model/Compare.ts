/** Compares a stored log with the oracle of it. */
import { leafData, leafHash, type LoggedEntry, readCheckpointNote, rootOf } from "@consent-service/core/evidence"
import { EvidenceReader } from "@consent-service/core/ports"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type ModelLog, origin } from "./ModelLog.js"
import { Oracle } from "./Oracle.js"

const leavesOf = (entries: ReadonlyArray<LoggedEntry>): ReadonlyArray<string> =>
  entries.map((entry) => Buffer.from(leafHash(leafData(entry))).toString("hex"))

/** The positions that erasures in the log name. */
const positionsIn = (statements: Iterable<string>): ReadonlySet<number> =>
  new Set(
    Array.from(statements).flatMap((text): ReadonlyArray<number> => {
      const { erasure }: { readonly erasure: string } = JSON.parse(text)
      const said: { readonly leaves: ReadonlyArray<number>; readonly parts?: unknown } = JSON.parse(erasure)
      return said.parts === undefined ? said.leaves : []
    }),
  )

const readLog = Effect.gen(function* () {
  const reader = yield* EvidenceReader
  const bundles = yield* reader.bundles(0, 1_000)
  const entries = bundles.flatMap((bundle) => bundle.entries)
  const erasures = entries.flatMap(({ id, kind }) => (kind === 5 && id !== null ? [id] : []))
  const erased = positionsIn((yield* reader.statements(erasures)).values())
  return { entries, checkpoints: yield* reader.checkpoints(0, 10_000), erased }
})

const compareEntries = (oracle: Oracle, entries: ReadonlyArray<LoggedEntry>, erased: ReadonlySet<number>): void => {
  const ids = entries.flatMap(({ id, kind }) => ((kind === 1 || kind === 8) && id !== null ? [id] : []))
  const expected = Array.from(oracle.records).flatMap(([id, { entry }]) => (entry ? [id] : []))
  assert.deepStrictEqual([...ids].sort(), expected.sort(), "the records in the log")
  assert.deepStrictEqual(Oracle.exactCounts(entries.map(({ kind }) => kind)), oracle.exactCounts())
  const emptied = entries.flatMap(({ id }, at) => (id === null ? [at] : []))
  assert.strictEqual(emptied.length, oracle.emptied, "the entries that are of nothing")
  assert.isTrue(
    emptied.every((at) => erased.has(at) || oracle.lost.has(at)),
    "an erasure that the log does not name",
  )
}

/**
 * Fails unless the tree has what the oracle has, begins with what it had before, and is signed; nothing waits.
 *
 * @returns the leaves, as hex digits
 */
export const compare = async (
  log: ModelLog,
  oracle: Oracle,
  before: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const { checkpoints, entries, erased } = await log.run(readLog)
  const leaves = leavesOf(entries)
  assert.deepStrictEqual(leaves.slice(0, before.length), before, "an entry was altered")
  // The log's own: its beginning, and each key that signed.
  oracle.counts.set(0, 1).set(9, log.allKeys.length)
  compareEntries(oracle, entries, erased)
  const hashes = leaves.map((leaf) => Uint8Array.from(Buffer.from(leaf, "hex")))
  for (const { note, size } of checkpoints) {
    assert.deepStrictEqual(readCheckpointNote(note), { origin, size, root: rootOf(hashes.slice(0, size)) })
  }
  assert.strictEqual(checkpoints.at(-1)?.size, leaves.length, "the tree is not signed")
  return leaves
}
