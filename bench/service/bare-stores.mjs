// @ts-check
// The reads and writes of the limits: the rows our service writes, in groups as it writes them, by the bare drivers.
import Sqlite from "better-sqlite3"
import { Client, Pool } from "pg"

/** @typedef {import("better-sqlite3").Database} SqliteDatabase */
/** @typedef {Record<string, string | number | null>} Row */
/** @typedef {{ id: string, subject: Row, consent: Row }} Save */

/**
 * What a limit can do; each gives the body of the answer.
 *
 * @typedef {{ save: (body: any) => Promise<string>, subject: (id: string) => Promise<string>,
 *   check: (account: string) => Promise<string>, close: () => Promise<void> }} BareStore
 */

/** The rows of a save, and its id: one for each act, as ours. @param {any} body @returns {Save} */
const rowsOf = (body) => {
  const id = `cns_${body.subjectId.slice(4)}${body.givenAt % 1_000}`
  const createdAt = Date.now()
  const subject = {
    id: body.subjectId,
    tenant: "",
    external_id: body.externalSubjectId ?? null,
    identity_provider: body.identityProvider ?? null,
    verified_external_id: body.externalSubjectId ?? null,
    created_at: createdAt,
  }
  const consent = {
    id,
    tenant: "",
    subject_id: body.subjectId,
    type: body.type,
    domain: body.domain,
    given_at: body.givenAt,
    created_at: createdAt,
    preferences: JSON.stringify(body.preferences),
    metadata: JSON.stringify(body.metadata),
    jurisdiction: "GDPR",
    consent_action: body.consentAction,
    ui_source: body.uiSource,
    ip_address: "127.0.0.0",
    user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36",
    content_digest: "f3b57306ba0dcfc7345c8ab3657c85ba24dfd86d8dbf1c834195899a1daaeeb4",
    choice: JSON.stringify(body.choice),
  }
  return { id, subject, consent }
}

/** @param {number | string} ms */
const iso = (ms) => new Date(Number(ms)).toISOString()

/** @param {any} body @param {Row} row */
const receipt = (body, row) =>
  JSON.stringify({
    ok: true,
    subjectId: body.subjectId,
    consentId: row["id"],
    type: body.type,
    domain: body.domain,
    givenAt: iso(body.givenAt),
    createdAt: iso(row["created_at"] ?? 0),
    appliedPreferences: body.preferences,
    metadata: body.metadata,
    uiSource: body.uiSource,
  })

/** @param {ReadonlyArray<any>} rows */
const historyOf = (rows) => {
  const [first] = rows
  return JSON.stringify({
    subject: { id: first.subject_id, createdAt: iso(first.subject_created_at) },
    consents: rows.map((row) => ({
      id: row.id,
      type: row.type,
      domain: row.domain,
      givenAt: iso(row.given_at),
      createdAt: iso(row.created_at),
      isLatestPolicy: true,
      jurisdiction: row.jurisdiction,
      preferences: JSON.parse(row.preferences),
      choice: JSON.parse(row.choice),
    })),
    isValid: true,
  })
}

/** @param {ReadonlyArray<unknown>} acts */
const checkOf = (acts) =>
  JSON.stringify({ results: { cookie_banner: { hasConsent: acts.length > 0, isLatestPolicy: acts.length > 0 } } })

/**
 * Collects what arrives while a group is committed into the next one, and reports for each whether it was new.
 *
 * @param {(group: ReadonlyArray<Save>) => ReadonlySet<unknown> | Promise<ReadonlySet<unknown>>} commit - gives the ids of the new ones
 */
const grouping = (commit) => {
  /** @type {Array<{ save: Save, done: (isNew: boolean) => void }>} */
  let waiting = []
  let working = false
  const work = async () => {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      const inserted = await commit(group.map(({ save }) => save))
      for (const { done, save } of group) done(inserted.has(save.id))
      await new Promise((resume) => setImmediate(resume))
    }
    working = false
  }
  return (/** @type {Save} */ save) =>
    /** @type {Promise<boolean>} */ (
      new Promise((done) => {
        waiting.push({ save, done })
        if (working) return
        working = true
        setImmediate(work)
      })
    )
}

const example = rowsOf({ subjectId: "sub_", givenAt: 0 })
const columns = { cs_subject: Object.keys(example.subject), cs_consent: Object.keys(example.consent) }
const conflict = { cs_subject: "(id)", cs_consent: "(tenant, id)" }

const texts = {
  record: "select * from cs_consent where tenant = '' and id = $1",
  history: `select s.created_at as subject_created_at, s.external_id, s.identity_provider, s.verified_external_id, c.*
    from cs_subject s left join cs_consent c on c.subject_id = s.id and c.tenant = s.tenant
    where s.id = $1 and s.tenant = ''`,
  acts: `select distinct c.type, c.document_id from cs_subject s cross join cs_consent c
    where c.subject_id = s.id and c.tenant = s.tenant and s.tenant = '' and s.verified_external_id = $1
      and s.external_id = $1 and c.type in ('cookie_banner')`,
}

/** @param {string} file @returns {BareStore} */
const openSqlite = (file) => {
  const db = new Sqlite(file)
  db.pragma("journal_mode = wal")
  db.pragma("synchronous = full")
  const inserter = (/** @type {keyof typeof conflict} */ table) => {
    const names = columns[table]
    const statement = db.prepare(
      `insert into ${table} (${names}) values (${names.map(() => "?")}) on conflict ${conflict[table]} do nothing`,
    )
    return (/** @type {Row} */ row) => statement.run(names.map((name) => row[name])).changes
  }
  const [subject, consent] = [inserter("cs_subject"), inserter("cs_consent")]
  const [begin, end] = [db.prepare("begin immediate"), db.prepare("commit")]
  const reading = (/** @type {string} */ text) => db.prepare(text.replaceAll("$1", "@value"))
  const [record, history, acts] = [reading(texts.record), reading(texts.history), reading(texts.acts)]
  const insert = grouping((group) => {
    const inserted = new Set()
    begin.run()
    for (const save of group) {
      subject(save.subject)
      if (consent(save.consent) === 1) inserted.add(save.id)
    }
    end.run()
    return inserted
  })
  return {
    save: async (body) => {
      const save = rowsOf(body)
      if (await insert(save)) return receipt(body, save.consent)
      return receipt(body, /** @type {Row} */ (record.get({ value: save.id })))
    },
    subject: async (id) => historyOf(history.all({ value: id })),
    check: async (account) => checkOf(acts.all({ value: account })),
    close: async () => void db.close(),
  }
}

/** @param {string} url @returns {Promise<BareStore>} */
const openPostgres = async (url) => {
  const pool = new Pool({ connectionString: url, max: 10 })
  const writer = new Client({ connectionString: url })
  await writer.connect()
  const insertInto = async (/** @type {keyof typeof conflict} */ table) => {
    const names = columns[table]
    const { rows } = await writer.query(
      "select column_name as name, data_type as type from information_schema.columns where table_name = $1",
      [table],
    )
    const types = new Map(rows.map(({ name, type }) => [name, type]))
    const arrays = names.map((name, index) => `$${index + 1}::${types.get(name)}[]`)
    const text = `insert into ${table} (${names}) select * from unnest(${arrays}) on conflict ${conflict[table]} do nothing returning id`
    return (/** @type {ReadonlyArray<Row>} */ all) =>
      writer.query({ name: table, text, values: names.map((name) => all.map((row) => row[name])) })
  }
  const [subjects, consents] = [await insertInto("cs_subject"), await insertInto("cs_consent")]
  const insert = grouping(async (group) => {
    await writer.query("begin")
    await subjects(group.map(({ subject }) => subject))
    const { rows } = await consents(group.map(({ consent }) => consent))
    await writer.query("commit")
    return new Set(rows.map(({ id }) => id))
  })
  const read = async (/** @type {keyof typeof texts} */ name, /** @type {string} */ value) =>
    (await pool.query({ name, text: texts[name], values: [value] })).rows
  return {
    save: async (body) => {
      const save = rowsOf(body)
      if (await insert(save)) return receipt(body, save.consent)
      const [stored] = await read("record", save.id)
      return receipt(body, stored)
    },
    subject: async (id) => historyOf(await read("history", id)),
    check: async (account) => checkOf(await read("acts", account)),
    close: async () => {
      await writer.end()
      await pool.end()
    },
  }
}

/** Opens a limit over a database that has our tables. @param {string} url */
export const openBareStore = async (url) =>
  url.startsWith("sqlite:") ? openSqlite(url.slice("sqlite://".length)) : openPostgres(url)
