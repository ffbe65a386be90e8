/** The checker: compares what must be on record with what is. Pure; the negative controls plant faults and assert that each is found. */
import { contentDigest } from "@consent-service/core/consent"
import { isDeepStrictEqual } from "node:util"
import { type Act, type Expected, keyOf, recordedChoice } from "./Act.js"
import { parsed } from "./Client.js"
import { choiceIn, decisionSourceIn, digestIn } from "./RecordColumns.js"
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

type RowsById = ReadonlyMap<string, StoredRow>

const within = (row: StoredRow, id: string | null | undefined): string => `${row["tenant"]} ${id}`

const rowsById = (rows: ReadonlyArray<StoredRow>): RowsById => new Map(rows.map((row) => [within(row, row["id"]), row]))

/** What records refer to, by tenant and id. */
interface Referred {
  readonly subjects: RowsById
  readonly decisions: RowsById
}

/** The policy that an act was saved under, which its decision must repeat. */
const assertedBy = ({ country, fingerprint, language, policyId, region }: Act) =>
  policyId === undefined ? null : { policyId, fingerprint, country, region, language }

const decisionOf = (row: StoredRow, { decisions }: Referred) => {
  if ((row["decision_id"] ?? null) === null) return null
  const decision = decisions.get(within(row, row["decision_id"]))
  return {
    policyId: decision?.["policy_id"],
    fingerprint: decision?.["fingerprint"],
    country: decision?.["country"],
    region: decision?.["region"],
    language: decision?.["language"],
  }
}

type Compared = ReadonlyArray<readonly [column: string, stored: unknown, sent: unknown]>

const comparedContent = (act: Act, row: StoredRow): Compared => {
  const [choice, vendorChoice] = [recordedChoice(act), act.vendorChoice ?? null]
  return [
    ["preferences", parsed(row["preferences"] ?? ""), act.preferences],
    ["choice", choiceIn(row), choice],
    ["vendor_choice", parsed(row["vendor_choice"] ?? ""), vendorChoice],
    ["content_digest", digestIn(row), contentDigest({ preferences: act.preferences, choice, vendorChoice })],
    ["metadata", parsed(row["metadata"] ?? ""), act.metadata],
    ["tc_string", row["tc_string"], act.tcString ?? null],
    ["consent_action", row["consent_action"], act.consentAction ?? null],
    ["ui_source", row["ui_source"], act.uiSource ?? null],
  ]
}

const alterations = ({ act, consentId }: Expected, row: StoredRow, referred: Referred): ReadonlyArray<string> => {
  const hasPolicy = act.policyId !== undefined
  const subject = referred.subjects.get(within(row, row["subject_id"]))
  const compared: Compared = [
    ["id", row["id"], consentId],
    ["tenant", row["tenant"], ""],
    ["subject_id", row["subject_id"], act.subjectId],
    ["external_id", subject?.["external_id"], act.externalSubjectId ?? null],
    ["type", row["type"], act.type],
    ["domain", row["domain"], act.domain],
    ["given_at", row["given_at"], String(act.givenAt)],
    ["decision_id", decisionOf(row, referred), assertedBy(act)],
    ["decision_source", decisionSourceIn(row), hasPolicy ? "write_time_fallback" : null],
    // Without a policy, nothing tells the service where the visitor is.
    ["jurisdiction", row["jurisdiction"], hasPolicy ? "GDPR" : "NONE"],
    ...comparedContent(act, row),
  ]
  return compared.filter(([, stored, sent]) => !isDeepStrictEqual(stored, sent)).map(([column]) => column)
}

const checkExpected = (
  expected: Expected,
  rows: ReadonlyArray<StoredRow>,
  referred: Referred,
): ReadonlyArray<Finding> => {
  const what = keyOf(expected.act)
  const [row, ...more] = rows
  if (row === undefined) return [{ kind: "lost", what }]
  if (more.length > 0) return [{ kind: "doubled", what: `${what}: ${rows.length} rows` }]
  const altered = alterations(expected, row, referred)
  return altered.length === 0 ? [] : [{ kind: "altered", what: `${what}: ${altered.join(", ")}` }]
}

const doubledIds = (byId: ReadonlyMap<string, ReadonlyArray<StoredRow>>): ReadonlyArray<Finding> =>
  Array.from(byId)
    .filter(([, { length }]) => length > 1)
    .map(([id, { length }]) => ({ kind: "doubled", what: `id ${id}: ${length} rows` }))

/** A record never exists without its subject and its decision: they are stored in one step. */
const orphans = (consents: Stored["consents"], { decisions, subjects }: Referred): ReadonlyArray<Finding> =>
  consents.flatMap((row): ReadonlyArray<Finding> => {
    const withoutSubject = !subjects.has(within(row, row["subject_id"]))
    const decision = row["decision_id"] ?? null
    const withoutDecision = decision !== null && !decisions.has(within(row, decision))
    return [
      ...(withoutSubject ? [{ kind: "orphaned", what: `${row["id"]} has no subject` } as const] : []),
      ...(withoutDecision ? [{ kind: "orphaned", what: `${row["id"]} has no decision` } as const] : []),
    ]
  })

/** A subject or a decision that no record needs is left over from a save that was stored by half. */
const leftovers = ({ consents, decisions, subjects }: Stored): ReadonlyArray<Finding> => {
  const without = (what: string, rows: ReadonlyArray<StoredRow>, column: string): ReadonlyArray<Finding> => {
    const needed = new Set(consents.map((row) => within(row, row[column])))
    return rows
      .filter((row) => !needed.has(within(row, row["id"])))
      .map((row) => ({ kind: "orphaned", what: `${what} ${row["id"]} has no record` }))
  }
  return [...without("subject", subjects, "subject_id"), ...without("decision", decisions, "decision_id")]
}

/** Everything wrong with a database that was empty, and in which exactly these acts must be on record now. */
export const audit = (expected: ReadonlyArray<Expected>, stored: Stored): ReadonlyArray<Finding> => {
  const byAct = groupBy(stored.consents, rowKey)
  const byId = groupBy(stored.consents, (row) => row["id"] ?? "")
  const referred = { subjects: rowsById(stored.subjects), decisions: rowsById(stored.decisions) }
  const claimed = new Set<StoredRow>()
  const findings = expected.flatMap((one) => {
    // Found by act or by id, so that a row with a changed act or id is reported as altered.
    const rows = new Set([...(byAct.get(keyOf(one.act)) ?? []), ...(byId.get(one.consentId) ?? [])])
    for (const row of rows) claimed.add(row)
    return checkExpected(one, Array.from(rows), referred)
  })
  const unclaimed = stored.consents.filter((row) => !claimed.has(row))
  return [
    ...findings,
    ...unclaimed.map((row): Finding => ({ kind: "uncalled-for", what: rowKey(row) })),
    ...doubledIds(byId),
    ...orphans(stored.consents, referred),
    ...leftovers(stored),
  ]
}

/** How many findings are of a kind. */
export const count = (findings: ReadonlyArray<Finding>, kind: Finding["kind"]): number =>
  findings.filter((finding) => finding.kind === kind).length
