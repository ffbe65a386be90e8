// @ts-check
// Every contestant on every route it has: the service, the peer and the limits.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { makeContestants } from "./contestants.mjs"
import { megabytes } from "./numbers.mjs"
import { comparisonOf } from "./reach.mjs"
import { requests } from "./requests.mjs"
import { figureColumns, measureRoutes } from "./rounds.mjs"
import { withDatabases } from "./suite.mjs"

/** @typedef {import("./rounds.mjs").Figure} Figure */

/** @param {ReadonlyArray<Figure>} figures @returns {ReadonlyArray<import("./suite.mjs").Row>} */
const routeRows = (figures) =>
  figures.map((figure) => ({
    route: figure.route,
    contestant: figure.contestant,
    ...figureColumns(figure),
    ...comparisonOf(figures, figure),
  }))

/** @type {import("./suite.mjs").Suite} */
export const routesSuite = ({ engines, ms, only, rounds, tell }) =>
  withDatabases(engines, async (databases) => {
    const contestants = await makeContestants(databases)
    const { etag } = JSON.parse(readFileSync(join(databases.folder, "answers.json"), "utf8"))
    const chosen = Object.keys(requests).filter((route) => route.includes(only))
    /** @type {Array<import("./suite.mjs").Row>} */
    const memory = []
    const figures = await measureRoutes(contestants, chosen, {
      etag,
      ms,
      rounds,
      tell,
      atEnd: async (entries) => {
        for (const { contestant, saved, server } of entries) {
          const { heapUsed, rss } = await server.ask({ collect: true })
          memory.push({
            contestant: contestant.name,
            saves: saved,
            "rss MB": megabytes(rss),
            "heap MB": megabytes(heapUsed),
          })
        }
      },
    })
    return [
      { title: "Routes, 32 connections", rows: routeRows(figures), notes: databases.missing },
      { title: "Memory after all of it, garbage collected", rows: memory },
    ]
  })
