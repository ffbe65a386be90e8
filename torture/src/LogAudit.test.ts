import {
  consentStatement,
  emptyEdge,
  emptyRoot,
  integrate,
  linkStatement,
  pendingEntry,
} from "@consent-service/core/evidence"
import { assert, describe, it } from "@effect/vitest"
import { auditLog, type StoredLog } from "./LogAudit.js"
import { factsIn } from "./RecordColumns.js"
import type { StoredRow } from "./Store.js"

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

const salt = "xh7DYDLe8SCGKnMPT9Tr8Q"

/** The forms that a choice is stored in. */
const choices = [
  null,
  '"legacy-v2"',
  '{"kind":"choice-v1","fingerprint":"f"}',
  '[{"at":7,"kind":"choice-v1","fingerprint":"g","yes":["marketing"],"no":["measurement"]}]',
  '{"version":3,"categories":{}}',
]

const records = Array.from(
  { length: 300 },
  (_, at): StoredRow => ({
    id: `cns_${at}`,
    subject_id: `sub_${at}`,
    given_at: `${at}`,
    created_at: `${at}`,
    preferences: '{"necessary":true,"marketing":true,"measurement":false}',
    choice: choices[at % choices.length] ?? null,
    content_digest: "A".repeat(43),
  }),
)

const link = pendingEntry(
  linkStatement({ externalId: "user-1", identityProvider: "external", subjectId: "sub_0", verified: false }),
  { id: "lnk_0", receivedAt: 0, salt },
)

const entries = [
  link,
  ...records.map((row, at) => pendingEntry(consentStatement(factsIn(row)), { id: `cns_${at}`, receivedAt: at, salt })),
]

const waiting = entries.at(-1)?.commitment ?? ""

/** A log of 300 records, of which the last one waits. */
const sound = (): StoredLog => {
  const growth = integrate({ size: 0, root: emptyRoot, lastTime: 0 }, emptyEdge, entries.slice(0, -1), 1_000)
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
  const note = `o\n300\n${Buffer.from(growth.head.root).toString("base64")}\n\n\u2014 o ${"A".repeat(92)}\n`
  return {
    consents: records,
    statements: [{ id: "lnk_0", statement: link.statement }],
    linked: [{ id: "sub_0" }],
    queue: [{ id: "cns_299", kind: "1", salt, commitment: Buffer.from(waiting, "hex").toString("base64url") }],
    log: [{ size: "300", root }],
    bundles,
    checkpoints: [{ size: "300", note }],
    counts: ["day", "country", "rule", "action", "language", "experiment"].flatMap((dimension) =>
      ["day", "month", "ever"].map((unit) => ({ unit, dimension, records: "299", counted_to: "300" })),
    ),
  }
}

const changed = (row: StoredRow | undefined, from: string, to: string): StoredRow => ({
  ...row,
  content: row?.["content"]?.replace(from, to) ?? "",
})

/** The records, with another value in a column of one of them. */
const recordsWith = (id: string, column: string, value: string): ReadonlyArray<StoredRow> =>
  records.map((row) => (row["id"] === id ? { ...row, [column]: value } : row))

describe("the checker of the evidence log", () => {
  const log = sound()

  it("finds nothing in a sound log", () => {
    assert.deepStrictEqual(auditLog(log), [])
  })

  it.each([
    [
      "a record that is counted twice",
      { ...log, counts: log.counts.map((row, at) => (at === 4 ? { ...row, records: "300" } : row)) },
      "300 records are counted by country and month, not 299",
    ],
    [
      "a record without an entry",
      { ...log, consents: [...log.consents, { id: "cns_x" }] },
      "record cns_x has no entry",
    ],
    ["an entry without a record", { ...log, consents: log.consents.slice(1) }, "entry cns_0 has no record"],
    [
      "an entry that waits and is in the tree",
      { ...log, queue: [...log.queue, { ...log.queue[0], id: "cns_5" }] },
      "record cns_5 has several entries",
    ],
    [
      "an entry of another content",
      { ...log, consents: recordsWith("cns_7", "preferences", '{"necessary":true}') },
      "entry cns_7 is of another content",
    ],
    [
      "an entry of another choice",
      { ...log, consents: recordsWith("cns_8", "choice", choices[2] ?? "") },
      "entry cns_8 is of another content",
    ],
    [
      "the entry of another attempt",
      { ...log, consents: recordsWith("cns_9", "created_at", "10") },
      "entry cns_9 is of another content",
    ],
    [
      "an entry that waits with another content",
      { ...log, queue: log.queue.map((row) => ({ ...row, commitment: "A".repeat(43) })) },
      "entry cns_299 is of another content",
    ],
    [
      "a link of another content",
      { ...log, statements: log.statements.map((row) => ({ ...row, statement: '{"link":"{}"}' })) },
      "entry lnk_0 is of another content",
    ],
    [
      "an entry without its salt",
      { ...log, queue: log.queue.map((row) => ({ ...row, salt: "-" })) },
      "entry cns_299 has no salt",
    ],
    [
      "a link without an entry",
      { ...log, linked: [...log.linked, { id: "sub_1" }] },
      "1 links are logged, and 2 subjects have one",
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
