// @ts-check
// Effect's own diagnostics (a floating effect, a missing requirement, …) for the given projects; errors and warnings fail.
//
// Why not `effect-language-service diagnostics --project`: it looks each file up through the nearest tsconfig.json, so a file that
// only a tests' project names is checked without its options or ends the program, and a test with a floating effect is exactly
// what must not slip through. This runs the same plugin on the project as tsc sees it.
import { createRequire } from "node:module"
import { resolve } from "node:path"
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

/**
 * The files of all projects as one program, so that shared types, effect's above all, are checked a single time. Only
 * effect's findings are read, so it does not matter that a file sees more ambient types than its own project names.
 *
 * @param {ReadonlyArray<ts.ParsedCommandLine>} projects
 * @returns {ts.LanguageServiceHost}
 */
const hostOf = (projects) => ({
  getCompilationSettings: () => ({ ...projects[0]?.options, types: ["node"], allowJs: true, checkJs: true }),
  getScriptFileNames: () => projects.flatMap(({ fileNames }) => fileNames),
  getCurrentDirectory: () => process.cwd(),
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

/** @param {ts.ParsedCommandLine} parsed */
const pluginConfig = ({ options }) => {
  const plugins = /** @type {ReadonlyArray<{ name: string }>} */ (options["plugins"] ?? [])
  const config = plugins.find(({ name }) => name === pluginName)
  if (config === undefined) throw new Error(`${options["configFilePath"]} does not name the plugin ${pluginName}`)
  return config
}

/** @param {ReadonlyArray<string>} configFiles @returns {Array<ts.Diagnostic>} */
const check = (configFiles) => {
  const projects = configFiles.map((configFile) => parse(resolve(configFile)))
  const [config] = projects.map(pluginConfig)
  const languageServiceHost = hostOf(projects)
  // The types gate reports the compiler's errors; computing them here would double its cost.
  const languageService = { ...ts.createLanguageService(languageServiceHost), getSemanticDiagnostics: () => [] }
  const checked = plugin.create({ languageService, languageServiceHost, config, project: { log: () => {} } })
  return projects
    .flatMap(({ fileNames }) => fileNames)
    .flatMap((file) => checked.getSemanticDiagnostics(file))
    .filter(({ source, category }) => source === "effect" && category <= ts.DiagnosticCategory.Error)
}

/** @param {ReadonlyArray<string>} configFiles */
const main = (configFiles) => {
  if (configFiles.length === 0 || configFiles.includes("--help") || configFiles.includes("-h")) {
    process.stdout.write(usage)
    return configFiles.length === 0 ? 2 : 0
  }
  const found = check(configFiles)
  process.stdout.write(ts.formatDiagnostics(found, formatHost))
  if (found.length > 0) process.stdout.write(`${found.length} found\n`)
  return found.length === 0 ? 0 : 1
}

process.exitCode = main(process.argv.slice(2))
