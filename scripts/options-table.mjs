// @ts-check
// The tables of options in docs/reference/options.md: made of the option schemas, and of the docstrings that editors
// show. After a build, `node scripts/options-table.mjs --write` writes them.
import { readFileSync, writeFileSync } from "node:fs"
import { argv } from "node:process"
import { fileURLToPath, pathToFileURL } from "node:url"
import { openInEditor } from "./editor.mjs"
import { fromRoot } from "./workspace.mjs"

/** @typedef {{ readonly name: string, readonly byDefault: string, readonly meaning: string }} Row */
/** @typedef {import("effect/SchemaAST").AST} AST */
/** @typedef {{ readonly ast: AST, readonly byDefault: unknown }} Member */
/** @typedef {Awaited<ReturnType<typeof openInEditor>>} Editor */

const page = fromRoot("docs/reference/options.md")

/** A built module of the options. @param {string} name */
const built = (name) => pathToFileURL(fromRoot(`packages/service/dist/options/${name}.js`)).href

/** Defaults that change with each release, and are written in words. */
const changing = new Set(["version"])

/** A default that a table can show; null for others, which the docstring says in words. @param {unknown} value */
const literalOf = (value) =>
  (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "boolean"
    ? `\`${value}\``
    : null

/**
 * The members of a group by their names.
 *
 * @param {AST} ast
 * @returns {Promise<ReadonlyMap<string, Member>>}
 */
const membersOf = async (ast) => {
  const { optionMembers } = await import(built("OptionMembers"))
  /** @type {ReadonlyArray<Member & { readonly name: string }>} */
  const members = optionMembers(ast)
  return new Map(members.map((member) => [member.name, member]))
}

/**
 * The type of a group among what an option can be: the one whose members have defaults.
 *
 * @param {Editor} editor @param {import("typescript").Type} type
 */
const groupIn = ({ checker, docsOf }, type) => {
  const whole = checker.getNonNullableType(type)
  return (whole.isUnion() ? whole.types : [whole]).find((each) =>
    checker.getPropertiesOfType(each).some((member) => docsOf(member).tags.has("default")),
  )
}

/**
 * The default as the table shows it. The docstring of an option, which editors show, must agree.
 *
 * @param {string} name @param {string | undefined} said @param {unknown} byDefault
 */
const defaultOf = (name, said, byDefault) => {
  const literal = changing.has(name) ? null : literalOf(byDefault)
  if (said === undefined) throw new Error(`${name}: its docstring has no @default`)
  if (literal !== null && literal !== said) {
    throw new Error(`${name}: @default is ${said} in its docstring and ${literal} in its schema`)
  }
  return said
}

/** A text in one line, up to its first empty one. @param {string} text */
const firstParagraph = (text) => (text.split(/\n\s*\n/)[0] ?? "").replace(/\s+/g, " ").trim()

/**
 * A row for each option of a group, and of the groups in it.
 *
 * @param {Editor} editor
 * @param {import("typescript").Type} type
 * @param {ReadonlyMap<string, Member>} members
 * @param {ReadonlyArray<string>} path
 * @returns {Promise<ReadonlyArray<Row>>}
 */
const rowsOf = async (editor, type, members, path) => {
  /** @type {Array<Row>} */
  const all = []
  for (const [member, { ast, byDefault }] of members) {
    const inner = [...path, member]
    const name = inner.join(".")
    const symbol = editor.checker.getPropertyOfType(type, member)
    if (symbol === undefined) throw new Error(`${name}: its schema has it, its type does not`)
    const { tags, text } = editor.docsOf(symbol)
    if (text === "") throw new Error(`${name}: has no docstring`)
    const group = groupIn(editor, editor.checker.getTypeOfSymbol(symbol))
    if (group === undefined || tags.has("default")) {
      all.push({ name, byDefault: defaultOf(name, tags.get("default"), byDefault), meaning: firstParagraph(text) })
    }
    if (group !== undefined) all.push(...(await rowsOf(editor, group, await membersOf(ast), inner)))
  }
  return all
}

/** @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|")

/** A table with columns as wide as their cells. @param {ReadonlyArray<Row>} rows */
const tableOf = (rows) => {
  const lines = [
    ["Option", "Default", "What it is"],
    ...rows.map(({ byDefault, meaning, name }) => [`\`${name}\``, cell(byDefault), cell(meaning)]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => (line[column] ?? "").length)))
  const [head, ...body] = lines.map((line) => `| ${line.map((each, i) => each.padEnd(widths[i] ?? 0)).join(" | ")} |`)
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body].join("\n")
}

const table = /<!-- options: ([^>]*) -->\n[^]*?<!-- \/options -->/g

/**
 * The page with its tables as they must be.
 *
 * @param {string} text @param {ReadonlyArray<Row>} rows
 */
export const withTables = (text, rows) => {
  const groupOf = (/** @type {string} */ name) => name.split(".")[0] ?? name
  const listed = Array.from(text.matchAll(table), ([, names = ""]) => names.split(" ")).flat()
  const options = Array.from(new Set(rows.map(({ name }) => groupOf(name))))
  const wrong = [
    ...listed.filter((name) => !options.includes(name)),
    ...options.filter((name) => listed.filter((each) => each === name).length !== 1),
  ]
  if (wrong.length > 0) throw new Error(`each option has its place in one table: ${wrong.join(", ")}`)
  return text.replace(table, (_, /** @type {string} */ names) => {
    const own = names.split(" ").flatMap((name) => rows.filter((row) => groupOf(row.name) === name))
    return `<!-- options: ${names} -->\n\n${tableOf(own)}\n\n<!-- /options -->`
  })
}

/** Every option of `createConsentService`, and of the group `server` of a configuration. @returns {Promise<ReadonlyArray<Row>>} */
export const optionRows = async () => {
  const [{ ConsentServiceOptions }, { ServerOptions }] = await Promise.all([
    import(built("Options")),
    import(built("ServerOptions")),
  ])
  const editor = await openInEditor(
    `import type { ConsentServiceOptions } from "consent-service"
import type { ServerOptions } from "../../../packages/service/dist/options/ServerOptions.js"
type Options = ConsentServiceOptions
type Server = ServerOptions
`,
  )
  return [
    ...(await rowsOf(editor, editor.typeNamed("Options"), await membersOf(ConsentServiceOptions.ast), [])),
    ...(await rowsOf(editor, editor.typeNamed("Server"), await membersOf(ServerOptions.ast), ["server"])),
  ]
}

/** The page of options as it is, and as it must be. @param {ReadonlyArray<Row>} rows - of {@link optionRows} */
export const compareOptions = (rows) => {
  const written = readFileSync(page, "utf8")
  return { written, generated: withTables(written, rows) }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { generated, written } = compareOptions(await optionRows())
  if (argv.includes("--write")) writeFileSync(page, generated)
  else if (generated !== written) {
    console.error(
      "docs/reference/options.md is out of date; `node scripts/options-table.mjs --write` writes its tables",
    )
    process.exitCode = 1
  }
}
