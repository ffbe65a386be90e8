/** Verifications while people are erased, and while traces of records are dropped: nothing is wrong then. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { consentStatement, emptyTrace, erasedStatement } from "../evidence/Statement.js"
import type { LoggedEntry } from "../evidence/Tiles.js"
import { findingsIn, log, without, withRow } from "../testing/AlteredLog.js"
import { later } from "../testing/Verifying.js"
import { droppedEntry, entryOf, erasedEntry, recordAt, recordId, shopEntries, storedText } from "../testing/ShopLog.js"
import { bundlesOf, type StoredLog } from "../testing/StoredLog.js"

const entries = shopEntries(20)

const at = (position: number): LoggedEntry => entries[position] ?? assert.fail("no entry")

const id = "erasure"

const statementOf = (parts?: ReadonlyArray<"trace">) =>
  erasedStatement({
    count: 1,
    erasedAt: later,
    leaves: [15],
    reason: "art. 17",
    ...(parts === undefined ? {} : { parts }),
  })

/** What is stored once record 15 has this entry; an erasure that waits for the log says so. */
const erasedTo = (entry: LoggedEntry, records: StoredLog["records"], parts?: ReadonlyArray<"trace">) => ({
  bundles: bundlesOf(entries.with(15, entry)),
  records,
  recordIds: log.recordIds.filter((one) => records.has(one.id)),
  queued: [{ id, kind: 5, receivedAt: later }],
  statements: withRow(log.statements, id, storedText(statementOf(parts))),
})

const erased = erasedTo(erasedEntry(at(15)), without(log.records, recordId(15)))

const dropped = erasedTo(
  droppedEntry(at(15), consentStatement(recordAt(15))),
  withRow(log.records, recordId(15), { ...recordAt(15), ...emptyTrace }),
  ["trace"],
)

/** The same, once the erasure is in the tree. */
const inTree = (stored: typeof erased, parts?: ReadonlyArray<"trace">) => ({
  ...stored,
  bundles: bundlesOf([
    ...entries.with(15, stored.bundles[0]?.bundle?.entries[15] ?? assert.fail()),
    entryOf(statementOf(parts), id, 20),
  ]),
  queued: [],
})

describe("a verification finds nothing wrong in a record", () => {
  it.effect.each([
    ["is erased", erased],
    ["loses its trace", dropped],
    ["is erased, which is in the tree soon", inTree(erased)],
    ["loses its trace, which is in the tree soon", inTree(dropped, ["trace"])],
  ] as const)("that %s while its page is read", ([, stored]) =>
    Effect.gen(function* () {
      // After the bundles of the page, and before its records.
      assert.deepStrictEqual(yield* findingsIn({ meanwhile: { asked: "records", stored } }), [])
    }),
  )
})
