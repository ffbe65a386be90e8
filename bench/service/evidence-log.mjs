// @ts-check
// The evidence log of a large table: how long records that were stored before it wait for their entries, and how long
// `consent-service verify` reads it all; and how soon a new record has a receipt.
import { createConsentService } from "consent-service"
import { makeSigningKey, verifierOf } from "../../packages/service/dist/evidence/NodeSigner.js"
import { runCommand } from "./command.mjs"
import { engineNames } from "./contestants.mjs"
import { fillWithRecords } from "./copied-records.mjs"
import { callOf, handle, newToken, saveThrough } from "./in-process-calls.mjs"
import { select } from "./many-rows.mjs"
import { megabytes, quantile, rounded } from "./numbers.mjs"
import { atMost } from "./reach.mjs"
import { requests, subjectOf } from "./requests.mjs"
import { settings } from "./settings.mjs"
import { withDatabases } from "./suite.mjs"

/** @typedef {import("./databases.mjs").Engine} Engine */
/** @typedef {import("./suite.mjs").Row} Row */

const goals = { verifySeconds: 60, receiptMs: 2_000 }

/** The name of a log whose service is given none. */
const signingKey = makeSigningKey("consent.localhost/evidence")

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @param {string} url */
const openService = async (url) => {
  const service = createConsentService({ ...settings(url), evidence: { signingKeys: [signingKey] } })
  await service.migrate()
  return service
}

/** Runs a service until no entry waits. @param {Engine} engine @param {string} url @returns {Promise<number>} seconds */
const integrateAll = async (engine, url) => {
  const since = performance.now()
  const service = await openService(url)
  // The log is looked after from the first save on.
  const save = requests["POST /subjects new"]?.(1_000_000, Date.now() - 60_000, await newToken(service))
  await saveThrough(service, save ?? "")
  for (let waiting = true; waiting; ) {
    await sleep(1_000)
    waiting = (await select(engine, url, "select 1 from cs_log_queue limit 1")).length > 0
  }
  await service.dispose()
  return (performance.now() - since) / 1_000
}

/** @param {Engine} engine @param {string} url @param {number} records @param {(line: string) => void} tell @returns {Promise<Row>} */
const largeLogRow = async (engine, url, records, tell) => {
  tell(`${engineNames[engine]}: ${records} records to fill`)
  await fillWithRecords(engine, url, records)
  tell(`${engineNames[engine]}: log backfill`)
  const queued = await runCommand(["log", "backfill", "--database", url])
  tell(`${engineNames[engine]}: entries to integrate`)
  const seconds = await integrateAll(engine, url)
  tell(`${engineNames[engine]}: verify`)
  const verified = await runCommand(["verify", "--key", verifierOf(signingKey) ?? "", "--database", url])
  const verifiedIn = rounded(verified.seconds, 1)
  return {
    engine: engineNames[engine],
    records,
    "queued in s": rounded(queued.seconds, 1),
    "queued, peak MB": megabytes(queued.peakBytes),
    "in the tree in s": rounded(seconds, 1),
    "verified in s": verifiedIn,
    "verified, CPU s": rounded(verified.cpuUs / 1e6, 1),
    "verified, peak MB": megabytes(verified.peakBytes),
    // The goal is for a million: of fewer, starting the command is a large part.
    reach: records < 1e6 ? null : `verified in s, ${atMost(verifiedIn, goals.verifySeconds)}`,
  }
}

/** @typedef {Awaited<ReturnType<typeof openService>>} Service */

/** Waits for the receipt of a record. @param {Service} service @param {number} save @param {string} consentId @returns {Promise<number>} in milliseconds */
const receiptLag = async (service, save, consentId) => {
  const since = performance.now()
  const url = `http://127.0.0.1/subjects/${subjectOf(save)}/receipts/${consentId}`
  while (true) {
    const { status } = await service.handler(new Request(url))
    if (status === 200) return performance.now() - since
    if (status !== 202) throw new Error(`a receipt was answered with ${status}`)
    await sleep(20)
  }
}

/** How many saves begin every 20 ms: 500 a second. */
const savesATurn = 10

/** Of how many saves one receipt is waited for. */
const sampled = 25

/** New saves in an open loop, and the lags of some of their receipts. @param {Service} service @param {number} first @param {number} seconds */
const saveSteadily = async (service, first, seconds) => {
  const [startedAt, token] = [Date.now() - 60_000, await newToken(service)]
  /** @type {Array<Promise<void>>} */
  const saves = []
  /** @type {Array<number>} */
  const lags = []
  let refused = 0
  const save = async (/** @type {number} */ number) => {
    const response = await handle(service, callOf(requests["POST /subjects new"]?.(number, startedAt, token) ?? ""))
    if (response.status !== 200) {
      refused += 1
      return
    }
    const { consentId } = await response.json()
    if (number % sampled === 0) lags.push(await receiptLag(service, number, consentId))
  }
  const since = performance.now()
  for (let turn = 0; turn < seconds * 50; turn += 1) {
    for (let at = 0; at < savesATurn; at += 1) saves.push(save(first + turn * savesATurn + at))
    await sleep(Math.max(0, since + (turn + 1) * 20 - performance.now()))
  }
  const perSecond = saves.length / ((performance.now() - since) / 1_000)
  await Promise.all(saves)
  return { perSecond, refused, lags: lags.toSorted((a, b) => a - b) }
}

/** @param {Engine} engine @param {string} url @param {number} seconds @returns {Promise<Row>} */
const receiptsRow = async (engine, url, seconds) => {
  const service = await openService(url)
  await saveSteadily(service, 10_000, 3)
  const { lags, perSecond, refused } = await saveSteadily(service, 20_000, seconds)
  await service.dispose()
  const p99 = rounded(quantile(lags, 0.99))
  return {
    engine: engineNames[engine],
    "saves/s": rounded(perSecond),
    refused,
    receipts: lags.length,
    "p50 ms": rounded(quantile(lags, 0.5)),
    "p99 ms": p99,
    reach: `p99 in ms, ${atMost(p99, goals.receiptMs)}`,
  }
}

/** @type {import("./suite.mjs").Suite} */
export const evidenceLogSuite = ({ engines, quick, tell }) =>
  withDatabases(engines, async ({ engines: there, missing, newDatabase }) => {
    const [receipts, large] = [/** @type {Array<Row>} */ ([]), /** @type {Array<Row>} */ ([])]
    for (const engine of there) {
      tell(`${engineNames[engine]}: receipts under saves`)
      receipts.push(await receiptsRow(engine, await newDatabase(engine, "receipts"), quick ? 10 : 60))
      large.push(await largeLogRow(engine, await newDatabase(engine, "log"), quick ? 100_000 : 1_000_000, tell))
    }
    return [
      { title: "From a save to its receipt, 500 saves a second", rows: receipts, notes: missing },
      { title: "The log of a large table", rows: large },
    ]
  })
