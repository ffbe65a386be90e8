// @ts-check
// Tables of a part's cost: the service with the part and without it, side by side.
import { rounded } from "./numbers.mjs"
import { figureColumns } from "./rounds.mjs"

/** @typedef {import("./rounds.mjs").Figure} Figure */

/**
 * @param {ReadonlyArray<Figure>} figures @param {string} lacking - how the names of contestants without the part end
 * @returns {ReadonlyArray<import("./suite.mjs").Row>}
 */
export const rowsWithout = (figures, lacking) => {
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
