/**
 * The rows that the service stored, read directly from the database, without the service's code.
 *
 * @module
 */
import type { Engine } from "@consent-service/test-engines"
import Database from "better-sqlite3"
import { Client } from "pg"

type Json = Readonly<Record<string, unknown>>

/** A stored act. Times are epoch milliseconds. */
export interface Row {
  readonly id: string
  readonly subjectId: string
  readonly domain: string
  readonly givenAt: number
  readonly createdAt: number
  readonly preferences: Readonly<Record<string, boolean>>
  /** The receipts, by category. */
  readonly receipts: Readonly<Record<string, { readonly value: boolean; readonly confirmedAt: number }>>
  readonly vendorGrants: Readonly<Record<string, boolean>> | null
  readonly metadata: Json | null
  readonly jurisdiction: string | null
  readonly model: string | null
  readonly action: string | null
  readonly uiSource: string | null
  readonly language: string | null
  readonly tcString: string | null
  /** How the policy was known: by a snapshot token, or as the service's own resolution. */
  readonly decisionSource: string | null
  /** The id and fingerprint of the policy it is recorded under. */
  readonly policyId: string | null
  readonly fingerprint: string | null
  readonly externalId: string | null
}

const query = (parameter: string): string => `
  select c.*, d.policy_id, d.fingerprint, s.external_id from cs_consent c
    left join cs_policy_decision d on d.id = c.decision_id and d.tenant = c.tenant
    left join cs_subject s on s.id = c.subject_id
   where c.domain = ${parameter} order by c.given_at, c.created_at`

type Raw = Readonly<Record<string, unknown>>

const readSqlite = (url: string, domain: string): ReadonlyArray<Raw> => {
  const database = new Database(url.slice("sqlite:".length), { readonly: true })
  try {
    return database.prepare<[string], Raw>(query("?")).all(domain)
  } finally {
    database.close()
  }
}

const readPostgres = async (url: string, domain: string): Promise<ReadonlyArray<Raw>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Raw>(query("$1"), [domain])).rows
  } finally {
    await client.end()
  }
}

const text = (value: unknown): string | null => (value === null ? null : String(value))

// What the service wrote: a column that holds something else fails the assertion that looks into it.
const json = (value: unknown) => (value === null ? null : JSON.parse(String(value)))

interface Group {
  readonly at: number
  readonly yes?: ReadonlyArray<string>
  readonly no?: ReadonlyArray<string>
}

type StoredChoice =
  | string
  | { readonly kind: string }
  | ReadonlyArray<Group>
  | { readonly categories: Row["receipts"] }
  | null

/** What a browser sends mostly repeats the act, and is stored as its basis; else in groups of one time and basis. */
const receiptsOf = (choice: StoredChoice, { givenAt, preferences }: Pick<Row, "givenAt" | "preferences">) => {
  if (choice === null) return {}
  if (typeof choice === "string" || "kind" in choice) {
    const optional = Object.entries(preferences).filter(([category]) => category !== "necessary")
    return Object.fromEntries(optional.map(([category, value]) => [category, { value, confirmedAt: givenAt }]))
  }
  if ("categories" in choice) return choice.categories
  return Object.fromEntries(
    choice.flatMap(({ at: confirmedAt, no = [], yes = [] }) => [
      ...yes.map((category) => [category, { value: true, confirmedAt }] as const),
      ...no.map((category) => [category, { value: false, confirmedAt }] as const),
    ]),
  )
}

/** The names of the API, by the words that are stored. */
const sources: ReadonlyMap<string, string> = new Map([
  ["token", "snapshot_token"],
  ["replayed", "snapshot_token_replayed"],
  ["fallback", "write_time_fallback"],
])

const actOf = (raw: Raw): Pick<Row, "givenAt" | "preferences"> => ({
  givenAt: Number(raw["given_at"]),
  preferences: json(raw["preferences"]) ?? {},
})

const toRow = (raw: Raw): Row => ({
  ...actOf(raw),
  id: String(raw["id"]),
  subjectId: String(raw["subject_id"]),
  domain: String(raw["domain"]),
  createdAt: Number(raw["created_at"]),
  receipts: receiptsOf(json(raw["choice"]), actOf(raw)),
  vendorGrants: json(raw["vendor_choice"])?.grants ?? null,
  metadata: json(raw["metadata"]),
  jurisdiction: text(raw["jurisdiction"]),
  model: text(raw["model"]),
  action: text(raw["consent_action"]),
  uiSource: text(raw["ui_source"]),
  language: text(raw["language"]),
  tcString: text(raw["tc_string"]),
  decisionSource: sources.get(String(raw["decision_source"])) ?? null,
  policyId: text(raw["policy_id"]),
  fingerprint: text(raw["fingerprint"]),
  externalId: text(raw["external_id"]),
})

/** Every act stored for a page's host, oldest first. */
export const readRows = async (engine: Engine, url: string, domain: string): Promise<ReadonlyArray<Row>> =>
  (await (engine === "sqlite" ? readSqlite(url, domain) : readPostgres(url, domain))).map(toRow)
