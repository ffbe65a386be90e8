// @ts-check
// What it takes to read very many records: `GET /consents` page by page, and `consent-service export` in each format.
import { createConsentService } from "consent-service"
import { statSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runCommand } from "./command.mjs"
import { fillWithRecords } from "./copied-records.mjs"
import { engineNames } from "./contestants.mjs"
import { randomNumbers } from "./counted-year.mjs"
import { select } from "./many-rows.mjs"
import { megabytes, quantile, rounded } from "./numbers.mjs"
import { atMost } from "./reach.mjs"
import { apiKey } from "./requests.mjs"
import { settings } from "./settings.mjs"
import { withDatabases } from "./suite.mjs"

/** @typedef {import("./databases.mjs").Engine} Engine */
/** @typedef {import("./suite.mjs").Row} Row */

/** For a million records. */
const goals = { seconds: 120, megabytes: 200, pageMs: 20 }

const formats = ["csv", "ndjson", "parquet", "iso27560", "kantara"]

const used = {
  purpose: "Measuring how the shop is used",
  dataCategories: ["Online identifiers", "Pages visited"],
  recipients: ["Statistics Ltd"],
  retention: "13 months",
  storage: "European Union",
}

/** What the standard forms need. */
const evidence = {
  controller: {
    name: "Shop GmbH",
    contact: "Data protection officer",
    address: "Hauptstraße 1, 10115 Berlin",
    country: "DE",
    email: "privacy@shop.example",
    phone: "+49 30 123456",
    privacyPolicy: "https://shop.example/privacy",
    withdrawal: "https://shop.example/cookies",
  },
  processing: { measurement: used, marketing: used, functionality: used, experience: used },
}

/** @param {Engine} engine @param {string} url @param {string} folder @param {number} records @param {(line: string) => void} tell */
const exportRows = async (engine, url, folder, records, tell) => {
  const config = join(folder, "export.json")
  writeFileSync(config, JSON.stringify({ database: url, evidence }))
  const rows = []
  for (const format of formats) {
    tell(`${engineNames[engine]}, ${format}`)
    const out = join(folder, `export.${format}`)
    const { cpuUs, peakBytes, seconds } = await runCommand([
      "export",
      "--format",
      format,
      "--out",
      out,
      "--database",
      url,
      "--config",
      config,
    ])
    rows.push({
      engine: engineNames[engine],
      format,
      records,
      seconds: rounded(seconds, 1),
      "CPU s": rounded(cpuUs / 1e6, 1),
      "peak MB": megabytes(peakBytes),
      "file MB": megabytes(statSync(out).size),
      reach: `${atMost(rounded((seconds / records) * 1e6, 1), goals.seconds)} s a million; ${atMost(megabytes(peakBytes), goals.megabytes)} MB`,
    })
    rmSync(out)
  }
  return rows
}

/** Pages behind records from anywhere. @param {Engine} engine @param {string} url @param {number} records @param {number} times @returns {Promise<Row>} */
const pageRow = async (engine, url, records, times) => {
  const ids = await select(engine, url, "select id from cs_consent")
  const random = randomNumbers(17)
  const service = createConsentService(settings(url))
  const headers = { authorization: `Bearer ${apiKey}` }
  const found = []
  for (let at = 0; at < times + 20; at += 1) {
    const after = ids[Math.floor(random() * (ids.length - 200))]?.["id"]
    const since = performance.now()
    const response = await service.handler(
      new Request(`http://127.0.0.1/consents?limit=100&after=${after}`, { headers }),
    )
    const text = await response.text()
    const ms = performance.now() - since
    if (response.status !== 200 || JSON.parse(text).consents.length !== 100) throw new Error(text.slice(0, 1_000))
    // The first ones warm up.
    if (at >= 20) found.push(ms)
  }
  await service.dispose()
  const ms = found.toSorted((a, b) => a - b)
  const [p50, p99] = [rounded(quantile(ms, 0.5), 1), rounded(quantile(ms, 0.99), 1)]
  return {
    engine: engineNames[engine],
    records,
    "p50 ms": p50,
    "p99 ms": p99,
    reach: `p50 ${atMost(p50, goals.pageMs)}; p99 ${atMost(p99, goals.pageMs)}`,
  }
}

/** @type {import("./suite.mjs").Suite} */
export const exportsSuite = ({ engines, quick, tell }) =>
  withDatabases(engines, async ({ engines: there, folder, missing, newDatabase }) => {
    const [pages, exports] = [/** @type {Array<Row>} */ ([]), /** @type {Array<Row>} */ ([])]
    const records = quick ? 100_000 : 1_000_000
    for (const engine of there) {
      const url = await newDatabase(engine, "records")
      tell(`${engineNames[engine]}: ${records} records to fill`)
      await fillWithRecords(engine, url, records)
      pages.push(await pageRow(engine, url, records, quick ? 100 : 1_000))
      exports.push(...(await exportRows(engine, url, folder, records, tell)))
    }
    return [
      { title: "GET /consents, a page of 100 behind any record", rows: pages, notes: missing },
      { title: "consent-service export", rows: exports },
    ]
  })
