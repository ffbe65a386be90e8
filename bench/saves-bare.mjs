// @ts-check
// The limits: loops over the bare drivers that write what the ledger writes, in groups as the ledger does.
import Sqlite from "better-sqlite3"
import { Client } from "pg"
import { shares } from "./saves-ledger.mjs"

/** @typedef {import("./saves-ledger.mjs").Row} Row */
/** @typedef {import("./saves-ledger.mjs").StoredDraft} StoredDraft */

/** Collects what arrives while a group is committed into the next one. @param {(group: Array<StoredDraft>) => void | Promise<void>} commit */
const grouping = (commit) => {
  /** @type {Array<{ draft: StoredDraft, done: () => void, failed: (error: unknown) => void }>} */
  let waiting = []
  let working = false
  const work = async () => {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      try {
        await commit(group.map(({ draft }) => draft))
        for (const { done } of group) done()
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
      await new Promise((resume) => setImmediate(resume))
    }
    working = false
  }
  return (/** @type {StoredDraft} */ draft) =>
    /** @type {Promise<void>} */ (
      new Promise((done, failed) => {
        waiting.push({ draft, done, failed })
        if (working) return
        working = true
        setImmediate(work)
      })
    )
}

/** @param {(draft: StoredDraft) => Promise<void>} save */
const saveAllWith =
  (save) => async (/** @type {ReadonlyArray<StoredDraft>} */ drafts, /** @type {number} */ savers) => {
    await Promise.all(
      shares(drafts, savers).map(async (share) => {
        for (const draft of share) await save(draft)
      }),
    )
  }

const conflict = { cs_subject: "(id)", cs_consent: "(tenant, id)", cs_policy_decision: "(tenant, id)" }

/** @param {string} file - with the tables */
export const bareSqlite = (file) => {
  const db = new Sqlite(file)
  db.pragma("journal_mode = wal")
  db.pragma("synchronous = full")
  const inserter = (/** @type {keyof typeof conflict} */ table) => {
    const names = db.pragma(`table_info(${table})`)
    if (!Array.isArray(names)) throw new Error("no columns")
    const columns = names.map(({ name }) => String(name))
    const statement = db.prepare(
      `insert into ${table} (${columns}) values (${columns.map(() => "?")}) on conflict ${conflict[table]} do nothing`,
    )
    return (/** @type {Row} */ row) => statement.run(columns.map((column) => row[column])).changes
  }
  const [subject, consent, decision] = [inserter("cs_subject"), inserter("cs_consent"), inserter("cs_policy_decision")]
  const begin = db.prepare("begin immediate")
  const end = db.prepare("commit")
  const commit = (/** @type {Array<StoredDraft>} */ group) => {
    begin.run()
    for (const draft of group) {
      subject(draft.subject)
      if (consent(draft.consent) === 1) decision(draft.decision)
    }
    end.run()
  }
  return { saveAll: saveAllWith(grouping(commit)), close: async () => void db.close() }
}

/** @param {string} url - of a database with the tables */
export const barePostgres = async (url) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const inserter = async (/** @type {keyof typeof conflict} */ table) => {
    const { rows } = await client.query(
      "select column_name as name, data_type as type from information_schema.columns where table_name = $1",
      [table],
    )
    const columns = rows.map(({ name }) => String(name))
    const arrays = rows.map(({ type }, index) => `$${index + 1}::${type}[]`)
    const text = `insert into ${table} (${columns}) select * from unnest(${arrays}) on conflict ${conflict[table]} do nothing returning id`
    return (/** @type {ReadonlyArray<Row>} */ all) =>
      client.query(
        text,
        columns.map((column) => all.map((row) => row[column])),
      )
  }
  const subjects = await inserter("cs_subject")
  const consents = await inserter("cs_consent")
  const decisions = await inserter("cs_policy_decision")
  const commit = async (/** @type {Array<StoredDraft>} */ group) => {
    await client.query("begin")
    await subjects(group.map(({ subject }) => subject))
    await consents(group.map(({ consent }) => consent))
    await decisions(group.map(({ decision }) => decision))
    await client.query("commit")
  }
  return { saveAll: saveAllWith(grouping(commit)), close: () => client.end() }
}
