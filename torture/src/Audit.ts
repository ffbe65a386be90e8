/** The checker: compares what must be on record with what is. Pure; the negative controls plant faults and assert that each is found. */
import { isDeepStrictEqual } from "node:util"
import { type Expected, keyOf } from "./Act.js"
import { parsed } from "./Client.js"
import type { Stored, StoredRow } from "./Store.js"

/** One thing that is wrong. */
export interface Finding {
  readonly kind: "lost" | "doubled" | "altered" | "uncalled-for" | "orphaned"
  readonly what: string
}

const rowKey = (row: StoredRow): string =>
  keyOf({
    subjectId: row["subject_id"] ?? "",
    type: "cookie_banner",
    domain: row["domain"] ?? "",
    givenAt: Number(row["given_at"]),
  })

const groupBy = (rows: ReadonlyArray<StoredRow>, key: (row: StoredRow) => string) => {
  const groups = new Map<string, Array<StoredRow>>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group === undefined) groups.set(key(row), [row])
    else group.push(row)
  }
  return groups
}

const alterations = ({ act, consentId }: Expected, row: StoredRow): ReadonlyArray<string> => {
  const pairs: ReadonlyArray<readonly [string, unknown, unknown]> = [
    ["id", row["id"], consentId],
    ["subject_id", row["subject_id"], act.subjectId],
    ["type", row["type"], act.type],
    ["domain", row["domain"], act.domain],
    ["given_at", row["given_at"], String(act.givenAt)],
    ["preferences", parsed(row["preferences"] ?? ""), act.preferences],
    ["metadata", parsed(row["metadata"] ?? ""), act.metadata],
  ]
  return pairs.filter(([, stored, sent]) => !isDeepStrictEqual(stored, sent)).map(([name]) => name)
}

const checkExpected = (expected: Expected, rows: ReadonlyArray<StoredRow>): ReadonlyArray<Finding> => {
  const what = keyOf(expected.act)
  const [row, ...more] = rows
  if (row === undefined) return [{ kind: "lost", what }]
  if (more.length > 0) return [{ kind: "doubled", what: `${what}: ${rows.length} rows` }]
  const altered = alterations(expected, row)
  return altered.length === 0 ? [] : [{ kind: "altered", what: `${what}: ${altered.join(", ")}` }]
}

const doubledIds = (byId: ReadonlyMap<string, ReadonlyArray<StoredRow>>): ReadonlyArray<Finding> =>
  Array.from(byId)
    .filter(([, { length }]) => length > 1)
    .map(([id, { length }]) => ({ kind: "doubled", what: `id ${id}: ${length} rows` }))

/** A record never exists without its subject and its decision: they are stored in one step. */
const orphans = ({ consents, decisions, subjects }: Stored): ReadonlyArray<Finding> => {
  const within = (row: StoredRow, id: string | null | undefined) => `${row["tenant"]} ${id}`
  const known = (rows: ReadonlyArray<StoredRow>) => new Set(rows.map((row) => within(row, row["id"])))
  const [knownSubjects, knownDecisions] = [known(subjects), known(decisions)]
  return consents.flatMap((row): ReadonlyArray<Finding> => {
    const withoutSubject = !knownSubjects.has(within(row, row["subject_id"]))
    const decision = row["decision_id"] ?? null
    const withoutDecision = decision !== null && !knownDecisions.has(within(row, decision))
    return [
      ...(withoutSubject ? [{ kind: "orphaned", what: `${row["id"]} has no subject` } as const] : []),
      ...(withoutDecision ? [{ kind: "orphaned", what: `${row["id"]} has no decision` } as const] : []),
    ]
  })
}

/** Subjects and decisions that no record needs are left over from a save that was stored by half. */
const leftovers = ({ consents, subjects }: Stored): ReadonlyArray<Finding> => {
  const needed = new Set(consents.map((row) => row["subject_id"]))
  return subjects
    .filter((row) => !needed.has(row["id"]))
    .map((row) => ({ kind: "orphaned", what: `subject ${row["id"]} has no record` }))
}

/** Everything wrong with a database that was empty, and in which exactly these acts must be on record now. */
export const audit = (expected: ReadonlyArray<Expected>, stored: Stored): ReadonlyArray<Finding> => {
  const byAct = groupBy(stored.consents, rowKey)
  const byId = groupBy(stored.consents, (row) => row["id"] ?? "")
  const claimed = new Set<StoredRow>()
  const findings = expected.flatMap((one) => {
    // Found by act or by id, so that a row with a changed act or id is reported as altered.
    const rows = new Set([...(byAct.get(keyOf(one.act)) ?? []), ...(byId.get(one.consentId) ?? [])])
    for (const row of rows) claimed.add(row)
    return checkExpected(one, Array.from(rows))
  })
  const unclaimed = stored.consents.filter((row) => !claimed.has(row))
  return [
    ...findings,
    ...unclaimed.map((row): Finding => ({ kind: "uncalled-for", what: rowKey(row) })),
    ...doubledIds(byId),
    ...orphans(stored),
    ...leftovers(stored),
  ]
}

/** How many findings are of a kind. */
export const count = (findings: ReadonlyArray<Finding>, kind: Finding["kind"]): number =>
  findings.filter((finding) => finding.kind === kind).length
