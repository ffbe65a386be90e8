// @ts-check
// llms.txt: the index of the documentation for language models, made of docs/README.md and the pages it lists.
import { readdirSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { fromRoot } from "./workspace.mjs"

const usage = `Usage: node scripts/llms.mjs [--check]

Prints llms.txt, with links relative to the root folder: each page that docs/README.md lists, with its first sentence.
The main package and the documentation site have one. It is generated, never committed.

Options:
  --check     prints nothing, and fails when docs/README.md lists a page that is not there, or lacks one that is
  -h, --help  print this and exit
`

/**
 * @typedef {{ readonly group: string, readonly title: string, readonly path: string }} Entry
 * @typedef {{ readonly entries: ReadonlyArray<Entry>, readonly read: (path: string) => string | null }} Index
 */

const group = /^(?:## +(?<heading>.+)|\*\*(?<bold>[^*]+)\*\*:.*)$/
const link = /\[(?<title>(?:`[^`\n]*`|[^\]`])+)\]\((?<target>[^)\s#]+)(?:#[^)\s]*)?\)/g

/**
 * The links of an index page below its groups (`## Group`, or a line that begins with `**Group**:`), by path from the root.
 *
 * @param {string} page the index page's path
 * @param {string} content
 * @returns {ReadonlyArray<Entry>}
 */
export const entriesOf = (page, content) => {
  let current = ""
  return content.split("\n").flatMap((line) => {
    const { bold, heading } = group.exec(line)?.groups ?? {}
    current = heading ?? bold ?? current
    if (current === "") return []
    return Array.from(line.matchAll(link), ({ groups: { target = "", title = "" } = {} }) => ({
      group: current,
      title,
      path: posix.join(posix.dirname(page), target),
    })).filter(({ path }) => !/^[a-z]+:/i.test(path))
  })
}

/** Shorter paragraphs do not describe a page: "Not legal advice." */
const shortest = 20

/** A page's first sentence as plain text: what comes after its title, lists, tables and code aside. @param {string} content */
export const firstSentence = (content) => {
  const sentences = content
    .replaceAll(/<!--[^]*?-->|```[^]*?```/g, "")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => /^[\p{L}`*[]/u.test(paragraph) && !/^\*\*?[^*]+\*?\*:/.test(paragraph))
    .flatMap((paragraph) => {
      const plain = paragraph
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replaceAll("**", "")
        .replaceAll(/\s+/g, " ")
      return Array.from(plain.matchAll(/(?:^| )(.+?[.:])(?= |$)/g), ([, sentence = ""]) => sentence.replace(/:$/, "."))
    })
  return sentences.find((sentence) => sentence.length >= shortest) ?? ""
}

/** @param {Index} index @param {Entry} entry */
const line = ({ read }, { path, title }) => {
  const content = path.endsWith(".md") ? read(path) : null
  const sentence = content === null ? "" : firstSentence(content)
  return `- [${title}](${path})${sentence === "" ? "" : `: ${sentence}`}`
}

const head = `# Consent Service

> A consent-management backend that runs inside your own stack, as a library for Node.js: it tells each visitor's browser which privacy policy applies and what banner to show, and keeps an append-only record of what the visitor decided, on SQLite, PostgreSQL, MySQL or MariaDB.

The main package is \`consent-service\`: \`createConsentService(options)\` gives a Fetch handler, and \`consent-service/node\`, \`/express\`, \`/fastify\`, \`/hono\`, \`/koa\`, \`/h3\`, \`/next\` and \`/effect-router\` mount it. Types carry their documentation: each export has a docstring.
`

/** @param {Index} index @returns {string} */
export const llmsOf = (index) => {
  const seen = new Set()
  const entries = index.entries.filter(({ path }) => !seen.has(path) && seen.add(path))
  const groups = [...new Set(entries.map((entry) => entry.group))]
  const sections = groups.map((name) => {
    const lines = entries.filter((entry) => entry.group === name).map((entry) => line(index, entry))
    return `## ${name}\n\n${lines.join("\n")}\n`
  })
  return [head, ...sections].join("\n")
}

const indexPage = "docs/README.md"

/** @param {string} path */
const readPage = (path) => {
  try {
    return readFileSync(fromRoot(path), "utf8")
  } catch {
    return null
  }
}

/** @returns {Index} that of this checkout */
export const readIndex = () => ({ entries: entriesOf(indexPage, readPage(indexPage) ?? ""), read: readPage })

/** Pages of docs/ that the index lacks, and entries without a page; one line each. */
export const indexProblems = () => {
  const { entries, read } = readIndex()
  const listed = new Set(entries.map(({ path }) => path))
  const absent = [...listed].filter((path) => path.endsWith(".md") && read(path) === null)
  const pages = readdirSync(fromRoot("docs"), { recursive: true, encoding: "utf8" })
    .map((file) => `docs/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".md") && !/\/(node_modules|decisions|site|reference\/api)\//.test(file))
  return [
    ...absent.map((path) => `${indexPage} lists ${path}, which is not there`),
    ...pages
      .filter((path) => path !== indexPage && !listed.has(path))
      .map((path) => `${indexPage} does not list ${path}`),
  ]
}

/** @param {ReadonlyArray<string>} args */
const main = (args) => {
  if (args.length > 1 || args.some((arg) => arg !== "--check")) {
    process.stdout.write(usage)
    return args.includes("--help") || args.includes("-h") ? 0 : 2
  }
  if (args.length === 0) {
    process.stdout.write(llmsOf(readIndex()))
    return 0
  }
  const problems = indexProblems()
  if (problems.length > 0) console.error(problems.join("\n"))
  return problems.length > 0 ? 1 : 0
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2))
