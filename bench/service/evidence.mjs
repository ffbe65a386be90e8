// @ts-check
// What the evidence log costs: the service with a signed log and with `evidence: false`, side by side on each engine.
import { engineNames, ours } from "./contestants.mjs"
import { measureRoutes } from "./rounds.mjs"
import { withDatabases } from "./suite.mjs"
import { rowsWithout } from "./without.mjs"

/** @typedef {import("./databases.mjs").Engine} Engine */

const routes = ["POST /subjects new", "POST /subjects retried"]

/** Of no log that is used anywhere. */
const signingKey = "PRIVATE+KEY+evidence.example/shop+7b36f050+AQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"

/** The service with an option `evidence`. @param {Engine} engine @param {string} url @param {string} evidence - as JSON */
const contestant = (engine, url, evidence) => {
  const own = ours(engine, url)
  const name = `${engineNames[engine]}, ${evidence === "false" ? "no log" : "logged and signed"}`
  return { ...own, name, args: [url, evidence] }
}

/** @type {import("./suite.mjs").Suite} */
export const evidenceSuite = ({ engines, ms, only, rounds, tell }) =>
  withDatabases(engines, async ({ engines: there, missing, newDatabase }) => {
    const figures = []
    for (const engine of there) {
      const contestants = [
        contestant(engine, await newDatabase(engine, "logged"), JSON.stringify({ signingKeys: [signingKey] })),
        contestant(engine, await newDatabase(engine, "unlogged"), "false"),
      ]
      const chosen = routes.filter((route) => route.includes(only))
      figures.push(...(await measureRoutes(contestants, chosen, { ms, rounds, tell })))
    }
    return [
      {
        title: "Saves with the evidence log and without it, 32 connections",
        rows: rowsWithout(figures, "no log"),
        notes: missing,
      },
    ]
  })
