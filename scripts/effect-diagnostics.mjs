// @ts-check
// Effect's own diagnostics (a floating effect, a missing requirement, …) for the given projects; errors and warnings fail.
//
// Why not `effect-language-service diagnostics --project`: it looks each file up through the nearest tsconfig.json, so a file that
// only tsconfig.test.json names is checked without its options or ends the program, and a test with a floating effect is exactly
// what must not slip through. This runs the same plugin on the project as tsc sees it.
import { createRequire } from "node:module"
import { dirname, relative, resolve } from "node:path"
import ts from "typescript"

const usage = `Usage: node scripts/effect-diagnostics.mjs TSCONFIG...

Prints the Effect language service's errors and warnings; exits with 1 when there are any. Build the projects first (tsc -b).
`

/** @typedef {{ create: (info: object) => ts.LanguageService }} Plugin */

const pluginName = "@effect/language-service"
const plugin = /** @type {Plugin} */ (createRequire(import.meta.url)(`${pluginName}/index.js`)({ typescript: ts }))

/** @type {ts.FormatDiagnosticsHost} */
const formatHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => "\n",
}

/** @param {string} configFile */
const parse = (configFile) => {
  const parsed = ts.getParsedCommandLineOfConfigFile(configFile, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
      throw new Error(ts.formatDiagnostic(diagnostic, formatHost))
    },
  })
  if (parsed === undefined) throw new Error(`cannot read ${configFile}`)
  return parsed
}

/** @param {ts.ParsedCommandLine} parsed @param {string} folder @returns {ts.LanguageServiceHost} */
const hostOf = (parsed, folder) => ({
  getCompilationSettings: () => parsed.options,
  getScriptFileNames: () => parsed.fileNames,
  getProjectReferences: () => parsed.projectReferences,
  getCurrentDirectory: () => folder,
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => {
    const text = ts.sys.readFile(path)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  ...(ts.sys.realpath === undefined ? {} : { realpath: ts.sys.realpath }),
})

// Shared, so that effect's declarations are parsed once for all projects.
const registry = ts.createDocumentRegistry()

/** @param {string} configFile @returns {Array<ts.Diagnostic>} */
const check = (configFile) => {
  const parsed = parse(resolve(configFile))
  const plugins = /** @type {ReadonlyArray<{ name: string }>} */ (parsed.options["plugins"] ?? [])
  const config = plugins.find(({ name }) => name === pluginName)
  if (config === undefined) throw new Error(`${configFile} does not name the plugin ${pluginName}`)
  const languageServiceHost = hostOf(parsed, dirname(resolve(configFile)))
  const languageService = ts.createLanguageService(languageServiceHost, registry)
  const project = { log: () => {} }
  const checked = plugin.create({ languageService, languageServiceHost, config, project })
  return parsed.fileNames
    .flatMap((file) => checked.getSemanticDiagnostics(file))
    .filter(({ source, category }) => source === "effect" && category <= ts.DiagnosticCategory.Error)
}

/** @param {ReadonlyArray<string>} configFiles */
const main = (configFiles) => {
  if (configFiles.length === 0 || configFiles.includes("--help") || configFiles.includes("-h")) {
    process.stdout.write(usage)
    return configFiles.length === 0 ? 2 : 0
  }
  let count = 0
  for (const configFile of configFiles) {
    const found = check(configFile)
    count += found.length
    process.stdout.write(ts.formatDiagnostics(found, formatHost))
    if (found.length > 0) process.stdout.write(`${found.length} in ${relative(process.cwd(), configFile)}\n\n`)
  }
  return count === 0 ? 0 : 1
}

process.exitCode = main(process.argv.slice(2))
