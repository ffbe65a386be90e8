// @ts-check
// What a durable save costs compared with bare loops over the drivers that also commit in groups, and what reading a
// history costs as the table grows. Runs are interleaved, so that other load on the machine affects all alike.
import { layer as postgresLayer } from "@consent-service/adapter-sql/postgres"
import { layer as sqliteLayer } from "@consent-service/adapter-sql/sqlite"
import { makeDraft } from "@consent-service/testkit/Drafts"
import * as Redacted from "effect/Redacted"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { historyRows } from "./saves-history.mjs"
import { barePostgres, bareSqlite } from "./saves-bare.mjs"
import { openLedger, rowsOf, saveAll } from "./saves-ledger.mjs"

const savers = 32
const rounds = 9
const savesARound = 3_200

/** @typedef {{ name: string, run: (round: number) => Promise<void>, close: () => Promise<void> }} Contestant */

/** Saves a second, round by round. @param {ReadonlyArray<Contestant>} contestants @param {number} saves */
const race = async (contestants, saves) => {
  /** @type {Array<Array<number>>} */
  const speeds = contestants.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { run }] of contestants.entries()) {
      const start = performance.now()
      await run(round)
      // The first round is warm-up.
      if (round > 0) speeds[index]?.push(saves / ((performance.now() - start) / 1000))
    }
  }
  for (const { close } of contestants) await close()
  return speeds
}

/** @param {ReadonlyArray<number>} values */
const medianOf = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * @param {string} engine @param {string} goal
 * @param {readonly [Contestant, Contestant]} contestants - the ledger and its limit @param {number} saves
 */
const contestRows = async (engine, goal, contestants, saves) => {
  const [ours = [], bare = []] = await race(contestants, saves)
  const ratio = medianOf(ours.map((speed, round) => speed / (bare[round] ?? Number.NaN)))
  /** @param {ReadonlyArray<number>} speeds */
  const speed = (speeds) => `${Math.round(medianOf(speeds))} saves/s`
  return [
    { what: `${engine}: bare group commit, ${savers} savers`, median: speed(bare), ratio: "1.00x", of: "itself" },
    { what: `${engine}: the ledger, ${savers} savers`, median: speed(ours), ratio: `${ratio.toFixed(2)}x`, of: goal },
  ]
}

/** @param {number} saves */
const makeRounds = (saves) => Array.from({ length: rounds }, () => Array.from({ length: saves }, () => makeDraft()))

/** The same drafts as they are stored, so that the bare loop need not even make them into rows. @param {string} file */
const storedRounds = async (file, /** @type {ReturnType<typeof makeRounds>} */ drafts) => {
  const ledger = await openLedger(sqliteLayer(file))
  for (const round of drafts) await saveAll(ledger, round, savers)
  const rows = await rowsOf(ledger)
  await ledger.close()
  return drafts.map((round) => round.map((draft) => rows(draft)))
}

/** @param {string} folder @param {ReturnType<typeof makeRounds>} drafts @param {Awaited<ReturnType<typeof storedRounds>>} stored */
const sqliteRows = async (folder, drafts, stored) => {
  const ledger = await openLedger(sqliteLayer(join(folder, "ledger.db")))
  await (await openLedger(sqliteLayer(join(folder, "bare.db")))).close()
  const bare = bareSqlite(join(folder, "bare.db"))
  return contestRows(
    "SQLite, synchronous=FULL",
    "the bare loop; the goal is 0.55",
    [
      { name: "ledger", run: (round) => saveAll(ledger, drafts[round] ?? [], savers), close: ledger.close },
      { name: "bare", run: (round) => bare.saveAll(stored[round] ?? [], savers), close: bare.close },
    ],
    savesARound,
  )
}

const adminUrl = process.env["CONSENT_BENCH_POSTGRES_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres"

/** @typedef {{ what: string, median: string, ratio: string, of: string }} Row */

/** A database for each contestant, on one server. @param {(urls: readonly [string, string]) => Promise<Array<Row>>} use */
const withDatabases = async (use) => {
  const admin = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 2_000 })
  try {
    await admin.connect()
  } catch (error) {
    return [{ what: "PostgreSQL: skipped, no server", median: String(error), ratio: "", of: adminUrl }]
  }
  const names = ["ledger", "bare"].map((name) => `consent_bench_${name}_${process.pid}`)
  try {
    for (const name of names) await admin.query(`create database ${name}`)
    const [ledger = "", bare = ""] = names.map(
      (name) => Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href,
    )
    return await use([ledger, bare])
  } finally {
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

/** @param {ReturnType<typeof makeRounds>} drafts @param {Awaited<ReturnType<typeof storedRounds>>} stored */
const postgresRows = (drafts, stored) =>
  withDatabases(async ([ledgerUrl, bareUrl]) => {
    const ledger = await openLedger(postgresLayer(Redacted.make(ledgerUrl)))
    await (await openLedger(postgresLayer(Redacted.make(bareUrl)))).close()
    const bare = await barePostgres(bareUrl)
    return contestRows(
      "PostgreSQL",
      "the bare loop; the goal is 0.45",
      [
        { name: "ledger", run: (round) => saveAll(ledger, drafts[round] ?? [], savers), close: ledger.close },
        { name: "bare", run: (round) => bare.saveAll(stored[round] ?? [], savers), close: bare.close },
      ],
      savesARound,
    )
  })

/** Rows of the table: what was measured, its median, and the ratio to what it is compared with. */
export const savesSuite = async () => {
  const folder = await mkdtemp(join(tmpdir(), "consent-bench-"))
  try {
    const drafts = makeRounds(savesARound)
    const stored = await storedRounds(join(folder, "rows.db"), drafts)
    const million = process.argv.includes("--million")
    return [
      ...(await sqliteRows(folder, drafts, stored)),
      ...(await postgresRows(drafts, stored)),
      ...(await historyRows(folder, [1_000, 100_000, ...(million ? [1_000_000] : [])])),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}
