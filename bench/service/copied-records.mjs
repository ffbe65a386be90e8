// @ts-check
// Many records: some are saved through the service, and their rows are copied with ids and times of their own. A copy is
// as long as its original, and as far from its neighbors as records of a year are.
import { timedId } from "@consent-service/core/primitives"
import { createConsentService } from "consent-service"
import { randomNumbers } from "./counted-year.mjs"
import { newToken, saveThrough } from "./in-process-calls.mjs"
import { insertAll, select } from "./many-rows.mjs"
import { accounts, requests } from "./requests.mjs"
import { settings } from "./settings.mjs"

/** @typedef {import("./databases.mjs").Engine} Engine */
/** @typedef {import("./many-rows.mjs").StoredRow} StoredRow */

const originals = 2_000

const yearMs = 365 * 86_400_000

/** @param {Engine} engine @param {string} url */
const saveOriginals = async (engine, url) => {
  const service = createConsentService({ ...settings(url), evidence: { backfill: false } })
  await service.migrate()
  const [make, token, startedAt] = [requests["POST /subjects new"], await newToken(service), Date.now() - 60_000]
  for (let save = accounts; save < accounts + originals; save += 1) {
    await saveThrough(service, make?.(save, startedAt, token) ?? "")
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
