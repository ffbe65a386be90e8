// @ts-check
// The docstring gate: every public export has a docstring, and every function, class and layer has an example.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { explain, fromRoot, StepFailed } from "./workspace.mjs"

const usage = `Usage: node scripts/docstrings.mjs [PACKAGE...]

Lists the public exports without a docstring, and the functions, classes and layers without an @example, of the packages
named (folders below packages/; all by default), from the declarations in dist. Exits with 1 when there is one.
`

/**
 * @typedef {"docstring" | "example"} Lack
 * @typedef {{ readonly entry: string, readonly name: string, readonly file: string, readonly lacks: Lack }} Missing
 */

/** @param {string} folder @returns {ReadonlyArray<readonly [entry: string, declarations: string]>} */
const entriesOf = (folder) => {
  const { exports, name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return Object.entries(/** @type {Record<string, { types?: string }>} */ (exports)).flatMap(([subpath, { types }]) =>
    types === undefined ? [] : [[name + subpath.slice(1), join(folder, types)]],
  )
}

/** Interfaces and types need no example: their use is shown by the function that takes them. */
const called = ts.SymbolFlags.Function | ts.SymbolFlags.Class

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
const needsExample = (checker, symbol) => {
  if ((symbol.flags & called) !== 0) return true
  const [declaration] = symbol.declarations ?? []
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return false
  const type = checker.getTypeOfSymbol(symbol)
  return type.getCallSignatures().length > 0 || checker.typeToString(type).startsWith("Layer")
}

/** A tag, or code in the text. @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
const hasExample = (checker, symbol) =>
  symbol.getJsDocTags(checker).some(({ name }) => name === "example") ||
  ts.displayPartsToString(symbol.getDocumentationComment(checker)).includes("```")

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol @returns {Lack | null} */
const lackOf = (checker, symbol) => {
  const declared = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
  // A namespace (`export * as Migrations`) is documented by the header of its module.
  if ((declared.flags & ts.SymbolFlags.ValueModule) !== 0) return null
  if (declared.getDocumentationComment(checker).length === 0) return "docstring"
  return needsExample(checker, declared) && !hasExample(checker, declared) ? "example" : null
}

/**
 * The exports without a docstring or example, each listed once, under the first entry that exports it.
 *
 * @param {ReadonlyArray<string>} folders
 * @returns {{ readonly total: number, readonly missing: ReadonlyArray<Missing> }}
 */
export const missingDocstrings = (folders) => {
  const entries = folders.flatMap(entriesOf)
  const absent = entries.find(([, file]) => !existsSync(file))
  if (absent !== undefined) throw new StepFailed(`${absent[1]} is missing; run: npm run build`)
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    },
  )
  return inspected(program, entries)
}

/** @param {ts.Program} program @param {ReadonlyArray<readonly [entry: string, declarations: string]>} entries */
const inspected = (program, entries) => {
  const checker = program.getTypeChecker()
  /** @type {Set<ts.Symbol>} */
  const seen = new Set()
  /** @type {Array<Missing>} */
  const missing = []
  for (const [entry, file] of entries) {
    const source = program.getSourceFile(file)
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    for (const symbol of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const declared = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
      if (seen.has(declared)) continue
      seen.add(declared)
      const lacks = lackOf(checker, symbol)
      const where = declared.declarations?.[0]?.getSourceFile().fileName ?? file
      if (lacks !== null) missing.push({ entry, name: symbol.name, file: where, lacks })
    }
  }
  return { total: seen.size, missing }
}

/** @param {ReadonlyArray<string>} names folders below packages/ */
const report = (names) => {
  const { missing, total } = missingDocstrings(names.map((name) => fromRoot(join("packages", name))))
  for (const { entry, file, lacks, name } of missing) console.log(`${entry}: ${name} has no ${lacks} (${file})`)
  console.log(`${total} exports, ${missing.length} incomplete`)
  return missing.length > 0 ? 1 : 0
}

/** @param {ReadonlyArray<string>} args */
const main = (args) => {
  const known = readdirSync(fromRoot("packages"))
  if (args.some((arg) => !known.includes(arg))) {
    process.stdout.write(usage)
    return args.includes("--help") || args.includes("-h") ? 0 : 2
  }
  try {
    return report(args.length === 0 ? known : args)
  } catch (error) {
    console.error(`docstrings: ${explain(error)}`)
    return 1
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2))
