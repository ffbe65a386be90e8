// @ts-check
// Type-checks the code blocks of the documentation and the examples in docstrings, without writing to disk.
// `node scripts/snippets.mjs` prints what is wrong; code after `--plant` is checked as one block and one example more.
import { readFileSync } from "node:fs"
import { posix } from "node:path"
import { argv } from "node:process"
import ts from "typescript"
import { allExamples } from "./examples.mjs"
import { trackedFiles } from "./tracked.mjs"
import { fromRoot } from "./workspace.mjs"

/** @typedef {{ readonly page: string, readonly line: number, readonly code: string, readonly file: string | null }} Snippet where `file` is the path that the line before the block links to */

/** Checked by other tests, or written by TypeDoc. */
const elsewhere = /^docs\/(decisions|reference\/api|site)\/|^docs\/integrate\/edge\.md$/

/** @returns {ReadonlyArray<string>} the pages whose code blocks are checked here */
export const checkedPages = () =>
  trackedFiles().filter(
    (path) => (path.startsWith("docs/") && path.endsWith(".md") && !elsewhere.test(path)) || path === "README.md",
  )

/** @param {string} text @param {number} index */
const lineAt = (text, index) => text.slice(0, index).split("\n").length

/**
 * The code blocks of a page in some languages.
 *
 * @param {string} page @param {string} text @param {RegExp} language
 * @returns {ReadonlyArray<Snippet>}
 */
export const blocksOf = (page, text, language) =>
  Array.from(text.matchAll(/^```(\w+)\n([^]*?)\n```$/gm), ({ 1: name = "", 2: code = "", index }) => {
    const [, link] = /\]\(([^)]+)\):\n\n$/.exec(text.slice(0, index)) ?? []
    const file = link === undefined ? null : posix.join(posix.dirname(page), decodeURIComponent(link))
    return language.test(name) ? [{ page, line: lineAt(text, index) + 1, code, file }] : []
  }).flat()

/** The scripts that a block of HTML runs as they are. @param {Snippet} block @returns {ReadonlyArray<Snippet>} */
const scriptsOf = (block) =>
  Array.from(block.code.matchAll(/<script>\n([^]*?)<\/script>/g), ([, code = ""]) => ({ ...block, code }))

/** @returns {ReadonlyArray<Snippet>} every block that has to compile on its own */
export const snippets = () =>
  checkedPages().flatMap((page) => {
    const text = readFileSync(fromRoot(page), "utf8")
    return [
      ...blocksOf(page, text, /^tsx?$/).filter(({ file }) => file === null),
      ...blocksOf(page, text, /^html$/).flatMap(scriptsOf),
    ]
  })

/** @type {ts.CompilerOptions} */
const compilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
}

/** Parsed once for all programs: most of the files are the same declarations. @type {Map<string, ts.SourceFile | undefined>} */
const parsed = new Map()

/**
 * The compiler's errors for modules that are not on disk.
 *
 * @param {ReadonlyArray<Snippet & { readonly folder: string }>} checked each as if it were in its folder
 * @param {ReadonlyArray<string>} ambient files that declare what the modules use without importing it
 * @returns {ReadonlyArray<string>} one line for each error, as `page:line: message`
 */
const compileErrors = (checked, ambient) => {
  const byPath = new Map(checked.map((one, index) => [fromRoot(posix.join(one.folder, `snippet-${index}.mts`)), one]))
  const host = ts.createCompilerHost(compilerOptions)
  const { fileExists, getSourceFile, readFile } = host
  host.getCurrentDirectory = () => fromRoot("docs/site")
  host.fileExists = (path) => byPath.has(path) || fileExists(path)
  host.readFile = (path) => byPath.get(path)?.code ?? readFile(path)
  host.getSourceFile = (path, language, ...rest) => {
    const snippet = byPath.get(path)
    if (snippet !== undefined) return ts.createSourceFile(path, snippet.code, language)
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, language, ...rest))
    return parsed.get(path)
  }
  const program = ts.createProgram([...byPath.keys(), ...ambient], compilerOptions, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText, start }) => {
    const snippet = byPath.get(file?.fileName ?? "")
    const message = ts.flattenDiagnosticMessageText(messageText, " ")
    if (snippet === undefined) return `${file?.fileName ?? ""}: ${message}`
    return `${snippet.page}:${snippet.line + lineAt(snippet.code, start ?? 0) - 1}: ${message}`
  })
}

/** What is wrong with the documentation. @param {ReadonlyArray<Snippet>} checked */
const pageErrors = (checked) => {
  const folder = "docs/site"
  return compileErrors(
    checked.map((snippet) => ({ ...snippet, folder })),
    [fromRoot(posix.join(folder, "ambient.d.ts"))],
  )
}

if (argv[1] === fromRoot("scripts/snippets.mjs")) {
  const planted = argv[2] === "--plant" ? [{ page: "planted", line: 1, file: null, code: argv[3] ?? "" }] : []
  const { examples, problems } = allExamples()
  const plantedExamples = planted.map((one) => ({ ...one, page: "planted example", folder: "packages/service" }))
  const errors = [
    ...pageErrors([...snippets(), ...planted]),
    ...problems,
    ...compileErrors([...examples, ...plantedExamples], []),
  ]
  for (const error of errors) console.log(error)
  process.exitCode = errors.length === 0 ? 0 : 1
}
