// @ts-check
// Shows what an editor would show for the built packages: a TypeScript language service over a small file that imports them.
import { fromRoot } from "./workspace.mjs"

/** The folder of a package that depends on the built packages, like an integrator's package. */
const consumer = fromRoot("examples/quickstart")

const fileName = `${consumer}/src/AsEdited.ts`

/** @typedef {{ readonly signature: string, readonly text: string, readonly tags: ReadonlyMap<string, string> }} Hover */

/**
 * Opens a file in the language service.
 *
 * @param {string} code the file
 */
export const openInEditor = async (code) => {
  const { default: ts } = await import("typescript")
  const { config } = ts.readConfigFile(fromRoot("tsconfig.base.json"), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, consumer)
  const settings = { ...options, composite: false, incremental: false, declaration: false, noEmit: true, types: [] }
  /** @type {(name: string) => string | undefined} */
  const textOf = (name) => (name === fileName ? code : ts.sys.readFile(name))
  const service = ts.createLanguageService({
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    readDirectory: ts.sys.readDirectory,
    ...(ts.sys.realpath === undefined ? {} : { realpath: ts.sys.realpath }),
    getCompilationSettings: () => settings,
    getScriptFileNames: () => [fileName],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = textOf(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => consumer,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === fileName || ts.sys.fileExists(name),
    readFile: textOf,
  })
  const program = service.getProgram()
  if (program === undefined) throw new Error("the language service has no program")
  const checker = program.getTypeChecker()

  /** @param {import("typescript").Symbol} symbol @returns {{ readonly text: string, readonly tags: ReadonlyMap<string, string> }} */
  const docsOf = (symbol) => ({
    text: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    tags: new Map(symbol.getJsDocTags(checker).map(({ name, text }) => [name, ts.displayPartsToString(text)])),
  })

  return {
    checker,
    docsOf,
    /** The errors of the file. */
    problems: () =>
      service
        .getSemanticDiagnostics(fileName)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
    /**
     * The hover at the first occurrence of a text.
     *
     * @param {string} text @returns {Hover}
     */
    hoverAt: (text) => {
      const found = service.getQuickInfoAtPosition(fileName, code.indexOf(text))
      return {
        signature: ts.displayPartsToString(found?.displayParts),
        text: ts.displayPartsToString(found?.documentation),
        tags: new Map((found?.tags ?? []).map(({ name, text: said }) => [name, ts.displayPartsToString(said)])),
      }
    },
    /**
     * The completions after the first occurrence of a text.
     *
     * @param {string} text
     */
    completionsAfter: (text) =>
      (service.getCompletionsAtPosition(fileName, code.indexOf(text) + text.length, {})?.entries ?? []).map(
        ({ kindModifiers = "", name }) => ({ name, isDeprecated: kindModifiers.includes("deprecated") }),
      ),
    /**
     * The type that a name of the file stands for.
     *
     * @param {string} name
     */
    typeNamed: (name) => {
      const file = program.getSourceFile(fileName)
      const scope = file === undefined ? [] : checker.getSymbolsInScope(file, ts.SymbolFlags.TypeAlias)
      const symbol = scope.find((each) => each.name === name)
      if (symbol === undefined) throw new Error(`the file has no type ${name}`)
      return checker.getDeclaredTypeOfSymbol(symbol)
    },
  }
}
