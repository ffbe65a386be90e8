/**
 * The configuration file of a server: a module, JSON or YAML, with the options of `createConsentService` and a group
 * `server` next to them.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { basename, extname, resolve } from "node:path"
import { codeOf, messageOf } from "../thrown/Thrown.js"
import { configFilesIn } from "./ConfigNames.js"
import { type FreshModule, importFresh } from "./FreshImport.js"
import { parseJson } from "./ParseJson.js"

/** The content of a file, before any check. */
export interface ConfigFile {
  readonly path: string
  /** Whether it is code, which may read variables of its own. */
  readonly isModule: boolean
  readonly content: Readonly<Record<PropertyKey, unknown>>
  /** The files that a module imports by relative paths. */
  readonly imported: ReadonlyArray<string>
  /** The files that are not read again on reload. */
  readonly lasting: ReadonlyArray<string>
}

type Loaded = Pick<ConfigFile, "isModule" | "imported" | "lasting"> & { readonly content: unknown }

const noTypeScript =
  "this Node.js does not run TypeScript: use Node.js 22.18 or later, run `npm install jiti`, or write consent.config.mjs"

/** Set by the build that bundles the command line, which never starts with a configuration that is code. */
declare const __BUNDLED__: boolean | undefined
const isBundled = typeof __BUNDLED__ !== "undefined" && __BUNDLED__

const needsRestart = "the configuration is now a module: restart the server to run it"

/** Runs TypeScript where Node does not: Node 20, and 22 before 22.18. */
const importByJiti = async (path: string): Promise<unknown> => {
  try {
    const { createJiti } = await import("jiti")
    return await createJiti(import.meta.url).import(path)
  } catch (error) {
    throw codeOf(error) === "ERR_MODULE_NOT_FOUND" && String(error).includes("'jiti'") ? new Error(noTypeScript) : error
  }
}

/** What an engine quotes of a file that it cannot parse may be a key that lacks its quotes. */
const withoutSource = (error: unknown): unknown =>
  error instanceof SyntaxError
    ? new Error(
        error.message
          .replace(/(unexpected identifier) '.*'/is, "$1")
          .replace(/(unexpected token) .* is not valid JSON/is, "$1: is not valid JSON"),
      )
    : error

const importModule = async (path: string): Promise<FreshModule> => {
  if (isBundled) throw new Error(needsRestart)
  try {
    return await importFresh(path, async (url) => {
      try {
        return await import(url)
      } catch (error) {
        if (codeOf(error) !== "ERR_UNKNOWN_FILE_EXTENSION") throw error
        return importByJiti(path)
      }
    })
  } catch (error) {
    throw withoutSource(error)
  }
}

/** The options are the default export; an export named `server` is the group of that name. */
const ofModule = (module: unknown): unknown => {
  if (!Predicate.isRecord(module) || !Predicate.isRecord(module["default"])) return module
  return module["server"] === undefined ? module["default"] : { ...module["default"], server: module["server"] }
}

const parseYaml = async (text: string): Promise<unknown> => (await import("./ParseYaml.js")).parseYaml(text)

/** `$schema` is for editors. */
const withoutSchema = (content: unknown): unknown => {
  if (!Predicate.isRecord(content)) return content
  const { $schema: _, ...options } = content
  return options
}

const data = (content: unknown): Loaded => ({
  isModule: false,
  content: withoutSchema(content),
  imported: [],
  lasting: [],
})

/**
 * Reads the content of a file, whatever it is about. A module is run to read it.
 *
 * @param path - absolute: a module that Node can import, a `.json`, `.yaml` or `.yml` file
 * @returns rejects with the problem of the file
 */
export const loadContent = async (path: string): Promise<Loaded> => {
  switch (extname(path)) {
    case ".json":
      return data(parseJson(await readFile(path, "utf8")))
    case ".yaml":
    case ".yml":
      // An empty file, or one with comments only, configures nothing.
      return data((await parseYaml(await readFile(path, "utf8"))) ?? {})
    default: {
      const { imported, lasting, module } = await importModule(path)
      return { isModule: true, content: ofModule(module), imported, lasting }
    }
  }
}

/**
 * Reads a configuration file. A module is run to read it.
 *
 * @param path - a module that Node can import, a `.json`, `.yaml` or `.yml` file
 * @returns its content, or the problem of the file
 */
export const readConfigFile = async (path: string): Promise<Either.Either<ConfigFile, string>> => {
  if (!existsSync(path)) return Either.left(`${path}: no such file`)
  try {
    const { content, ...loaded } = await loadContent(resolve(path))
    if (Predicate.isRecord(content)) return Either.right({ path, content, ...loaded })
    return Either.left(`${path}: holds no configuration: expected an object, or a module whose default export is one`)
  } catch (error) {
    return Either.left(`${path}: ${messageOf(error)}`)
  }
}

/**
 * Finds the configuration file of a folder.
 *
 * @returns its path, null without one, or an error if there are several
 */
export const findConfigFile = (folder: string): Either.Either<string | null, string> => {
  const found = configFilesIn(folder)
  if (found.length <= 1) return Either.right(found[0] ?? null)
  const names = found.map((path) => basename(path)).join(" and ")
  return Either.left(`${folder} has ${names}; keep one of them, or name it with --config`)
}
