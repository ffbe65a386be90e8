// @ts-check
// What policy tokens cost: the service with signed policies and without, side by side on each engine.
import { engineNames, ours } from "./contestants.mjs"
import { measureRoutes } from "./rounds.mjs"
import { withDatabases } from "./suite.mjs"
import { rowsWithout } from "./without.mjs"

/** @typedef {import("./databases.mjs").Engine} Engine */

const routes = ["GET /init DE", "POST /subjects new", "POST /subjects retried"]

/** The service with signed policies or without. @param {Engine} engine @param {string} url @param {boolean} signed */
const contestant = (engine, url, signed) => {
  const name = `${engineNames[engine]}, ${signed ? "signed" : "no tokens"}`
  return { ...ours(engine, url), name, args: [url, "true", String(signed)] }
}

/** @type {import("./suite.mjs").Suite} */
export const tokensSuite = ({ engines, ms, only, rounds, tell }) =>
  withDatabases(engines, async ({ engines: there, missing, newDatabase }) => {
    const figures = []
    for (const engine of there) {
      const contestants = [
        contestant(engine, await newDatabase(engine, "signed"), true),
        contestant(engine, await newDatabase(engine, "unsigned"), false),
      ]
      const chosen = routes.filter((route) => route.includes(only))
      figures.push(...(await measureRoutes(contestants, chosen, { ms, rounds, tell })))
    }
    const rows = rowsWithout(figures, "no tokens")
    return [{ title: "With policy tokens and without them, 32 connections", rows, notes: missing }]
  })
