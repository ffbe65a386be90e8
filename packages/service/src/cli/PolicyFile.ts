/**
 * Policy rules from a file: JSON, YAML, or a module, as the rules themselves, a manifest, or a whole configuration.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { stat } from "node:fs/promises"
import { resolve } from "node:path"
import { loadContent } from "../server/ConfigFile.js"
import { messageOf } from "../thrown/Thrown.js"

/** What a file says. */
export interface PolicyFile {
  /** The value to check as `manifest.policyRules`, of any shape. */
  readonly rules: unknown
  /** `iab.enabled` of the manifest around the rules; undefined for rules on their own. */
  readonly iabEnabled: boolean | undefined
}

const fromManifest = (manifest: Readonly<Record<PropertyKey, unknown>>): PolicyFile => ({
  rules: manifest["policyRules"],
  iabEnabled: Predicate.isRecord(manifest["iab"]) && manifest["iab"]["enabled"] === true,
})

const read = (value: unknown): PolicyFile | null => {
  if (Array.isArray(value)) return { rules: value, iabEnabled: undefined }
  if (!Predicate.isRecord(value)) return null
  if ("policyRules" in value) return fromManifest(value)
  if (Predicate.isRecord(value["manifest"])) return fromManifest(value["manifest"])
  return "default" in value ? read(value["default"]) : null
}

const noRules =
  "holds no policy rules: expected an array of rules, an object with policyRules or manifest.policyRules, or a module that exports one of these"

const noFile = "no such file; give the path of a .json or .yaml file, or of a module that Node.js can import"

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/**
 * Reads the rules of a file. A module is run to read it.
 *
 * @param path - a `.json`, `.yaml` or `.yml` file, or a module that Node can import
 * @returns the rules, or what is wrong with the file
 */
export const readPolicyFile = async (path: string): Promise<Either.Either<PolicyFile, string>> => {
  if (!(await isFile(path))) return Either.left(`${path}: ${noFile}`)
  try {
    return Either.fromNullable(read((await loadContent(resolve(path))).content), () => `${path}: ${noRules}`)
  } catch (error) {
    return Either.left(`${path}: ${messageOf(error)}`)
  }
}
