// @ts-check
// Compares the results that docstring examples show in comments with what the examples return.
// `node scripts/example-results.mjs` prints what differs; code after `--plant` is run as one example more.
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { argv } from "node:process"
import { pathToFileURL } from "node:url"
import { inspect, isDeepStrictEqual } from "node:util"
import ts from "typescript"
import { allExamples } from "./examples.mjs"
import { fromRoot } from "./workspace.mjs"

/** @typedef {import("./examples.mjs").Example} Example */

/** @param {unknown} value what JSON says of it; undefined stays */
const asJson = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value) ?? "null"))

/** A text may be shown in part: `"sub_…"`. @param {unknown} value @param {unknown} shown */
const isShown = (value, shown) => {
  if (typeof value !== "string" || typeof shown !== "string" || !shown.includes("…")) return false
  const [start = "", ...rest] = shown.split("…")
  return value.startsWith(start) && rest.every((part) => value.includes(part))
}

/** @typedef {{ readonly place: string, readonly value: unknown, readonly shown: unknown }} Result */

/** What differs, in one line; null where a result is as shown. @param {Result} result */
const differenceOf = ({ place, shown, value }) =>
  isDeepStrictEqual(asJson(value), asJson(shown)) || isShown(value, shown)
    ? null
    : `${place}: is ${inspect(value, { depth: 6, breakLength: Infinity })}`

/** The comment behind a statement, or alone on the line below it. */
const comment = /^[ \t]*\n?\/\/ ?(.*)/

/** The expression whose result is shown. @param {ts.Statement} statement */
const shownBy = (statement) => {
  if (ts.isExpressionStatement(statement)) return { declares: false, expression: statement.expression.getText() }
  if (!ts.isVariableStatement(statement)) return null
  const [declaration] = statement.declarationList.declarations
  if (declaration === undefined) return null
  if (ts.isIdentifier(declaration.name)) return { declares: true, expression: declaration.name.text }
  const [only, ...others] = declaration.name.elements
  return only === undefined || others.length > 0 || ts.isOmittedExpression(only)
    ? null
    : { declares: true, expression: only.name.getText() }
}

/**
 * An example that exports its results as `$results`; null for one that shows none.
 *
 * @param {Example} example
 */
const withResults = ({ code, line, page }) => {
  const file = ts.createSourceFile("example.ts", code, ts.ScriptTarget.Latest, true)
  let shows = false
  const parts = file.statements.map((statement) => {
    const written = statement.getText()
    const [, shown] = comment.exec(code.slice(statement.end)) ?? []
    const found = shown === undefined ? null : shownBy(statement)
    if (found === null) return written
    shows = true
    const place = JSON.stringify(`${page}:${line + file.getLineAndCharacterOfPosition(statement.getStart()).line}`)
    const result = `{ place: ${place}, value: (${found.expression}), shown: (${shown}) }`
    return `${found.declares ? `${written}\n` : ""};$results.push(${result})`
  })
  return shows ? ["export const $results = []", ...parts].join("\n") : null
}

const moduleOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }

/**
 * Runs an example from a folder of its package that is not tracked.
 *
 * @param {Example} example @param {number} index
 * @returns {Promise<ReadonlyArray<string>>} what differs
 */
const run = async (example, index) => {
  const code = withResults(example)
  if (code === null) return []
  const folder = fromRoot(join(example.folder, ".tsbuild/examples"))
  const path = join(folder, `${process.pid}-${index}.mjs`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, ts.transpileModule(code, { compilerOptions: moduleOptions }).outputText)
  try {
    /** @type {{ readonly $results: ReadonlyArray<Result> }} */
    const { $results } = await import(pathToFileURL(path).href)
    return $results.flatMap((result) => differenceOf(result) ?? [])
  } catch (error) {
    return [`${example.page}:${example.line}: cannot be run: ${String(error)}`]
  } finally {
    rmSync(path)
  }
}

if (argv[1] === import.meta.filename) {
  const plant = { page: "planted", line: 1, file: null, code: argv[3] ?? "", folder: "packages/core" }
  const examples = [...allExamples().examples, ...(argv[2] === "--plant" ? [plant] : [])]
  process.exitCode = 0
  for (const [index, example] of examples.entries()) {
    for (const difference of await run(example, index)) {
      process.exitCode = 1
      console.log(difference)
    }
  }
}
