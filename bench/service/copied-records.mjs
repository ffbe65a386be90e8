// @ts-check
// Many records: some are saved through the service, and their rows are copied with ids and times of their own. A copy is
// as long as its original, and as far from its neighbors as records of a year are.
import { timedId } from "@consent-service/core/primitives"
import { createConsentService } from "consent-service"
import { randomNumbers } from "./counted-year.mjs"
import { insertAll, select } from "./many-rows.mjs"
import { accounts, requests } from "./requests.mjs"
import { settings } from "./settings.mjs"

/** @typedef {import("./databases.mjs").Engine} Engine */
/** @typedef {import("./many-rows.mjs").StoredRow} StoredRow */

const originals = 2_000

const yearMs = 365 * 86_400_000

/** @param {ReturnType<typeof createConsentService>} service */
const newToken = async (service) => {
  const headers = { "cf-ipcountry": "DE", "accept-language": "de-AT,de;q=0.9" }
  const response = await service.handler(new Request("http://127.0.0.1/init", { headers }))
  return (await response.json()).policySnapshotToken
}

/** @param {Engine} engine @param {string} url */
const saveOriginals = async (engine, url) => {
  const service = createConsentService({ ...settings(url), evidence: { backfill: false } })
  await service.migrate()
  const [make, token, startedAt] = [requests["POST /subjects new"], await newToken(service), Date.now() - 60_000]
  for (let save = accounts; save < accounts + originals; save += 1) {
    const [head = "", body = ""] = (make?.(save, startedAt, token) ?? "").split("\r\n\r\n")
    const [, ...lines] = head.split("\r\n")
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/)))
    const response = await service.handler(new Request("http://127.0.0.1/subjects", { method: "POST", headers, body }))
    if (response.status !== 200) throw new Error(`a save was answered with ${response.status}`)
  }
  await service.dispose()
  return select(engine, url, "select * from cs_consent")
}

/** @param {ReadonlyArray<Record<string, any>>} rows @param {number} count @param {number} from */
function* copiesOf(rows, count, from) {
  const random = randomNumbers(13)
  for (let at = 0; at < count; at += 1) {
    const givenAt = from + Math.floor((at / count) * yearMs)
    const rest = Uint8Array.from({ length: 12 }, () => random() * 256)
    const id = timedId("cns", givenAt, rest)
    yield {
      ...rows[at % rows.length],
      id,
      subject_id: `sub_${id.slice("cns_".length)}`,
      given_at: givenAt,
      created_at: givenAt + 250,
    }
  }
}

/**
 * Fills a new database with so many records of the year before now. Copies have no subject and no entry in the log.
 *
 * @param {Engine} engine @param {string} url @param {number} count
 */
export const fillWithRecords = async (engine, url, count) => {
  const rows = await saveOriginals(engine, url)
  await insertAll(engine, url, "cs_consent", copiesOf(rows, count - rows.length, Date.now() - yearMs - 3_600_000))
}
