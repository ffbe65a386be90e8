import { archiveStatement, emptyEdge, emptyRoot, integrate, pendingEntry } from "@consent-service/core/evidence"
import { assert, describe, it } from "@effect/vitest"
import { auditLog, type StoredLog } from "./LogAudit.js"
import type { StoredRow } from "./Store.js"

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

const salt = "xh7DYDLe8SCGKnMPT9Tr8Q"

const entries = Array.from({ length: 300 }, (_, at) => ({
  ...pendingEntry(archiveStatement({ digest: `${at}`, what: "texts" }), { id: `cns_${at}`, receivedAt: at, salt }),
  kind: 1 as const,
}))

/** A log of 300 records, of which the last one waits. */
const sound = (): StoredLog => {
  const growth = integrate({ size: 0, root: emptyRoot, lastTime: 0 }, emptyEdge, entries.slice(0, 299), 1_000)
  if (growth === null) throw new Error("the empty tree has no edge")
  const bundles = growth.bundles.map(({ entries: lines, n }) => ({
    n: `${n}`,
    width: `${lines.length}`,
    content: lines
      .map(
        ({ commitment, id, kind, opener, time }) =>
          `${kind} ${time} ${id} ${opener} ${Buffer.from(commitment, "hex").toString("base64url")}`,
      )
      .join("\n"),
  }))
  const root = base64Url(growth.head.root)
  const note = `o\n299\n${Buffer.from(growth.head.root).toString("base64")}\n\n\u2014 o ${"A".repeat(92)}\n`
  return {
    consents: entries.map(({ id }) => id),
    queue: [{ id: "cns_299", kind: "1" }],
    log: [{ size: "299", root }],
    bundles,
    checkpoints: [{ size: "299", note }],
    counts: ["day", "country", "rule", "action", "language", "experiment"].flatMap((dimension) =>
      ["day", "month", "ever"].map((unit) => ({ unit, dimension, records: "299", counted_to: "299" })),
    ),
  }
}

const changed = (row: StoredRow | undefined, from: string, to: string): StoredRow => ({
  ...row,
  content: row?.["content"]?.replace(from, to) ?? "",
})

describe("the checker of the evidence log", () => {
  it("finds nothing in a sound log", () => {
    assert.deepStrictEqual(auditLog(sound()), [])
  })

  const log = sound()
  it.each([
    [
      "a record that is counted twice",
      { ...log, counts: log.counts.map((row, at) => (at === 4 ? { ...row, records: "300" } : row)) },
      "300 records are counted by country and month, not 299",
    ],
    ["a record without an entry", { ...log, consents: [...log.consents, "cns_x"] }, "record cns_x has no entry"],
    ["an entry without a record", { ...log, consents: log.consents.slice(1) }, "entry cns_0 has no record"],
    [
      "an entry that waits and is in the tree",
      { ...log, queue: [...log.queue, { id: "cns_5", kind: "1" }] },
      "record cns_5 has several entries",
    ],
    [
      "another time",
      { ...log, bundles: [changed(log.bundles[0], " 1000 ", " 2000 "), ...log.bundles.slice(1)] },
      "times go back",
    ],
    ["a missing bundle", { ...log, bundles: log.bundles.slice(1) }, "bundle 1 is not whole"],
    [
      "another head",
      { ...log, log: [{ size: "298", root: log.log[0]?.["root"] ?? "" }] },
      "the head of 298 entries is another",
    ],
    [
      "another checkpoint",
      { ...log, checkpoints: [{ size: "298", note: log.checkpoints[0]?.["note"] ?? "" }] },
      "the checkpoint of 298 is another",
    ],
  ] as const)("finds %s", (_, broken, finding) => {
    assert.include(auditLog(broken), finding)
  })
})
