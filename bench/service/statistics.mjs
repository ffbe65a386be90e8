// @ts-check
// `GET /statistics` over a year of ten million records, in each dimension, on each engine. The records are not there:
// an answer reads what the log has counted, so those rows are put into the table. A run of real records shows that there
// are as many of them for each day as the service itself leaves.
import { dayOf, dayText, dimensions } from "@consent-service/core/statistics"
import { createConsentService } from "consent-service"
import { largeSite, mostGroups, randomNumbers, rowsOfYear } from "./counted-year.mjs"
import { engineNames } from "./contestants.mjs"
import { insertAll, select } from "./many-rows.mjs"
import { quantile, rounded } from "./numbers.mjs"
import { watchOthers } from "./quiet.mjs"
import { atMost } from "./reach.mjs"
import { apiKey, subjectOf } from "./requests.mjs"
import { settings } from "./settings.mjs"
import { withDatabases } from "./suite.mjs"

/** @typedef {import("./databases.mjs").Engine} Engine */
/** @typedef {import("./suite.mjs").Row} Row */
/** @typedef {ReturnType<typeof createConsentService>} Service */

const records = 10_000_000

const dayMs = 86_400_000

/** What a client sends for the actions of an audience. */
const sent = new Map([
  ["accept_all", "all"],
  ["reject_all", "necessary"],
])

/** The milliseconds an answer may take. */
const mostMs = 50

/** A year that neither begins nor ends with a month: the days around its months are read one by one. */
const year = { from: dayOf(Date.UTC(2025, 10, 16)), to: dayOf(Date.UTC(2026, 10, 15)) }

/** @param {Service} service @param {string} path */
const get = async (service, path) => {
  const headers = { authorization: `Bearer ${apiKey}` }
  const response = await service.handler(new Request(`http://127.0.0.1${path}`, { headers }))
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.text()
}

/** The text of the last answer, and how long each took. @param {Service} service @param {string} path @param {number} times */
const millisecondsOf = async (service, path, times) => {
  const found = []
  const cpu = process.cpuUsage()
  let text = ""
  for (let at = 0; at < times; at += 1) {
    const since = performance.now()
    text = await get(service, path)
    found.push(performance.now() - since)
  }
  const { system, user } = process.cpuUsage(cpu)
  return { text, ms: found.toSorted((a, b) => a - b), cpuMs: (system + user) / 1_000 / times }
}

/** One of weighted groups. @param {ReadonlyArray<import("./counted-year.mjs").Weighted>} groups @param {() => number} random */
const pick = (groups, random) => {
  let left = random()
  return groups.find(({ weight }) => (left -= weight) < 0) ?? { value: "", part: "" }
}

/** What a browser of a country sends with a save. @param {Service} service @param {string} country */
const policyFor = async (service, country) => {
  const { policyResolution } = JSON.parse(await get(service, `/init?country=${country}`))
  return { policyId: policyResolution.policyId, fingerprint: policyResolution.fingerprints.policy, country }
}

/** A save of one of so many days before today. @param {Service} service @param {number} at @param {number} days @param {() => number} random */
const saveBody = async (service, at, days, random) => {
  const day = dayOf(Date.now()) - 1 - (at % days)
  const action = pick(largeSite.action(day), random).value
  const experiment = pick(largeSite.experiment(day), random)
  const policy = await policyFor(service, pick(largeSite.country(day), random).value.toUpperCase())
  return {
    type: "cookie_banner",
    subjectId: subjectOf(at),
    domain: "shop.example",
    givenAt: day * dayMs + at,
    preferences: { necessary: true, marketing: at % 2 === 0 },
    ...(action !== "" && { consentAction: sent.get(action) ?? action }),
    metadata: experiment.value === "" ? {} : { experiment: { id: experiment.value, arm: experiment.part } },
    ...policy,
    language: pick(largeSite.language(day), random).value,
  }
}

/** Saves acts through the service, and waits until all are counted. @param {Service} service @param {number} count @param {number} days */
const saveReal = async (service, count, days) => {
  const random = randomNumbers(11)
  for (let at = 0; at < count; at += 1) {
    const body = JSON.stringify(await saveBody(service, at, days, random))
    const headers = { "content-type": "application/json" }
    const response = await service.handler(new Request("http://127.0.0.1/subjects", { method: "POST", headers, body }))
    if (response.status !== 200) throw new Error(`a save was answered with ${response.status}`)
  }
  while (JSON.parse(await get(service, "/statistics")).pending > 0) await new Promise((done) => setTimeout(done, 100))
}

/** How many rows of days there are, by dimension. @param {ReadonlyArray<Readonly<Record<string, any>>>} rows @param {number} days */
const rowsADay = (rows, days) =>
  Object.fromEntries(
    dimensions.map((dimension) => [
      dimension,
      rounded(rows.filter((row) => row["unit"] === "day" && row["dimension"] === dimension).length / days, 1),
    ]),
  )

/** The rows that real saves leave, and those that are drawn for as many. @param {Engine} engine @param {string} url @param {boolean} quick @returns {Promise<ReadonlyArray<Row>>} */
const shapeRows = async (engine, url, quick) => {
  const [count, days] = [quick ? 800 : 8_000, 4]
  const service = createConsentService(settings(url, false))
  await service.migrate()
  await saveReal(service, count, days)
  await service.dispose()
  const real = await select(engine, url, "select unit, dimension from cs_statistic")
  const today = dayOf(Date.now())
  const perDay = count / days
  const [small, large] = [perDay, Math.round(records / 365)].map((most) =>
    rowsOfYear(largeSite, { from: today - days, to: today - 1 }, most * days),
  )
  return [
    { "counts of": `${count} saves`, "records a day": perDay, ...rowsADay(real, days) },
    { "counts of": "drawn, as many", "records a day": perDay, ...rowsADay(small ?? [], days) },
    {
      "counts of": "drawn, ten million a year",
      "records a day": Math.round(records / 365),
      ...rowsADay(large ?? [], days),
    },
  ]
}

/** @param {Service} service @param {string} site @param {Engine} engine @param {number} stored @param {number} times @returns {Promise<ReadonlyArray<Row>>} */
const answerRows = async (service, site, engine, stored, times) => {
  const rows = []
  for (const groupBy of dimensions) {
    const path = `/statistics?from=${dayText(year.from)}&to=${dayText(year.to)}&groupBy=${groupBy}`
    await millisecondsOf(service, path, 5)
    const others = watchOthers([])
    const { cpuMs, ms, text } = await millisecondsOf(service, path, times)
    const { groups, total } = JSON.parse(text)
    if (Math.abs(total.records / records - 1) > 0.01) throw new Error(`${path}: ${total.records} records`)
    const [p50, p99] = [rounded(quantile(ms, 0.5), 1), rounded(quantile(ms, 0.99), 1)]
    const name = engineNames[engine]
    rows.push({
      site,
      engine: name,
      groupBy,
      "rows stored": stored,
      groups: groups.length,
      "p50 ms": p50,
      "p99 ms": p99,
      // Of this process: on SQLite all of it.
      "CPU ms": rounded(cpuMs, 1),
      "others' cores": rounded(others() ?? Number.NaN, 1),
      reach: atMost(p50, mostMs),
    })
  }
  return rows
}

/** @type {import("./suite.mjs").Suite} */
export const statisticsSuite = ({ engines, only, quick, tell }) =>
  withDatabases(engines, async ({ engines: there, missing, newDatabase }) => {
    const [shapes, answers] = [/** @type {Array<Row>} */ ([]), /** @type {Array<Row>} */ ([])]
    const sites = Object.entries({ "a large site": largeSite, "most groups": mostGroups }).filter(([name]) =>
      name.includes(only),
    )
    for (const engine of there) {
      if (engine === "sqlite") shapes.push(...(await shapeRows(engine, await newDatabase(engine, "shape"), quick)))
      for (const [site, audience] of sites) {
        tell(`${engineNames[engine]}, ${site}`)
        const url = await newDatabase(engine, "year")
        const service = createConsentService({ ...settings(url, false), sessions: { count: true } })
        await service.migrate()
        const stored = await insertAll(engine, url, "cs_statistic", rowsOfYear(audience, year, records))
        answers.push(...(await answerRows(service, site, engine, stored, quick ? 20 : 100)))
        await service.dispose()
      }
    }
    return [
      { title: "Rows that a day's records leave, by dimension", rows: shapes },
      { title: "GET /statistics over a year of 10,000,000 records", rows: answers, notes: missing },
    ]
  })
