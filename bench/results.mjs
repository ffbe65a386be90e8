// @ts-check
// The tables of RESULTS.md, from the JSON of one run or more: `node bench/results.mjs FILE.json…`. What is written outside of
// the two marks stays as it is.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** @typedef {import("./service/suite.mjs").Table} Table */
/** @typedef {{ suite: string, tables: ReadonlyArray<Table> }} SuiteResult */
/** @typedef {{ machine: Readonly<Record<string, string>>, quick: boolean, suites: ReadonlyArray<SuiteResult> }} Run */

const begin = "<!-- measured: begin, written by npm run bench -->"
const end = "<!-- measured: end -->"
const target = fileURLToPath(new URL("RESULTS.md", import.meta.url))

/** A number without its samples is null in JSON. @param {string | number | null | undefined} cell */
const cellOf = (cell) => {
  if (cell === null || cell === undefined || Number.isNaN(cell)) return "–"
  return (typeof cell === "number" ? cell.toLocaleString("en") : cell).replaceAll("|", "\\|")
}

/** @param {ReadonlyArray<import("./service/suite.mjs").Row>} rows */
const markdownTable = (rows) => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const isNumber = (/** @type {string} */ name) => rows.every((row) => typeof row[name] !== "string")
  const line = (/** @type {ReadonlyArray<string>} */ cells) => `| ${cells.join(" | ")} |`
  return [
    line(names),
    line(names.map((name) => (isNumber(name) ? "--:" : "---"))),
    ...rows.map((row) => line(names.map((name) => cellOf(row[name])))),
  ].join("\n")
}

/** @param {Table} table */
const sectionOf = ({ notes = [], rows, title }) =>
  [
    `### ${title}`,
    ...(rows.length === 0 ? [] : [markdownTable(rows)]),
    ...notes.map((note) => `Left out: ${note}.`),
  ].join("\n\n")

/** @param {Run} run */
export const markdownOf = ({ machine, quick, suites }) =>
  [
    ...(quick ? ["A quick run: fewer samples than a full one."] : []),
    markdownTable(Object.entries(machine).map(([what, value]) => ({ machine: what, "": value }))),
    ...suites.flatMap(({ suite, tables }) => [`## ${suite}`, ...tables.map(sectionOf)]),
  ].join("\n\n")

/** Replaces what is between the marks. @param {string} text @param {string} measured */
export const withMeasured = (text, measured) => {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`RESULTS.md has no ${begin} … ${end}`)
  return `${text.slice(0, from + begin.length)}\n\n${measured}\n\n${text.slice(to)}`
}

/** @param {ReadonlyArray<Run>} runs */
export const writeResults = (runs) => {
  const text = existsSync(target) ? readFileSync(target, "utf8") : `# Results\n\n${begin}\n${end}\n`
  writeFileSync(target, withMeasured(text, runs.map(markdownOf).join("\n\n")))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(2)
  if (files.length === 0) {
    console.error("Usage: node bench/results.mjs FILE.json…   (written by npm run bench -- --json FILE.json)")
    process.exit(2)
  }
  writeResults(files.map((file) => JSON.parse(readFileSync(file, "utf8"))))
}
