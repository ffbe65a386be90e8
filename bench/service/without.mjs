// @ts-check
// What a part of the service costs: the service with the part and without it, side by side on each engine.
import { engineNames, ours } from "./contestants.mjs"
import { rounded } from "./numbers.mjs"
import { figureColumns, measureRoutes } from "./rounds.mjs"
import { withDatabases } from "./suite.mjs"

/** @typedef {import("./rounds.mjs").Figure} Figure */

/** A way to run the service: its name in the table, and the arguments of `server-ours.mjs` behind the database. @typedef {{ name: string, args: ReadonlyArray<string> }} Way */

/** @param {ReadonlyArray<Figure>} figures @param {string} lacking - how the names of contestants without the part end */
const rowsOf = (figures, lacking) => {
  const isWithout = (/** @type {Figure} */ { contestant }) => contestant.endsWith(lacking)
  const without = (/** @type {Figure} */ { engine, route }) =>
    figures.find((other) => other.engine === engine && other.route === route && isWithout(other))
  return figures.map((figure) => {
    const other = isWithout(figure) ? undefined : without(figure)
    /** @param {keyof Figure & ("perSecond" | "p99Ms" | "cpuUs")} key */
    const times = (key) => (other === undefined ? "" : rounded(figure[key] / other[key], 2))
    return {
      route: figure.route,
      contestant: figure.contestant,
      ...figureColumns(figure),
      "× requests/s": times("perSecond"),
      "× p99": times("p99Ms"),
      "× CPU": times("cpuUs"),
    }
  })
}

/**
 * A suite that compares the two ways on each engine.
 *
 * @param {{ title: string, routes: ReadonlyArray<string>, having: Way, lacking: Way }} part
 * @returns {import("./suite.mjs").Suite}
 */
export const suiteWithout =
  ({ having, lacking, routes, title }) =>
  ({ engines, ms, only, rounds, tell }) =>
    withDatabases(engines, async ({ engines: there, missing, newDatabase }) => {
      const figures = []
      for (const engine of there) {
        const contestants = []
        for (const [database, { args, name }] of Object.entries({ having, lacking })) {
          const url = await newDatabase(engine, database)
          contestants.push({ ...ours(engine, url), name: `${engineNames[engine]}, ${name}`, args: [url, ...args] })
        }
        const chosen = routes.filter((route) => route.includes(only))
        figures.push(...(await measureRoutes(contestants, chosen, { ms, rounds, tell })))
      }
      return [{ title, rows: rowsOf(figures, lacking.name), notes: missing }]
    })
