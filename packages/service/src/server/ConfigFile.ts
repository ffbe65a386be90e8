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
import { basename, extname, join, resolve } from "node:path"
import { codeOf, messageOf } from "../thrown/Thrown.js"
import { type FreshModule, importFresh } from "./FreshImport.js"

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

/** The names that are looked for, in this order; several of them in one folder are refused. */
export const configNames: ReadonlyArray<string> = ["ts", "mts", "mjs", "js", "json", "yaml", "yml"].map(
  (extension) => `consent.config.${extension}`,
)

const noTypeScript =
  "this Node.js does not run TypeScript: use Node.js 22.18 or later, run `npm install jiti`, or write consent.config.mjs"

/** Runs TypeScript where Node does not: Node 20, and 22 before 22.18. */
const importByJiti = async (path: string): Promise<unknown> => {
  try {
    const { createJiti } = await import("jiti")
    return await createJiti(import.meta.url).import(path)
  } catch (error) {
    throw codeOf(error) === "ERR_MODULE_NOT_FOUND" && String(error).includes("'jiti'") ? new Error(noTypeScript) : error
  }
}

const importModule = (path: string): Promise<FreshModule> =>
  importFresh(path, async (url) => {
    try {
      return await import(url)
    } catch (error) {
      if (codeOf(error) !== "ERR_UNKNOWN_FILE_EXTENSION") throw error
      return importByJiti(path)
    }
  })

/** The options are the default export; an export named `server` is the group of that name. */
const ofModule = (module: unknown): unknown => {
  if (!Predicate.isRecord(module) || !Predicate.isRecord(module["default"])) return module
  return module["server"] === undefined ? module["default"] : { ...module["default"], server: module["server"] }
}

const parseYaml = async (text: string): Promise<unknown> => (await import("yaml")).parse(text, { prettyErrors: true })

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

const load = async (path: string): Promise<Loaded> => {
  switch (extname(path)) {
    case ".json":
      return data(JSON.parse(await readFile(path, "utf8")))
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
    const { content, ...loaded } = await load(resolve(path))
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
  const found = configNames.map((name) => join(folder, name)).filter((path) => existsSync(path))
  if (found.length <= 1) return Either.right(found[0] ?? null)
  const names = found.map((path) => basename(path)).join(" and ")
  return Either.left(`${folder} has ${names}; keep one of them, or name it with --config`)
}
