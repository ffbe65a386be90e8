// @ts-check
// The table of docs/integrate/runtimes.md, as data.
import { Wrong } from "../suite.mjs"

export const columns = /** @type {const} */ ([
  "PostgreSQL",
  "MySQL, MariaDB",
  "SQLite",
  "Edge entry",
  "Command line",
  "Client SDK",
])

/** @typedef {(typeof columns)[number]} Column @typedef {{ readonly runtime: string, readonly column: Column, readonly works: boolean | null }} Cell */

const verdicts = new Map([
  ["yes", true],
  ["no", false],
  ["–", null],
])

const cellsOf = (/** @type {string} */ line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

/**
 * Each cell: `yes`, `no`, or `–` where the question makes no sense.
 *
 * @param {string} page
 * @returns {ReadonlyArray<Cell>}
 */
export const readTable = (page) => {
  const [head, , ...rows] = page.split("\n").filter((line) => line.startsWith("|"))
  const names = cellsOf(head ?? "").slice(1)
  if (names.join("; ") !== columns.join("; ")) throw new Wrong(`the columns of the table are ${names.join("; ")}`)
  return rows
    .filter((line) => cellsOf(line).length === columns.length + 1)
    .flatMap((line) => {
      const [runtime = "", ...cells] = cellsOf(line)
      return columns.map((column, i) => {
        const works = verdicts.get(cells[i] ?? "")
        if (works === undefined) throw new Wrong(`${runtime}, ${column}: expected yes, no or –, got ${cells[i]}`)
        return { runtime, column, works }
      })
    })
}
